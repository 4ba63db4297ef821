//! An engine: a task that owns the state of one game, or of one event.
//!
//! **decide → append and sync → apply → publish → reply.** Commands are stamped and queued in one step, so the queue is
//! in the order of the stamps and closing a window waits for every list stamped before (`A3`). The engine decides a
//! batch ahead on its own state, appends all of its records at once, and lets nothing of it out, neither in feeds nor
//! in answers, before they are durable. Meanwhile it decides the next one, so that a refusal waits for nothing that its
//! sender would not see. If the journal fails, the game stops being served: what the engine decided ahead may be lost,
//! and nobody has seen it.
//!
//! What is served is a `Subject`: it decides by its rules and says what goes into journal, record and feeds. This room knows
//! the rules, the journal and the feeds; it knows nothing of gRPC.

mod alarm;
mod batch;
mod chain;
mod departure;
mod game;
mod grid;
mod heartbeat;
mod inbox;
mod launch;
mod options;
mod recovery;
mod seals;
mod subject;
mod tournament;
mod transcribe;
mod writer;

use std::fmt;
use std::pin::pin;
use std::sync::{Arc, OnceLock};

use ishigaki_catalogue::Message;
use ishigaki_journal::{Append, AppendError, Epoch, Journal, Sequence, StreamId};
use ishigaki_rules::{Event, GameTime, Rejection};
use prost::Message as _;
use tokio::runtime::{self, RuntimeFlavor};
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::{JoinHandle, block_in_place};

use crate::archive::{Archive, OpenStep};
use crate::authenticator::Authenticator;
use crate::checkpoint::Checkpoint;
use crate::clock::GameClock;
use crate::codec;
use crate::evidence::SealReceipt;
use crate::feed::Feeds;
use crate::key::ServerKey;
use crate::meter::Meter;
pub use crate::stop_reason::StopReason;

use alarm::Alarm;
use batch::{Appending, Batch, Written};
pub use departure::Departure;
use departure::DepartureWatch;
pub use game::GameSubject;
use grid::Grid;
use inbox::{Inbox, QueuedCommand};
pub use launch::{
    Claimed, ClaimedGame, DormantGame, Started, claim_all, read_together, serve, start, start_all, take_up,
    verify, wake,
};
pub use options::{AfterOutage, Error as StartError, Options};
pub(crate) use recovery::side_by_side;
pub use recovery::{FoundingKeys, GameClaim, SweepExtent, SweepPriority, founders};
use subject::AppliedEvent;
pub use subject::{Clockwork, Subject};
pub use tournament::{EventSetup, Granted, GroupGames, Refused, Request, TournamentState, TournamentSubject};
pub use transcribe::transcribe;
pub use writer::Error as RecordError;

/// Number of commands that are decided at one go.
const BATCH: usize = 256;

/// The answer to an act of a game that was accepted.
#[derive(Clone, Debug)]
pub struct Acceptance {
    /// Time at which the server received the command.
    pub received_at: GameTime,
    /// Events that it led to, as its sender may see it.
    pub events: Arc<[Event]>,
    /// The receipt for what it sealed, if it sealed something.
    pub sealed: Option<SealReceipt>,
}

/// Error of an act that came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActError<R = Rejection> {
    /// The rules refuse it.
    Rejected(R),
    /// Too many commands wait already.
    Busy,
    /// The game or event is not served any more.
    Stopped(StopReason),
}

/// Result of a command.
type ActResult<S> = Result<<S as Subject>::Acceptance, ActError<<S as Subject>::Rejection>>;

/// Channel for the answer to a command.
type Reply<S> = oneshot::Sender<ActResult<S>>;

/// A game or event that is being served. Cheap to clone.
pub struct Handle<S: Subject = GameSubject> {
    id: StreamId,
    setup: Arc<S::Setup>,
    inbox: Arc<Inbox<S>>,
    feeds: Arc<Feeds<S::State>>,
    archive: Arc<Archive>,
    departure: Arc<watch::Sender<Departure>>,
    /// Checkpoint that is kept of it beside its records, once it is over and that is kept.
    checkpoint: Arc<OnceLock<Checkpoint>>,
    /// Whether keeping it has been tried.
    is_checkpointed: Arc<watch::Sender<bool>>,
}

impl<S: Subject> Clone for Handle<S> {
    fn clone(&self) -> Self {
        Self {
            id: self.id.clone(),
            setup: Arc::clone(&self.setup),
            inbox: Arc::clone(&self.inbox),
            feeds: Arc::clone(&self.feeds),
            archive: Arc::clone(&self.archive),
            departure: Arc::clone(&self.departure),
            checkpoint: Arc::clone(&self.checkpoint),
            is_checkpointed: Arc::clone(&self.is_checkpointed),
        }
    }
}

impl<S: Subject> fmt::Debug for Handle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", S::KIND, self.id)
    }
}

impl<S: Subject> Handle<S> {
    /// Its id.
    pub fn id(&self) -> &StreamId {
        &self.id
    }

    /// Returns what was told before it began.
    pub fn setup(&self) -> &S::Setup {
        &self.setup
    }

    /// Its feeds.
    pub fn feeds(&self) -> &Arc<Feeds<S::State>> {
        &self.feeds
    }

    /// Its public record, as far as it is open.
    pub fn record(&self) -> &Archive {
        &self.archive
    }

    /// Its time now.
    pub fn now(&self) -> GameTime {
        self.inbox.clock().now()
    }

    /// The moment that an act asked for now is stamped with: the game's time, and right after an outage not before the
    /// first moment behind whatever a window can have taken (`A4`), at most a second later.
    pub fn stamp(&self) -> GameTime {
        self.inbox.stamp()
    }

    /// Asks for an act. The answer comes when all that follows from it is durable.
    ///
    /// `principal` is the name recorded beside the act.
    ///
    /// # Errors
    /// [`ActError::Rejected`] if the rules refuse it; [`ActError::Busy`] if too many commands wait;
    /// [`ActError::Stopped`] if the game is not served any more, also where that ends while the act waits.
    pub async fn act(
        &self,
        principal: &str,
        by: S::Actor,
        act: S::Act,
    ) -> Result<S::Acceptance, ActError<S::Rejection>> {
        let (reply, answer) = oneshot::channel();
        self.inbox.post(principal.into(), by, act, reply)?;
        answer.await.unwrap_or_else(|_| Err(self.inbox.stopped()))
    }
}

/// A running engine: its handle, and the task to wait for when it shall stop.
pub struct Running<S: Subject = GameSubject> {
    /// Handle of what is served.
    pub handle: Handle<S>,
    /// Ends when the game is not served any more.
    pub task: JoinHandle<()>,
}

impl<S: Subject> fmt::Debug for Running<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "running {:?}", self.handle)
    }
}

/// Owns the state of one game or event.
struct Engine<S: Subject> {
    id: StreamId,
    journal: Arc<dyn Journal>,
    clock: GameClock,
    subject: S,
    epoch: Epoch,
    head: Sequence,
    authenticator: Authenticator,
    feeds: Arc<Feeds<S::State>>,
    archive: Arc<Archive>,
    inbox: Arc<Inbox<S>>,
    /// Time of the last heartbeat, or at which somebody's time began to run.
    beaten: GameTime,
    /// The game's time as it stands in the journal: from there on the clock runs after the server's next start. It does not
    /// show when a list was replaced (`A4`).
    durable: GameTime,
    meter: Meter,
    key: Arc<ServerKey>,
    checkpoint: Arc<OnceLock<Checkpoint>>,
    is_checkpointed: Arc<watch::Sender<bool>>,
}

/// Error that keeps a game from being served.
#[derive(Debug, thiserror::Error, Message)]
#[message("engine")]
enum EngineError {
    Journal(#[source] AppendError),
    Record(#[source] RecordError),
}

impl<S: Subject> Engine<S> {
    async fn run(
        mut self,
        mut commands: mpsc::Receiver<QueuedCommand<S>>,
        stop: watch::Receiver<bool>,
        departure: watch::Receiver<Departure>,
    ) {
        // Who waits for any of these is answered when the inbox says why it is closed.
        let mut batch = Batch::<S>::default();
        let stop_reason = match self.serve(&mut commands, &mut batch, (stop, departure)).await {
            Ok(stop_reason) => stop_reason,
            Err(EngineError::Journal(AppendError::Fenced { .. })) => {
                tracing::warn!(game = %self.id, "another server has taken it up");
                StopReason::Elsewhere
            }
            Err(failure) => {
                let error = std::error::Error::source(&failure);
                tracing::error!(game = %self.id, error, "{failure}");
                match failure {
                    EngineError::Journal(_) => StopReason::Journal,
                    EngineError::Record(_) => StopReason::Record,
                }
            }
        };
        self.inbox.close(stop_reason);
        self.feeds.close(stop_reason, self.durable);
    }

    /// Goes on deciding while a batch is on its way to the disk. What is granted in the meantime goes with the next one.
    async fn serve(
        &mut self,
        commands: &mut mpsc::Receiver<QueuedCommand<S>>,
        batch: &mut Batch<S>,
        (mut stop, departure): (watch::Receiver<bool>, watch::Receiver<Departure>),
    ) -> Result<StopReason, EngineError> {
        let mut appending: Option<Appending<S>> = None;
        // A command that takes long to decide, while answers before it are on their way.
        let mut long: Option<QueuedCommand<S>> = None;
        // These waits are broken off at every command, and kept.
        let (mut alarm, mut writing) = (Alarm::default(), Alarm::default());
        let mut departure = DepartureWatch::new(departure);
        let mut stop = pin!(stop.wait_for(|stop| *stop));
        let stop_reason = loop {
            self.append_if_due(batch, &mut appending);
            let wakeup = self.next_wakeup();
            let is_idle = appending.is_none() && batch.records.is_empty();
            let is_calm = is_idle && long.is_none() && !self.is_window_open();
            let decides = batch.has_room() && (long.is_none() || is_idle);
            let due = batch.due.filter(|_| appending.is_none());
            let first = tokio::select! {
                biased;
                _ = &mut stop => break StopReason::Stopping,
                () = departure.asked(is_calm) => break StopReason::Elsewhere,
                done = durable(&mut appending) => {
                    self.let_out(appending.take(), done).map_err(EngineError::Journal)?;
                    continue;
                }
                () = writing.ring(&self.clock, due) => continue,
                command = next(&mut long, commands), if decides => command,
                () = alarm.ring(&self.clock, wakeup), if decides => None,
            };
            // A command that came after the batch's moment belongs to the next batch.
            self.append_if_due(batch, &mut appending);
            long = self.decide_batch(first, commands, batch, &mut appending).map_err(EngineError::Record)?;
        };
        // What is on its way is waited for; what is decided after it has happened for nobody.
        if appending.is_some() {
            let done = durable(&mut appending).await;
            self.let_out(appending.take(), done).map_err(EngineError::Journal)?;
        }
        Ok(stop_reason)
    }

    /// The moment at which the engine acts by itself: something is due, or a heartbeat is.
    fn next_wakeup(&self) -> Option<GameTime> {
        let due = self.due();
        let heartbeat = self.is_window_open().then(|| self.next_heartbeat());
        match (due, heartbeat) {
            (Some(due), Some(heartbeat)) => Some(due.min(heartbeat)),
            (due, heartbeat) => due.or(heartbeat),
        }
    }

    /// Returns whether an outage now would cost somebody time.
    fn is_window_open(&self) -> bool {
        self.due().is_some()
    }

    fn due(&self) -> Option<GameTime> {
        self.subject.clockwork()?.due()
    }

    /// Returns when the next heartbeat is due: on the whole second, whatever else is recorded. One that waited for the
    /// last record would tell by its moment when a list was replaced (`A4`).
    fn next_heartbeat(&self) -> GameTime {
        heartbeat::after(self.beaten)
    }

    /// Decides the first command and all that wait behind it, as long as the batch has room; then lets time pass. Gives back a
    /// command that takes long to decide, if answers would have to wait for it that have nothing to do with it.
    fn decide_batch(
        &mut self,
        first: Option<QueuedCommand<S>>,
        commands: &mut mpsc::Receiver<QueuedCommand<S>>,
        batch: &mut Batch<S>,
        appending: &mut Option<Appending<S>>,
    ) -> Result<Option<QueuedCommand<S>>, RecordError> {
        // Taken before the queue is looked at: whatever was stamped earlier is in the queue by now.
        let now = self.inbox.stamp();
        let mut room = BATCH;
        let mut next = first.or_else(|| commands.try_recv().ok());
        while let Some(command) = next {
            let is_clear = appending.is_none() && batch.records.is_empty();
            if S::takes_long(&command.act) && !is_clear {
                return Ok(Some(command));
            }
            self.decide_command(command, batch, appending)?;
            room -= 1;
            next = if room > 0 && batch.has_room() { commands.try_recv().ok() } else { return Ok(None) };
        }
        self.pass_time(now, batch)?;
        Ok(None)
    }

    /// Sends the batch to the disk if its moment has come and the one before has left.
    fn append_if_due(&self, batch: &mut Batch<S>, appending: &mut Option<Appending<S>>) {
        let is_due = batch.due.is_some_and(|due| self.clock.now() >= due) || !batch.has_room();
        if appending.is_none() && is_due {
            *appending = Some(self.append(std::mem::take(batch)));
        }
    }

    /// Closes what is due at this moment, and records that the engine is alive if it is time to.
    fn pass_time(&mut self, now: GameTime, batch: &mut Batch<S>) -> Result<(), RecordError> {
        let clockwork = self.subject.clockwork();
        let due = clockwork.filter(|clockwork| clockwork.due().is_some_and(|due| now >= due));
        if let Some(decided) = due.map(|clockwork| clockwork.tick(now)) {
            self.take(&decided, "", batch)?;
        }
        if self.is_window_open() && now >= self.next_heartbeat() {
            self.beaten = heartbeat::at(now);
            self.take_up(batch)?;
            let heartbeat = codec::heartbeat(self.beaten, self.clock.time_of_day());
            self.put(batch, heartbeat.encode_to_vec());
            batch.has_heartbeat = true;
            batch.known = batch.known.max(self.beaten);
        }
        Ok(())
    }

    fn decide_command(
        &mut self,
        command: QueuedCommand<S>,
        batch: &mut Batch<S>,
        appending: &mut Option<Appending<S>>,
    ) -> Result<(), RecordError> {
        let QueuedCommand { at, by, principal, act, reply } = command;
        // Whatever was stamped before a deadline stood before this letter in the queue.
        self.pass_time(at, batch)?;
        let decided = if S::takes_long(&act) {
            aside(|| self.subject.decide(at, by, act))
        } else {
            self.subject.decide(at, by, act)
        };
        let answer = match decided {
            Ok(decided) if !decided.is_empty() => {
                let sealed = self.take(&decided, &principal, batch)?;
                let acceptance = S::acceptance(at, decided, sealed, self.subject.records());
                batch.answers.push((reply, Ok(acceptance)));
                return Ok(());
            }
            // It was so already.
            Ok(nothing) => Ok(S::acceptance(at, nothing, None, self.subject.records())),
            Err(rejection) => Err(ActError::Rejected(rejection)),
        };
        // Nothing is written for this answer. It waits for what its sender would see of what is decided ahead, and for nothing
        // else: one that waited for another team's replaced list would tell by its delay that there was one (A4).
        match appending {
            _ if batch.shows.to(S::team(by)) => batch.answers.push((reply, answer)),
            Some(Appending { batch: earlier, .. }) if earlier.shows.to(S::team(by)) => {
                earlier.answers.push((reply, answer));
            }
            _ => drop(reply.send(answer)),
        }
        Ok(())
    }

    /// Folds events into the state, and puts their records and projections with the batch. Gives the receipt for
    /// what they sealed.
    fn take(
        &mut self,
        decided: &[S::Decided],
        principal: &str,
        batch: &mut Batch<S>,
    ) -> Result<Option<SealReceipt>, RecordError> {
        let mut sealed = None;
        for decided in decided {
            self.take_up(batch)?;
            let written = self.clock.time_of_day();
            let was_open = self.is_window_open();
            let taken = self.subject.take(decided, principal, written)?;
            let AppliedEvent { record, step, lines, projected, sealed: receipt, at, name } = taken;
            batch.lines.push((step, lines));
            self.put(batch, record);
            if !was_open {
                self.beaten = at;
            }
            let is_news = projected.is_news();
            if is_news {
                batch.known = batch.known.max(at);
            }
            batch.project(projected);
            if let Some(receipt) = &receipt {
                batch.signature = Some(receipt.signature.clone());
            }
            sealed = sealed.or(receipt);
            // That a list was replaced is sealed to whoever reads the log as well (A4).
            if is_news {
                batch.happened.push((at, name));
            }
        }
        Ok(sealed)
    }

    /// Puts a new epoch before the first thing that is written since the game was brought back.
    fn take_up(&mut self, batch: &mut Batch<S>) -> Result<(), RecordError> {
        if let Some((epoch, line)) = self.subject.chain().take_up(self.clock.time_of_day())? {
            batch.lines.push((OpenStep::TakesUp, vec![line]));
            self.put(batch, epoch.to_wire().encode_to_vec());
        }
        Ok(())
    }

    /// Puts a record into the batch; the first one sets the moment at which the batch is written.
    fn put(&mut self, batch: &mut Batch<S>, record: Vec<u8>) {
        batch.due.get_or_insert_with(|| Grid::of(&self.clock).after(self.clock.now()));
        batch.records.push(self.authenticator.stamp(record));
    }

    /// Sends a batch to the disk.
    fn append(&self, mut batch: Batch<S>) -> Appending<S> {
        let records = std::mem::take(&mut batch.records);
        let count = records.len();
        let append = Append { stream: self.id.clone(), epoch: self.epoch, expected: self.head, records };
        let (journal, clock) = (Arc::clone(&self.journal), self.clock.clone());
        let (grid, asked) = (Grid::of(&clock), clock.machine().micros());
        let soonest = grid.after(clock.now());
        let done = async move {
            let head = journal.append(append).await?;
            let span = clock.machine().micros().since(asked);
            grid.reach(&clock, soonest).await;
            Ok(Written { head, span })
        };
        Appending {
            done: Box::pin(done),
            count,
            news: batch.shows.is_news.then(|| self.subject.state()),
            batch,
        }
    }

    /// Lets out what has become durable: first to the feeds, then to those who asked.
    fn let_out(
        &mut self,
        appended: Option<Appending<S>>,
        done: Result<Written, AppendError>,
    ) -> Result<(), AppendError> {
        let Some(appended) = appended else { return Ok(()) };
        let Appending { count, news, batch, done: _ } = appended;
        let is_open = batch.is_open();
        let Batch { lines, projected, answers, signature, happened, known, .. } = batch;
        let Written { head, span } = match done {
            Ok(written) => written,
            Err(error) => {
                let stop_reason = match error {
                    AppendError::Fenced { .. } => StopReason::Elsewhere,
                    _ => StopReason::Journal,
                };
                for (reply, _) in answers {
                    drop(reply.send(Err(ActError::Stopped(stop_reason))));
                }
                return Err(error);
            }
        };
        self.head = head;
        self.durable = self.durable.max(known);
        if let Some(signature) = signature {
            signature.close();
        }
        for (at, fact) in happened {
            tracing::info!(game = %self.id, at = at.0, fact, "happened");
        }
        let ends = lines.iter().any(|(step, _)| *step == OpenStep::Ends);
        if self.archive.file(lines) {
            let archive = Arc::clone(&self.archive);
            tokio::spawn(async move { archive.shelve() });
        }
        // After the record knows whether it is held back: what is counted here is held back with it.
        self.meter.appended(&self.id, count, span, self.clock.machine().now(), is_open);
        self.feeds.publish(news, projected);
        if ends {
            self.keep_checkpoint();
        }
        for (reply, answer) in answers {
            // Whoever asked may have gone; what was decided stands.
            drop(reply.send(answer));
        }
        Ok(())
    }
}

impl<S: Subject> Engine<S> {
    /// Keeps the checkpoint of what is over from now on, while everything goes on.
    fn keep_checkpoint(&mut self) {
        let last = self.authenticator.last();
        let made = self.subject.checkpoint(last, self.archive.open_lines());
        let tried = Arc::clone(&self.is_checkpointed);
        let Some(checkpoint) = made.filter(|_| last.0 == self.head) else {
            tried.send_replace(true);
            return;
        };
        let (journal, id, key) = (Arc::clone(&self.journal), self.id.clone(), Arc::clone(&self.key));
        let kept = Arc::clone(&self.checkpoint);
        tokio::spawn(async move {
            if recovery::keep(&*journal, &id, key.journal(), &checkpoint).await {
                // It is kept once.
                _ = kept.set(checkpoint);
            }
            tried.send_replace(true);
        });
    }
}

impl Handle {
    /// Keeps with the checkpoint how much of the ranking is revealed, so that the next start of the server knows it.
    pub async fn keep_reveal(&self, journal: &dyn Journal, key: &ServerKey) {
        // The sender lives as long as the handle.
        _ = self.is_checkpointed.subscribe().wait_for(|is_checkpointed| *is_checkpointed).await;
        let Some(checkpoint) = self.checkpoint.get() else { return };
        let revealed = checkpoint.revealed(self.feeds.cues().revealed_places);
        recovery::keep(journal, &self.id, key.journal(), &revealed).await;
    }
}

/// Waits for the end of a batch's way to the disk; for ever if none is on its way.
async fn durable<S: Subject>(appending: &mut Option<Appending<S>>) -> Result<Written, AppendError> {
    match appending {
        Some(appending) => (&mut appending.done).await,
        None => std::future::pending().await,
    }
}

/// The next command: the one that was put off, or the first in the queue.
async fn next<S: Subject>(
    long: &mut Option<QueuedCommand<S>>,
    commands: &mut mpsc::Receiver<QueuedCommand<S>>,
) -> Option<QueuedCommand<S>> {
    match long.take() {
        Some(command) => Some(command),
        None => commands.recv().await,
    }
}

/// Works without keeping other tasks from this thread's turn. A runtime of one thread has no other to give it to.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match runtime::Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => work(),
        _ => block_in_place(work),
    }
}
