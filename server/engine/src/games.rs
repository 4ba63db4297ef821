//! The games of a contest: which are served, and how more of them start (`G4`).
//!
//! Which games have started stands in the journal: a game has started if it has a record. After a restart the same
//! games are served as before. Beside the games of the contest file there are those that an event makes: their set-ups
//! stand in their journals' first records.

mod changes;
mod dormant;
mod hibernation;
mod returning;
mod starting;
mod waking;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use ishigaki_catalogue::Message;
use ishigaki_journal::{Journal, Sequence, StreamId};
use ishigaki_rules::{Setup, SetupFault};
use ishigaki_scenarios::{AfterOutage as Outage, Contest, GameSpec, Start};
use tokio::sync::{Mutex as AsyncMutex, Notify, Semaphore, watch};
use tokio::task::JoinHandle;

use crate::archive::Archive;
use crate::clock::Clock;
use crate::directory::{Directory, Whereabouts};
use crate::engine::{
    self, ActError, AfterOutage, DormantGame, Handle, Options, Running, StartError, Started, SweepExtent,
};
use crate::entropy::Entropy;
use crate::key::ServerKey;
use crate::meter::Meter;
use crate::required_copy::CopyConfirmations;
use crate::spool::Spool;
use crate::stop_reason::StopReason;
pub use dormant::Dormant;
pub use dormant::ListedGame;
use dormant::ServedGameTable;
pub use hibernation::Hibernation;
pub use returning::AWAITED;
use returning::DEMANDED;
pub(crate) use returning::Returning;

/// Text on a game that nobody names any more.
const LEFT_OUT: &str =
    "the journal has this game and the contest file does not name it; it is not served, and its record stays";

/// Games of a contest.
pub struct Games {
    contest: Contest,
    context: GameContext,
    stop: watch::Receiver<bool>,
    directory: Directory,
    specs: RwLock<Specs>,
    served: RwLock<ServedGameTable>,
    /// Games that cannot be served: what the journal has of them is damaged.
    damaged: RwLock<BTreeSet<String>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Held while a game starts, so that two calls cannot start it twice.
    starting: AsyncMutex<()>,
    /// Permits to read a returning game apart from all others.
    demanded: Semaphore,
    /// Reason for which returning games cannot be brought back, if all of them have that in common, and who
    /// waits for it.
    failure: Mutex<Option<StartError>>,
    failed: Notify,
}

/// All games that there are.
#[derive(Default)]
struct Specs {
    /// The contest file's games in its order, then those of events.
    ordered: Vec<Arc<GameSpec>>,
    /// The same by their ids.
    by_id: BTreeMap<String, Arc<GameSpec>>,
}

impl Extend<Arc<GameSpec>> for Specs {
    fn extend<T: IntoIterator<Item = Arc<GameSpec>>>(&mut self, specs: T) {
        for spec in specs {
            self.by_id.insert(spec.id.clone(), Arc::clone(&spec));
            self.ordered.push(spec);
        }
    }
}

/// Context that every game of a server stands on.
#[derive(Clone)]
pub struct GameContext {
    /// Journal in which games are recorded.
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    /// Key by which the server signs and wraps.
    pub key: Arc<ServerKey>,
    /// Meter of what all do.
    pub meter: Meter,
    /// Spool of their records' lines.
    pub spool: Spool,
    /// Copies that standbys have confirmed.
    pub copies: CopyConfirmations,
    /// Number of records of games that go on that a start waits for. With more of them it answers first, and brings those
    /// games back behind or when somebody asks for one.
    pub awaited_records: u64,
}

/// A game that an event has made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    pub id: String,
    /// The id of the game that is played if this one is abandoned (`G4`).
    pub spare: Option<String>,
}

/// Error of starting or reaching a game.
#[derive(Debug, thiserror::Error, Message)]
#[message("games")]
pub enum Error {
    /// The contest has no such game.
    #[message("token-unknown-game")]
    UnknownGame(#[message("game")] String),
    /// The records of the game in the journal are damaged.
    #[message("fault-game-damaged")]
    Damaged(#[message("game")] String),
    #[message("fault-already-started")]
    AlreadyStarted(#[message("game")] String),
    /// The game has no spare (`G4`).
    #[message("fault-no-spare")]
    NoSpare(#[message("game")] String),
    /// The contest file has a game of this id, so that an event cannot make it.
    Taken(#[message("game")] String),
    /// Another server serves the game, or nobody does at this moment.
    Elsewhere(#[message("game")] String),
    /// The contest has no such team.
    #[message("token-unknown-team")]
    UnknownTeam(#[message("team")] String),
    /// The game is not for so many teams (`G2`).
    #[message(seats = seats.map_or_else(|| "2-16".to_owned(), |seats| seats.to_string()))]
    Seats {
        game: String,
        /// Number that it takes; `None`: 2 to 16.
        #[message(skip)]
        seats: Option<usize>,
        /// Number of different ones that were named.
        named: usize,
    },
    /// The game cannot be played with these teams, for another reason than their number.
    #[message("misuse-setup")]
    Teams(#[message("fault")] SetupFault),
    /// The game that is to be abandoned does not let itself be.
    Abandon {
        /// Error, with the set-up that its names are from.
        #[message(skip)]
        error: ActError,
        #[message(skip)]
        setup: Arc<Setup>,
    },
    /// The game's engine does not start.
    #[message(transparent)]
    Engine(#[from] StartError),
}

impl Games {
    /// The games of a contest. Those that start at once, and those that the journal knows, are served when this
    /// returns, but for those whose records are damaged, and with a long history those that are returning.
    ///
    /// # Errors
    /// [`StartError`] that keeps all games from being served, such as [`StartError::Streams`]; or, if the records of
    /// all are damaged, that of the first.
    pub async fn open(
        contest: Contest,
        context: GameContext,
        stop: watch::Receiver<bool>,
    ) -> Result<Arc<Self>, StartError> {
        let games = Arc::new(Self::among(contest, context, stop, Directory::alone()));
        let recorded = recorded(&games.context).await?;
        let is_served = |spec: &Arc<GameSpec>| spec.start == Start::Now || recorded.contains(&spec.id);
        let served = games.specs().into_iter().filter(is_served).collect();
        let mut damaged = games.serve_all(served, SweepExtent::Most).await?;
        if games.are_all_damaged()
            && let Some((_, error)) = damaged.pop_first()
        {
            return Err(error);
        }
        Ok(games)
    }

    /// Returns whether the contest file has games and the records of all of them are damaged: a server of that serves
    /// nothing.
    fn are_all_damaged(&self) -> bool {
        let games = self.contest.games();
        !games.is_empty() && games.iter().all(|game| self.is_damaged(&game.id))
    }

    /// The games of a contest that is served from several servers. None is served when this returns.
    pub fn among(
        contest: Contest,
        context: GameContext,
        stop: watch::Receiver<bool>,
        directory: Directory,
    ) -> Self {
        let mut specs = Specs::default();
        specs.extend(contest.games().iter().cloned().map(Arc::new));
        Self {
            contest,
            context,
            stop,
            directory,
            specs: RwLock::new(specs),
            served: RwLock::default(),
            damaged: RwLock::default(),
            tasks: Mutex::default(),
            starting: AsyncMutex::default(),
            demanded: Semaphore::new(DEMANDED),
            failure: Mutex::default(),
            failed: Notify::new(),
        }
    }

    /// Serves these games of the contest file, each as soon as its records are read, but for those that are served already, or
    /// held by another server by now.
    pub async fn take(&self, ids: &BTreeSet<String>) -> Result<(), StartError> {
        let _one_at_a_time = self.starting.lock().await;
        let is_due = |spec: &Arc<GameSpec>| {
            ids.contains(&spec.id) && self.find(&spec.id).is_none() && !self.is_unreadable(&spec.id)
        };
        self.serve_each(self.specs().into_iter().filter(is_due).collect()).await
    }

    /// Serves the games that events have made, as far as the journal has them, with the set-ups of their first records.
    pub(crate) async fn take_up(self: &Arc<Self>, games: Vec<RecordedGame>) -> Result<(), StartError> {
        let _one_at_a_time = self.starting.lock().await;
        let recorded = recorded(&self.context).await?;
        let (mut made, mut known) = (Vec::new(), Vec::new());
        for game in games.into_iter().filter(|game| recorded.contains(&game.id)) {
            if let Some(spec) = self.spec(&game.id) {
                known.extend(Some(spec).filter(|spec| self.find(&spec.id).is_none()));
                continue;
            }
            let stream = StreamId::new(&*game.id).map_err(StartError::streams)?;
            let RecordedGame { id, spare } = game;
            match Archive::game_setup(&*self.context.journal, &stream).await {
                Ok(Some(setup)) => {
                    let spec = GameSpec { id, setup, seats: None, start: Start::Now, practice: false, spare };
                    made.push(Arc::new(spec));
                }
                Ok(None) => {
                    tracing::error!(game = id, "THIS GAME IS NOT SERVED: its stream is none of a game");
                }
                Err(error) => self.note_damage(&id, &error),
            }
        }
        self.specs.write().unwrap_or_else(PoisonError::into_inner).extend(made.iter().cloned());
        made.extend(
            known.into_iter().filter(|spec| self.directory.is_shared() && !self.is_unreadable(&spec.id)),
        );
        if self.directory.is_shared() {
            return self.serve_each(made).await;
        }
        self.serve_all(made, SweepExtent::Few).await.map(drop)
    }

    /// Serves these games, each as soon as its records are read, but for those that another server holds and those that cannot
    /// be served, which are told.
    async fn serve_each(&self, specs: Vec<Arc<GameSpec>>) -> Result<(), StartError> {
        let options = specs.iter().map(|spec| self.options(&spec.id, spec.setup.clone()));
        let options = options.collect::<Result<_, _>>()?;
        let mut failed = None;
        let served = engine::take_up(&*self.context.journal, options, |place, started| {
            let Some(spec) = specs.get(place) else { return };
            match started {
                Ok(started) => self.enter_started(spec, started),
                Err(error) if error.is_held() => tracing::debug!(game = spec.id, "held by another server"),
                Err(error) if error.is_of_all() => failed = Some(error),
                Err(error) => self.note_damage(&spec.id, &error),
            }
        });
        served.await?;
        failed.map_or(Ok(()), Err)
    }

    /// The contest as its file has it.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// Returns what the games stand on.
    pub fn context(&self) -> &GameContext {
        &self.context
    }

    /// Turns true when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.clone()
    }

    /// Returns the directory of which server serves what, if there are several.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// A game that is served here and in memory. [`find`](Self::find) finds dormant and returning ones as well.
    pub fn get(&self, id: &str) -> Option<Handle> {
        self.table().awake.get(id).filter(|game| !game.is_elsewhere()).cloned()
    }

    /// A game that is served here, as lists show it.
    pub fn find(&self, id: &str) -> Option<ListedGame> {
        self.table().find(id)
    }

    /// The streams of games that were ended here because they are served elsewhere, or will be.
    pub fn gone(&self) -> Vec<StreamId> {
        let table = self.table();
        let awake = table.awake.values().filter(|game| game.is_elsewhere()).map(Handle::id);
        let dormant = table.dormant.values().filter(|game| game.is_elsewhere()).map(|game| game.id());
        awake.chain(dormant).cloned().collect()
    }

    /// Lets nobody see a dormant game here any more, also one that is about to go.
    pub fn shut_out_dormant(&self, stop_reason: StopReason) {
        for game in self.table().dormant.values() {
            game.shut_out(stop_reason);
        }
    }

    /// Forgets the games that were stopped for one of these reasons.
    pub fn forget(&self, is_meant: fn(StopReason) -> bool) {
        let mut table = self.table_mut();
        table.awake.retain(|_, game| !game.feeds().stop_reason().is_some_and(is_meant));
        table.dormant.retain(|_, game| !game.stop_reason().is_some_and(is_meant));
        drop(table);
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).retain(|task| !task.is_finished());
    }

    /// Notes and tells that a game cannot be served: its records are damaged, or lack what was answered.
    pub fn note_damage(&self, id: &str, error: &(dyn std::error::Error + 'static)) {
        tracing::error!(
            game = id,
            error,
            "THIS GAME IS NOT SERVED, its records are damaged; the others are. To serve it, stop the server and take the \
             journal of the standby or a backup"
        );
        self.damaged.write().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned());
    }

    /// Forgets which games could not be read: another opening of the journal may have what the one before lacked.
    pub fn forget_damage(&self) {
        self.damaged.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// All games that there are, started or not: the contest file's in its order, then those that events have made.
    pub fn specs(&self) -> Vec<Arc<GameSpec>> {
        self.specs.read().unwrap_or_else(PoisonError::into_inner).ordered.clone()
    }

    /// A game of the contest file, or one that an event has made.
    pub fn spec(&self, id: &str) -> Option<Arc<GameSpec>> {
        let specs = self.specs.read().unwrap_or_else(PoisonError::into_inner);
        specs.by_id.get(id).cloned()
    }

    /// Returns whether a game cannot be served, because what the journal has of it is damaged; of one that another server serves
    /// nevertheless, that one knows better.
    pub fn is_damaged(&self, id: &str) -> bool {
        self.is_unreadable(id) && !matches!(self.directory.locate(id), Whereabouts::At { .. })
    }

    /// Returns whether this server has tried to read a game and could not, whoever serves it.
    pub fn is_unreadable(&self, id: &str) -> bool {
        self.damaged.read().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    /// Returns whether a game is played for practice.
    pub fn is_practice(&self, id: &str) -> bool {
        self.spec(id).is_some_and(|spec| spec.practice)
    }

    /// All games that are served here and in memory, by id.
    pub fn served(&self) -> Vec<Handle> {
        self.table().awake.values().filter(|game| !game.is_elsewhere()).cloned().collect()
    }

    /// All games that are served here, as lists show them, by id.
    pub fn all(&self) -> Vec<ListedGame> {
        self.table().all()
    }

    fn table(&self) -> RwLockReadGuard<'_, ServedGameTable> {
        self.served.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_mut(&self) -> RwLockWriteGuard<'_, ServedGameTable> {
        self.served.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells of games that the journal has and nobody names any more, neither the contest file nor an event. One that is not
    /// over is only left out where the file says so: its teams would look for it in vain. `of_event` says of an id whether it
    /// can be that of a game of an event whose own records are damaged.
    pub async fn refuse_removed(&self, of_event: impl Fn(&str) -> bool) -> Result<(), StartError> {
        let mut missing = Vec::new();
        let over = self.known_to_be_over().await?;
        for game in recorded(&self.context).await?.into_iter().filter(|game| self.spec(game).is_none()) {
            if self.directory.is_shared() && of_event(&game) {
                continue;
            }
            if over.contains(&game) {
                tracing::warn!(game, "{LEFT_OUT}");
                continue;
            }
            let stream = StreamId::new(&*game).map_err(StartError::streams)?;
            // What is damaged is no game that somebody is playing.
            let archive = Archive::of_journal(Arc::clone(&self.context.journal), stream).await;
            if archive.as_ref().is_ok_and(Archive::is_of_tournament) {
                continue;
            }
            let is_left_out = self.contest.left_out.contains(&game) || of_event(&game);
            if archive.is_ok_and(|archive| !archive.is_over()) && !is_left_out {
                missing.push(game);
            } else {
                tracing::warn!(game, "{LEFT_OUT}");
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(StartError::Removed { games: missing.join(", ") }) }
    }

    /// Waits until no game is served any more.
    pub async fn ended(&self) {
        // One of them may be what starts others.
        while let Some(task) = self.next_task() {
            if let Err(error) = task.await {
                tracing::error!(%error, "an engine did not end as it should");
            }
        }
    }

    fn next_task(&self) -> Option<JoinHandle<()>> {
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).pop()
    }

    fn options(&self, id: &str, setup: Setup) -> Result<Options, StartError> {
        let GameContext { journal, clock, entropy, key, meter, spool, .. } = self.context.clone();
        Ok(Options {
            id: StreamId::new(id).map_err(StartError::streams)?,
            setup,
            journal,
            clock,
            entropy,
            key,
            after_outage: match self.contest.after_outage {
                Outage::Resume => AfterOutage::Resume,
                Outage::Wait => AfterOutage::Wait,
            },
            meter,
            spool,
            stop: self.stop.clone(),
        })
    }

    /// Serves a game that has started.
    fn enter_started(&self, planned: &GameSpec, started: Started) {
        match started {
            Started::Running(running) => {
                Self::warn_of_changes(running.handle.id().as_str(), running.handle.setup(), planned);
                drop(self.enter(running));
            }
            Started::Dormant(game) => self.enter_dormant(game),
        }
    }

    /// Serves a game that is over, when somebody asks for it.
    fn enter_dormant(&self, game: DormantGame) {
        tracing::debug!(game = %game.id, "served when somebody asks for it");
        let id = game.id.to_string();
        self.table_mut().dormant.insert(id, Dormant::new(game, false));
    }

    /// Serves a game whose engine runs.
    fn enter(&self, running: Running) -> Handle {
        let Running { handle, task } = running;
        let id = handle.id().as_str();
        tracing::info!(game = id, "served");
        self.table_mut().awake.insert(id.to_owned(), handle.clone());
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
        handle
    }

    /// Says what the contest file has changed of a game that goes on as it began.
    fn warn_of_changes(id: &str, held: &Setup, planned: &GameSpec) {
        let changes = changes::changes(held, planned);
        if !changes.is_empty() {
            tracing::warn!(
                game = id,
                changes = changes.join("; "),
                "THE CONTEST FILE HAS BEEN CHANGED, AND THIS GAME HAS NOT: it goes on as it began, as its teams were told \
                 (G1). To play it as the file has it now, give it another id in the file"
            );
        }
    }
}

/// The streams that the journal has a record of: one that was claimed and nothing more is that of a game whose start was cut
/// short.
async fn recorded(context: &GameContext) -> Result<BTreeSet<String>, StartError> {
    let streams = context.journal.streams().await.map_err(StartError::streams)?;
    let recorded = streams.into_iter().filter(|(_, head)| *head > Sequence::START);
    Ok(recorded.map(|(stream, _)| stream.to_string()).collect())
}
