//! An engine: a task that owns the state of one game or event.
//!
//! **decide → append and sync → apply → publish → reply.** Commands are stamped and queued in one step, so
//! the queue is ordered by stamps, and closing a window waits for every list stamped before (`A3`). The
//! engine decides a batch ahead on its own state and appends all its records at once. It publishes feed items
//! and answers only when the records are durable. While they are written it decides the next batch, so a
//! rejection waits only for results that its sender could see. If the journal fails, the engine stops:
//! decisions made ahead may be lost, but none was published.
//!
//! A `Subject` decides by its rules and determines the contents of journal, record and feeds.

mod alarm;
mod batch;
mod chain;
mod closed_game;
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
use std::sync::Arc;

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
use batch::{Batch, PendingAppend, WrittenBatch};
pub use closed_game::ClosedGame;
pub use departure::Departure;
use departure::DepartureWatch;
pub use game::GameSubject;
use grid::Grid;
use inbox::{Inbox, QueuedCommand};
pub use launch::{serve, start};
pub use options::{AfterOutage, Error as StartError, Options};
pub(crate) use recovery::side_by_side;
pub use recovery::{ClaimedGame, FoundingKeys, RecoveredSubject, Recovery, claim_all, founders, sweep};
use subject::AppliedEvent;
pub use subject::{Clockwork, Subject};
pub use tournament::{
    ActAnswer, ActRejection, EventSetup, GroupGames, Request, TournamentState, TournamentSubject,
};
pub use transcribe::transcribe;
pub use writer::Error as RecordError;

const BATCH: usize = 256;

/// The answer to an accepted act of a game.
#[derive(Clone, Debug)]
pub struct Acceptance {
    pub received_at: GameTime,
    pub events: Arc<[Event]>,
    /// The receipt, if the act sealed something.
    pub sealed: Option<SealReceipt>,
}

/// Error of an act without effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActError<R = Rejection> {
    Rejected(R),
    Busy,
    /// The game or event isn't served any more.
    Stopped(StopReason),
}

type ActResult<S> = Result<<S as Subject>::Acceptance, ActError<<S as Subject>::Rejection>>;

type Reply<S> = oneshot::Sender<ActResult<S>>;

/// A served game or event. Cheap to clone.
pub struct Handle<S: Subject = GameSubject> {
    id: StreamId,
    setup: Arc<S::Setup>,
    inbox: Arc<Inbox<S>>,
    feeds: Arc<Feeds<S::State>>,
    archive: Arc<Archive>,
    departure: Arc<watch::Sender<Departure>>,
    epoch: Epoch,
    checkpoint: Arc<watch::Sender<KeptCheckpoint>>,
}

#[derive(Default)]
enum KeptCheckpoint {
    #[default]
    Due,
    Kept(Checkpoint),
    Failed,
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
            epoch: self.epoch,
            checkpoint: Arc::clone(&self.checkpoint),
        }
    }
}

impl<S: Subject> fmt::Debug for Handle<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", S::KIND, self.id)
    }
}

impl<S: Subject> Handle<S> {
    pub fn id(&self) -> &StreamId {
        &self.id
    }

    pub fn setup(&self) -> &S::Setup {
        &self.setup
    }

    pub fn feeds(&self) -> &Arc<Feeds<S::State>> {
        &self.feeds
    }

    /// Returns its public record, as far as it is open.
    pub fn record(&self) -> &Archive {
        &self.archive
    }

    /// Returns its time now.
    pub fn now(&self) -> GameTime {
        self.inbox.clock().now()
    }

    /// Returns the stamp for an act received now: the game's time, but right after an outage not before the
    /// first moment that no window can have used (`A4`), at most a second later.
    pub fn stamp(&self) -> GameTime {
        self.inbox.stamp()
    }

    /// Requests an act and answers once its results are durable.
    ///
    /// `principal` is the name recorded with the act.
    ///
    /// # Errors
    ///
    /// [`ActError::Rejected`] by the rules; [`ActError::Busy`] if too many commands are queued;
    /// [`ActError::Stopped`] if the game isn't served any more, even if that happens during the wait.
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

/// A running engine: its handle, and its task.
pub struct Running<S: Subject = GameSubject> {
    pub handle: Handle<S>,
    /// The engine's task. It ends when the game isn't served any more.
    pub task: JoinHandle<()>,
}

impl<S: Subject> fmt::Debug for Running<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "running {:?}", self.handle)
    }
}

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
    /// Time of the last heartbeat or start of a window.
    beaten: GameTime,
    /// Game time in the journal. The clock continues from it after a restart. It doesn't show when a list was
    /// replaced (`A4`).
    durable: GameTime,
    meter: Meter,
    key: Arc<ServerKey>,
    checkpoint: Arc<watch::Sender<KeptCheckpoint>>,
}

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
        // Pending callers are answered by the reason why the inbox is closed.
        let mut batch = Batch::<S>::default();
        let stop_reason = match self.serve(&mut commands, &mut batch, (stop, departure)).await {
            Ok(stop_reason) => stop_reason,
            Err(EngineError::Journal(AppendError::Fenced { .. })) => {
                tracing::warn!(game = %self.id, "another server has taken this game over");
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

    /// Decides further commands while a batch is being written. Their results go into the next batch.
    async fn serve(
        &mut self,
        commands: &mut mpsc::Receiver<QueuedCommand<S>>,
        batch: &mut Batch<S>,
        (mut stop, departure): (watch::Receiver<bool>, watch::Receiver<Departure>),
    ) -> Result<StopReason, EngineError> {
        let mut appending: Option<PendingAppend<S>> = None;
        // A command that takes long to decide and waits until pending answers are sent.
        let mut long: Option<QueuedCommand<S>> = None;
        // These waits are interrupted by every command and kept.
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
                () = departure.requested(is_calm) => break StopReason::Elsewhere,
                done = durable(&mut appending) => {
                    self.let_out(appending.take(), done).map_err(EngineError::Journal)?;
                    continue;
                }
                () = writing.ring(&self.clock, due) => continue,
                command = next(&mut long, commands), if decides => command,
                () = alarm.ring(&self.clock, wakeup), if decides => None,
            };
            // A command that came after the batch's write time belongs to the next batch.
            self.append_if_due(batch, &mut appending);
            long = self.decide_batch(first, commands, batch, &mut appending).map_err(EngineError::Record)?;
        };
        // Waits for the pending write. Later decisions are dropped; none was published.
        if appending.is_some() {
            let done = durable(&mut appending).await;
            self.let_out(appending.take(), done).map_err(EngineError::Journal)?;
        }
        Ok(stop_reason)
    }

    /// The next moment at which the engine acts by itself: something is due, or a heartbeat.
    fn next_wakeup(&self) -> Option<GameTime> {
        let due = self.due();
        let heartbeat = self.is_window_open().then(|| self.next_heartbeat());
        match (due, heartbeat) {
            (Some(due), Some(heartbeat)) => Some(due.min(heartbeat)),
            (due, heartbeat) => due.or(heartbeat),
        }
    }

    fn is_window_open(&self) -> bool {
        self.due().is_some()
    }

    fn due(&self) -> Option<GameTime> {
        self.subject.clockwork()?.due()
    }

    /// Returns the time of the next heartbeat: on the whole second, whatever else is recorded. A heartbeat
    /// that depended on the last record would reveal when a list was replaced (`A4`).
    fn next_heartbeat(&self) -> GameTime {
        heartbeat::after(self.beaten)
    }

    /// Decides the first command and those queued behind it while the batch has room, then closes what is
    /// due. Returns a command that takes long to decide if unrelated answers would have to wait for it.
    fn decide_batch(
        &mut self,
        first: Option<QueuedCommand<S>>,
        commands: &mut mpsc::Receiver<QueuedCommand<S>>,
        batch: &mut Batch<S>,
        appending: &mut Option<PendingAppend<S>>,
    ) -> Result<Option<QueuedCommand<S>>, RecordError> {
        // Taken before reading the queue, which then contains everything stamped earlier.
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

    /// Writes the batch if it is due and the previous one is done.
    fn append_if_due(&self, batch: &mut Batch<S>, appending: &mut Option<PendingAppend<S>>) {
        let is_due = batch.due.is_some_and(|due| self.clock.now() >= due) || !batch.has_room();
        if appending.is_none() && is_due {
            *appending = Some(self.append(std::mem::take(batch)));
        }
    }

    /// Closes what is due, and records a heartbeat if one is due.
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
        appending: &mut Option<PendingAppend<S>>,
    ) -> Result<(), RecordError> {
        let QueuedCommand { at, by, principal, act, reply } = command;
        // Everything stamped before a deadline was queued before this command.
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
            // The act changed nothing.
            Ok(nothing) => Ok(S::acceptance(at, nothing, None, self.subject.records())),
            Err(rejection) => Err(ActError::Rejected(rejection)),
        };
        // Nothing is written for this answer. It waits only for pending results that its sender could see: if
        // it waited for another team's replaced list, the delay would reveal that list (A4).
        match appending {
            _ if batch.shows.to(S::team(by)) => batch.answers.push((reply, answer)),
            Some(PendingAppend { batch: earlier, .. }) if earlier.shows.to(S::team(by)) => {
                earlier.answers.push((reply, answer));
            }
            _ => drop(reply.send(answer)),
        }
        Ok(())
    }

    /// Folds events into the state and adds their records and projections to the batch. Returns the receipt
    /// for sealed contents.
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
            // Logs must not show that a list was replaced either (A4).
            if is_news {
                batch.happened.push((at, name));
            }
        }
        Ok(sealed)
    }

    /// Adds a new epoch before the first record since recovery.
    fn take_up(&mut self, batch: &mut Batch<S>) -> Result<(), RecordError> {
        if let Some((epoch, line)) = self.subject.chain().take_up(self.clock.time_of_day())? {
            batch.lines.push((OpenStep::TakesUp, vec![line]));
            self.put(batch, epoch.to_wire().encode_to_vec());
        }
        Ok(())
    }

    /// Adds a record to the batch. The first one sets the batch's write time.
    fn put(&mut self, batch: &mut Batch<S>, record: Vec<u8>) {
        batch.due.get_or_insert_with(|| Grid::of(&self.clock).after(self.clock.now()));
        batch.records.push(self.authenticator.stamp(record));
    }

    fn append(&self, mut batch: Batch<S>) -> PendingAppend<S> {
        let records = std::mem::take(&mut batch.records);
        let count = records.len();
        let append = Append { stream: self.id.clone(), epoch: self.epoch, expected: self.head, records };
        let (journal, clock) = (Arc::clone(&self.journal), self.clock.clone());
        let (grid, requested_at) = (Grid::of(&clock), clock.machine().micros());
        let soonest = grid.after(clock.now());
        let done = async move {
            let head = journal.append(append).await?;
            let span = clock.machine().micros().since(requested_at);
            grid.reach(&clock, soonest).await;
            Ok(WrittenBatch { head, span })
        };
        PendingAppend {
            done: Box::pin(done),
            count,
            news: batch.shows.is_news.then(|| self.subject.state()),
            batch,
        }
    }

    fn let_out(
        &mut self,
        appended: Option<PendingAppend<S>>,
        done: Result<WrittenBatch, AppendError>,
    ) -> Result<(), AppendError> {
        let Some(appended) = appended else { return Ok(()) };
        let PendingAppend { count, news, batch, done: _ } = appended;
        let is_open = batch.is_open();
        let Batch { lines, projected, answers, signature, happened, known, .. } = batch;
        let WrittenBatch { head, span } = match done {
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
        // After the record's hold is updated, so that these counts are held back with it.
        self.meter.appended(&self.id, count, span, self.clock.machine().now(), is_open);
        self.feeds.publish(news, projected);
        if ends {
            self.keep_checkpoint();
        }
        for (reply, answer) in answers {
            // The caller may be gone; the decision is valid anyway.
            drop(reply.send(answer));
        }
        Ok(())
    }
}

impl<S: Subject> Engine<S> {
    /// Stores the checkpoint of a finished game in the background.
    fn keep_checkpoint(&mut self) {
        let last = self.authenticator.last();
        let made = self.subject.checkpoint(last, self.archive.open_lines());
        let kept = Arc::clone(&self.checkpoint);
        let Some(checkpoint) = made.filter(|_| last.0 == self.head) else {
            kept.send_replace(KeptCheckpoint::Failed);
            return;
        };
        let (journal, id, key) = (Arc::clone(&self.journal), self.id.clone(), Arc::clone(&self.key));
        tokio::spawn(async move {
            let is_kept = recovery::keep(&*journal, &id, key.journal(), &checkpoint).await;
            kept.send_replace(if is_kept {
                KeptCheckpoint::Kept(checkpoint)
            } else {
                KeptCheckpoint::Failed
            });
        });
    }
}

impl Handle {
    /// Stores the state of the reveal in the checkpoint for the next start of the server.
    pub async fn keep_reveal(&self, journal: &dyn Journal, key: &ServerKey) {
        let mut kept = self.checkpoint.subscribe();
        // The sender lives as long as the handle.
        _ = kept.wait_for(|kept| !matches!(kept, KeptCheckpoint::Due)).await;
        let revealed = match &*kept.borrow() {
            KeptCheckpoint::Kept(checkpoint) => checkpoint.revealed(self.feeds.cues().revealed_places),
            KeptCheckpoint::Due | KeptCheckpoint::Failed => return,
        };
        recovery::keep(journal, &self.id, key.journal(), &revealed).await;
    }
}

/// Waits for the pending write; never ends without one.
async fn durable<S: Subject>(appending: &mut Option<PendingAppend<S>>) -> Result<WrittenBatch, AppendError> {
    match appending {
        Some(appending) => (&mut appending.done).await,
        None => std::future::pending().await,
    }
}

async fn next<S: Subject>(
    long: &mut Option<QueuedCommand<S>>,
    commands: &mut mpsc::Receiver<QueuedCommand<S>>,
) -> Option<QueuedCommand<S>> {
    match long.take() {
        Some(command) => Some(command),
        None => commands.recv().await,
    }
}

/// Runs blocking work without blocking other tasks of this thread. A runtime with one thread just runs it.
fn aside<T>(work: impl FnOnce() -> T) -> T {
    match runtime::Handle::current().runtime_flavor() {
        RuntimeFlavor::CurrentThread => work(),
        _ => block_in_place(work),
    }
}
