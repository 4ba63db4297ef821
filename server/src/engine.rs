//! One game's engine: a task that owns the game's state.
//!
//! **decide → append and sync → apply → publish → reply.** Commands are stamped and queued in one step, so
//! the queue is in the order of the stamps and closing a window waits for every list stamped before (`A3`).
//! The engine decides a batch ahead on its own state, appends all of its records at once, and lets nothing
//! out, neither feed nor answer, before they are durable. If the journal fails, the game stops being served:
//! what the engine decided ahead may be lost, and nobody has seen it.
//!
//! This room knows the rules, the journal and the feeds; it knows nothing of gRPC.

mod inbox;
pub(crate) mod ledger;
mod recovery;
mod scribe;
mod vault;

use std::fmt;
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_journal::{Append, Epoch, Journal, Sequence, StreamId};
use ishigaki_rules::{Act, Actor, Command, Event, Game, GameTime, Millis, Phase, Rejection, Setup, decide};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;

use crate::archive::{Archive, Step};
use crate::clock::GameClock;
use crate::evidence::SealReceipt;
use crate::feed::{Feeds, Projected};
use crate::metrics::Meter;

use inbox::{Inbox, Letter};
pub use ledger::Error as LedgerError;
#[doc(hidden)]
pub use ledger::reread;
pub use recovery::{AfterOutage, Error as StartError, Founders, Options, founders};
use recovery::{Recovered, Recovery};
pub use scribe::Error as RecordError;
use scribe::{Noted, Scribe};

/// How many commands are decided ahead of one sync at the most.
const BATCH: usize = 256;

/// How often the engine records that it is alive while a window is open: an outage counts from the last of
/// these moments (`T`).
const HEARTBEAT: Millis = Millis(1_000);

/// What a granted command led to.
#[derive(Clone, Debug)]
pub struct Receipt {
    /// When the server received the command.
    pub received_at: GameTime,
    /// What it led to, as its sender may see it.
    pub events: Arc<[Event]>,
    /// The receipt for what it sealed, if it sealed something.
    pub sealed: Option<SealReceipt>,
}

/// Why a command came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The rules refuse it.
    Rejected(Rejection),
    /// Too many commands wait already.
    Busy,
    /// The game is not served any more.
    Stopped(Halt),
}

/// Why a game is not served any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The server stops in good order.
    Stopping,
    /// The journal does not take what happens.
    Journal,
    /// What happens cannot be put on record: the machine gives no randomness, or a sealing does not let itself be made.
    Record,
}

/// What a command comes to.
type Answer = Result<Receipt, Refusal>;

/// Where whoever gave a command waits for its answer.
type Reply = oneshot::Sender<Answer>;

/// A game that is being served. Cheap to clone.
#[derive(Clone)]
pub struct Handle {
    id: StreamId,
    setup: Arc<Setup>,
    inbox: Arc<Inbox>,
    feeds: Arc<Feeds>,
    archive: Arc<Archive>,
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.id)
    }
}

impl Handle {
    /// The game's id.
    pub fn id(&self) -> &StreamId {
        &self.id
    }

    /// What was told to the teams before the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The game's feeds.
    pub fn feeds(&self) -> &Arc<Feeds> {
        &self.feeds
    }

    /// The game's public record, as far as it is open.
    pub fn record(&self) -> &Archive {
        &self.archive
    }

    /// The game's time now.
    pub fn now(&self) -> GameTime {
        self.inbox.clock().now()
    }

    /// Asks for an act. The answer comes when all that follows from it is durable.
    ///
    /// `principal` is the name recorded beside the act.
    pub async fn act(&self, principal: &str, by: Actor, act: Act) -> Result<Receipt, Refusal> {
        let (reply, answer) = oneshot::channel();
        self.inbox.post(principal.into(), by, act, reply)?;
        answer.await.unwrap_or_else(|_| Err(self.inbox.stopped()))
    }
}

/// A running engine: its handle, and the task to wait for when it shall stop.
#[derive(Debug)]
pub struct Running {
    /// The game.
    pub handle: Handle,
    /// Ends when the game is not served any more.
    pub task: JoinHandle<()>,
}

/// Takes a game for serving: recovers it from its journal, or sets it up, and starts its engine.
pub async fn start(options: Options) -> Result<Running, StartError> {
    let (options, recovered) = Recovery::begin(options).await?.finish().await?;
    Ok(run(options, recovered))
}

/// As [`start`], for many games at once; all of them, in their order, each with what is damaged in it; or the first other
/// failure, before any of them runs. `journal` is theirs.
pub async fn start_all(
    journal: &dyn Journal,
    games: Vec<Options>,
) -> Result<Vec<Result<Running, StartError>>, StartError> {
    let recovered = recovery::recover_all(journal, games).await?;
    let started = recovered.into_iter().map(|game| game.map(|(options, recovered)| run(options, recovered)));
    Ok(started.collect())
}

fn run(options: Options, recovered: Recovered) -> Running {
    let clock = GameClock::starting_at(recovered.time, Arc::clone(&options.clock));
    let (inbox, letters) = Inbox::new(clock.clone());
    let feeds = Arc::new(Feeds::new(&recovered.game, clock.clone(), recovered.published));
    let setup = Arc::new(recovered.game.setup().clone());
    let journal = Arc::clone(&options.journal);
    let archive = Archive::new(journal, options.id.clone(), Arc::clone(&setup), recovered.index);
    let archive = Arc::new(archive);
    let handle = Handle {
        id: options.id.clone(),
        setup,
        inbox: Arc::new(inbox),
        feeds: Arc::clone(&feeds),
        archive: Arc::clone(&archive),
    };
    let engine = Engine {
        id: options.id,
        journal: options.journal,
        clock,
        game: recovered.game,
        epoch: recovered.epoch,
        head: recovered.head,
        scribe: recovered.scribe,
        feeds,
        archive,
        inbox: Arc::clone(&handle.inbox),
        last_record: recovered.time,
        durable: recovered.time,
        meter: options.meter,
    };
    let task = tokio::spawn(engine.run(letters, options.stop));
    Running { handle, task }
}

/// Owns the state of one game.
struct Engine {
    id: StreamId,
    journal: Arc<dyn Journal>,
    clock: GameClock,
    game: Game,
    epoch: Epoch,
    head: Sequence,
    scribe: Scribe,
    feeds: Arc<Feeds>,
    archive: Arc<Archive>,
    inbox: Arc<Inbox>,
    last_record: GameTime,
    /// The game's time as it stands in the journal: from there on the clock runs after the server's next start.
    durable: GameTime,
    meter: Meter,
}

/// All that waits for one sync.
#[derive(Default)]
struct Batch {
    records: Vec<Bytes>,
    /// What the records' events do to the public record, by their places in `records`.
    steps: Vec<(u64, Step)>,
    projected: Vec<Projected>,
    answers: Vec<(Reply, Answer)>,
}

impl Engine {
    async fn run(
        mut self,
        mut letters: mpsc::Receiver<Letter>,
        mut stop: tokio::sync::watch::Receiver<bool>,
    ) {
        let halt = loop {
            let wakeup = self.next_wakeup();
            let first = tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => break Halt::Stopping,
                letter = letters.recv() => letter,
                () = reach(&self.clock, wakeup) => None,
            };
            match self.decide_batch(first, &mut letters) {
                Ok(batch) => {
                    if let Err(error) = self.commit(batch).await {
                        let told =
                            "THE JOURNAL FAILED: the game stands still, until the server is started again";
                        tracing::error!(game = %self.id, error = &error as &dyn std::error::Error, "{told}");
                        break Halt::Journal;
                    }
                }
                Err(error) => {
                    let told = "the record cannot be kept; the game is not served any more";
                    tracing::error!(game = %self.id, %error, "{told}");
                    break Halt::Record;
                }
            }
        };
        self.inbox.close(halt);
        self.feeds.close(halt, self.durable);
    }

    /// The moment at which the engine acts by itself: something is due, or a heartbeat is.
    fn next_wakeup(&self) -> Option<GameTime> {
        let due = self.game.due();
        let heartbeat = self.is_window_open().then(|| self.last_record.after(HEARTBEAT));
        match (due, heartbeat) {
            (Some(due), Some(heartbeat)) => Some(due.min(heartbeat)),
            (due, heartbeat) => due.or(heartbeat),
        }
    }

    /// Whether an outage now would cost somebody time.
    fn is_window_open(&self) -> bool {
        self.game.due().is_some()
    }

    /// Decides the first command and all that wait behind it, up to [`BATCH`]; then lets time pass.
    fn decide_batch(
        &mut self,
        first: Option<Letter>,
        letters: &mut mpsc::Receiver<Letter>,
    ) -> Result<Batch, RecordError> {
        let mut batch = Batch::default();
        // Taken before the queue is looked at: whatever was stamped earlier is in the queue by now.
        let now = self.inbox.stamp();
        let mut next = first.or_else(|| letters.try_recv().ok());
        let mut room = BATCH;
        while let Some(letter) = next {
            self.decide_letter(letter, &mut batch)?;
            room -= 1;
            next = if room > 0 { letters.try_recv().ok() } else { None };
        }
        if room > 0 {
            self.pass_time(now, &mut batch)?;
        }
        Ok(batch)
    }

    /// Closes what is due at this moment, and records that the engine is alive if nothing else did.
    fn pass_time(&mut self, now: GameTime, batch: &mut Batch) -> Result<(), RecordError> {
        if self.game.due().is_some_and(|due| now >= due) {
            // A tick is never refused.
            if let Ok(events) = decide(&self.game, &Command { at: now, by: Actor::Clock, act: Act::Tick }) {
                self.take(&events, "", batch)?;
            }
        }
        if self.is_window_open() && now >= self.last_record.after(HEARTBEAT) {
            batch.records.push(ledger::heartbeat(now, self.clock.time_of_day()));
            self.last_record = now;
        }
        Ok(())
    }

    fn decide_letter(&mut self, letter: Letter, batch: &mut Batch) -> Result<(), RecordError> {
        let Letter { at, by, principal, act, reply } = letter;
        // Whatever was stamped before a deadline stood before this letter in the queue.
        self.pass_time(at, batch)?;
        let answer = match decide(&self.game, &Command { at, by, act }) {
            Ok(events) => {
                let sealed = self.take(&events, &principal, batch)?;
                Ok(Receipt { received_at: at, events: events.into(), sealed })
            }
            Err(rejection) => Err(Refusal::Rejected(rejection)),
        };
        batch.answers.push((reply, answer));
        Ok(())
    }

    /// Folds events into the state, and puts their records and projections with the batch. Gives the receipt for
    /// what they sealed.
    fn take(
        &mut self,
        events: &[Event],
        principal: &str,
        batch: &mut Batch,
    ) -> Result<Option<SealReceipt>, RecordError> {
        let mut sealed = None;
        for event in events {
            let written = self.clock.time_of_day();
            let Noted { record, evidence } = self.scribe.note(&self.game, event, principal, written)?;
            let place = u64::try_from(batch.records.len()).unwrap_or(u64::MAX);
            batch.steps.push((place, Step::of(&event.fact)));
            batch.records.push(record);
            let is_news = crate::feed::is_news(&self.game, event);
            self.game.apply(event);
            batch.projected.push(Projected::of(&self.game, event, is_news, &evidence));
            sealed = sealed.or(evidence.receipt);
            self.last_record = self.last_record.max(event.at);
            // That a list was replaced is sealed to whoever reads the log as well (A4).
            if is_news {
                tracing::info!(game = %self.id, at = event.at.0, fact = event.fact.name(), "happened");
            }
        }
        Ok(sealed)
    }

    /// Makes the batch durable, then lets it out: first to the feeds, then to those who asked.
    async fn commit(&mut self, batch: Batch) -> Result<(), ishigaki_journal::AppendError> {
        if !batch.records.is_empty() {
            let asked = self.clock.machine().micros();
            let records = batch.records.len();
            let append = Append {
                stream: self.id.clone(),
                epoch: self.epoch,
                expected: self.head,
                records: batch.records,
            };
            let first = self.head.next();
            match self.journal.append(append).await {
                Ok(head) => self.head = head,
                Err(error) => {
                    for (reply, _) in batch.answers {
                        drop(reply.send(Err(Refusal::Stopped(Halt::Journal))));
                    }
                    return Err(error);
                }
            }
            self.archive.file(batch.steps.into_iter().map(|(place, step)| (first.after(place), step)));
            // After the record knows whether it is held back: what is counted here is held back with it.
            self.meter.appended(&self.id, records, asked, self.clock.machine());
            self.durable = self.last_record;
        }
        self.feeds.publish(&self.game, batch.projected);
        for (reply, answer) in batch.answers {
            // Whoever asked may have gone; what was decided stands.
            drop(reply.send(answer));
        }
        Ok(())
    }
}

async fn reach(clock: &GameClock, moment: Option<GameTime>) {
    match moment {
        Some(moment) => clock.reach(moment).await,
        None => std::future::pending().await,
    }
}

/// Whether a game in this phase has nothing more to come.
pub fn is_over(phase: Phase) -> bool {
    matches!(phase, Phase::Declared | Phase::Abandoned)
}
