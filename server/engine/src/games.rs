//! The games of a contest: those being served, and starting more of them (`G4`).
//!
//! A game has started if the journal has a record of it, so a restart serves the same games. Games of an
//! event have their setups in their first records.

mod changes;
mod opening;
mod slot;
mod start;
mod upkeep;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use ishigaki_catalogue::Message;
use ishigaki_journal::{Journal, Sequence, StreamId};
use ishigaki_rules::{Setup, SetupFault};
use ishigaki_scenarios::{AfterOutage as Outage, Contest, GameSpec, Start};
use tokio::sync::{Mutex as AsyncMutex, Notify, Semaphore, watch};

use crate::archive::Archive;
use crate::checkpoint::Checkpoint;
use crate::clock::Clock;
use crate::directory::{Directory, GameLocation};
use crate::engine::{ActError, AfterOutage, Handle, Options, Running, StartError};
use crate::engine_tasks::EngineTasks;
use crate::entropy::Entropy;
use crate::key::ServerKey;
use crate::meter::Meter;
use crate::required_copy::CopyConfirmations;
use crate::spool::Spool;
use crate::stop_reason::StopReason;
use opening::DEMANDED;
pub use opening::MAX_AWAITED_RECORDS;
pub use slot::GameSlot;

const LEFT_OUT: &str =
    "game unavailable: it is in the journal but not in the contest file. Its record is kept";

/// Games of a contest.
pub struct Games {
    contest: Contest,
    context: GameContext,
    stop: watch::Receiver<bool>,
    directory: Directory,
    specs: RwLock<Specs>,
    slots: RwLock<SlotTable>,
    /// Games with damaged records, which can't be served.
    damaged: RwLock<BTreeSet<String>>,
    tasks: EngineTasks,
    /// Held while a game starts, so that two calls can't start it twice.
    starting: AsyncMutex<()>,
    demanded: Semaphore,
    /// Error that prevents opening any game.
    failure: Mutex<Option<StartError>>,
    failed: Notify,
}

type SlotTable = BTreeMap<String, Arc<GameSlot>>;

#[derive(Default)]
struct Specs {
    /// The contest file's games in its order, then those of events.
    ordered: Vec<Arc<GameSpec>>,
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

/// Context shared by all games of a server.
#[derive(Clone)]
pub struct GameContext {
    pub journal: Arc<dyn Journal>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub key: Arc<ServerKey>,
    pub meter: Meter,
    pub spool: Spool,
    pub copies: CopyConfirmations,
    /// A start opens all unfinished games first if they have at most this number of records. Otherwise the
    /// server answers first and opens those games in the background or on demand.
    pub awaited_records: u64,
}

/// A game made by an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    pub id: String,
    /// The id of its spare game (`G4`).
    pub spare: Option<String>,
}

/// Error of starting or reaching a game.
#[derive(Debug, thiserror::Error, Message)]
#[message("games")]
pub enum Error {
    #[message("token-unknown-game")]
    UnknownGame(#[message("game")] String),
    #[message("fault-game-damaged")]
    Damaged(#[message("game")] String),
    #[message("fault-already-started")]
    AlreadyStarted(#[message("game")] String),
    /// The game has no spare (`G4`).
    #[message("fault-no-spare")]
    NoSpare(#[message("game")] String),
    /// An id of the contest file, so an event can't use it.
    Taken(#[message("game")] String),
    Elsewhere(#[message("game")] String),
    #[message("token-unknown-team")]
    UnknownTeam(#[message("team")] String),
    /// The game has another number of seats (`G2`).
    #[message(seats = seats.map_or_else(|| "2-16".to_owned(), |seats| seats.to_string()))]
    Seats {
        game: String,
        /// Its number of seats; `None` means 2 to 16.
        #[message(skip)]
        seats: Option<usize>,
        named: usize,
    },
    /// The game can't be played with these teams for a reason other than their number.
    #[message("misuse-setup")]
    Teams(#[message("fault")] SetupFault),
    /// The game can't be abandoned.
    Abandon {
        #[message(skip)]
        error: ActError,
        #[message(skip)]
        setup: Arc<Setup>,
    },
    #[message(transparent)]
    Engine(#[from] StartError),
}

impl Games {
    /// Opens the games of a contest. On return, games that start at once and games in the journal are served,
    /// except damaged ones. Unfinished games are open unless their history is long.
    ///
    /// # Errors
    ///
    /// A [`StartError`] that affects all games, such as [`StartError::Streams`], or that of the first game if
    /// the records of all are damaged.
    pub async fn open(
        contest: Contest,
        context: GameContext,
        stop: watch::Receiver<bool>,
    ) -> Result<Arc<Self>, StartError> {
        let games = Arc::new(Self::among(contest, context, stop, Directory::alone()));
        let recorded = recorded(&games.context).await?;
        let is_served = |spec: &Arc<GameSpec>| spec.start == Start::Now || recorded.contains(&spec.id);
        let served = games.specs().into_iter().filter(is_served).collect();
        match games.serve_all(served).await? {
            Some(error) if games.are_all_damaged() => Err(error),
            _ => Ok(games),
        }
    }

    /// Returns whether all games of the contest file are damaged and none can be served.
    fn are_all_damaged(&self) -> bool {
        let games = self.contest.games();
        !games.is_empty() && games.iter().all(|game| self.is_damaged(&game.id))
    }

    /// Returns the games of a contest that several servers share. None is served on return.
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
            slots: RwLock::default(),
            damaged: RwLock::default(),
            tasks: EngineTasks::default(),
            starting: AsyncMutex::default(),
            demanded: Semaphore::new(DEMANDED),
            failure: Mutex::default(),
            failed: Notify::new(),
        }
    }

    /// Serves these games of the contest file, except those served already or held by another server.
    pub async fn take(self: &Arc<Self>, ids: &BTreeSet<String>) -> Result<(), StartError> {
        let _one_at_a_time = self.starting.lock().await;
        let is_due = |spec: &Arc<GameSpec>| {
            ids.contains(&spec.id) && self.find(&spec.id).is_none() && !self.is_unreadable(&spec.id)
        };
        self.serve_all(self.specs().into_iter().filter(is_due).collect()).await.map(drop)
    }

    /// Serves games made by events, as far as the journal has them, with the setups of their first records.
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
                    tracing::error!(game = id, "game unavailable: its records are not those of a game");
                }
                Err(error) => self.note_damage(&id, &error),
            }
        }
        self.specs.write().unwrap_or_else(PoisonError::into_inner).extend(made.iter().cloned());
        made.extend(
            known.into_iter().filter(|spec| self.directory.is_shared() && !self.is_unreadable(&spec.id)),
        );
        self.serve_all(made).await.map(drop)
    }

    /// Returns the contest of the contest file.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// Returns the context shared by the games.
    pub fn context(&self) -> &GameContext {
        &self.context
    }

    /// Turns true when the server stops.
    pub fn stopping(&self) -> watch::Receiver<bool> {
        self.stop.clone()
    }

    /// Returns the directory of servers.
    pub fn directory(&self) -> &Directory {
        &self.directory
    }

    /// Returns a game served here, open or closed.
    pub fn find(&self, id: &str) -> Option<Arc<GameSlot>> {
        self.table().get(id).filter(|slot| !slot.is_elsewhere()).cloned()
    }

    /// Returns all games served here, by id.
    pub fn all(&self) -> Vec<Arc<GameSlot>> {
        self.table().values().filter(|slot| !slot.is_elsewhere()).cloned().collect()
    }

    /// Returns the streams of games that were ended here because they move to another server.
    pub fn lost_streams(&self) -> Vec<StreamId> {
        self.table().values().filter(|slot| slot.is_elsewhere()).map(|slot| slot.id().clone()).collect()
    }

    /// Stops serving all games here at once, and returns whether there was one. Games that are moving to
    /// another server are skipped, because a new reason would bring them back.
    pub fn shut_out(&self, stop_reason: StopReason) -> bool {
        let is_serving = !self.all().is_empty();
        self.table().values().for_each(|slot| slot.shut_out(stop_reason));
        is_serving
    }

    /// Forgets games stopped for one of these reasons.
    pub fn forget(&self, is_meant: fn(StopReason) -> bool) {
        self.table_mut().retain(|_, slot| !slot.stop_reason().is_some_and(is_meant));
        self.tasks.prune();
    }

    /// Records and logs that a game can't be served because its records are damaged or incomplete.
    pub fn note_damage(&self, id: &str, error: &(dyn std::error::Error + 'static)) {
        tracing::error!(
            game = id,
            error,
            "game unavailable: its records are damaged. Other games are not affected. To restore it, stop the server and use \
             the journal of the standby or a backup"
        );
        self.damaged.write().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned());
    }

    /// Clears the set of damaged games, because a reopened journal may be complete.
    pub fn forget_damage(&self) {
        self.damaged.write().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns all games, started or not: the contest file's in its order, then those made by events.
    pub fn specs(&self) -> Vec<Arc<GameSpec>> {
        self.specs.read().unwrap_or_else(PoisonError::into_inner).ordered.clone()
    }

    /// Returns a game of the contest file or of an event.
    pub fn spec(&self, id: &str) -> Option<Arc<GameSpec>> {
        let specs = self.specs.read().unwrap_or_else(PoisonError::into_inner);
        specs.by_id.get(id).cloned()
    }

    /// Returns whether a game can't be served because its records are damaged. A server that serves it anyway
    /// knows better.
    pub fn is_damaged(&self, id: &str) -> bool {
        self.is_unreadable(id) && !matches!(self.directory.locate(id), GameLocation::At { .. })
    }

    /// Returns whether this server failed to read a game.
    pub fn is_unreadable(&self, id: &str) -> bool {
        self.damaged.read().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    /// Returns whether a game is for practice.
    pub fn is_practice(&self, id: &str) -> bool {
        self.spec(id).is_some_and(|spec| spec.practice)
    }

    fn table(&self) -> RwLockReadGuard<'_, SlotTable> {
        self.slots.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_mut(&self) -> RwLockWriteGuard<'_, SlotTable> {
        self.slots.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reports games in the journal that are no longer in the contest file or an event. An unfinished one is
    /// an error unless the file excludes it, because its teams would look for it. `of_event` returns whether
    /// an id can belong to an event with damaged records.
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
            // A damaged stream isn't a game in progress.
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

    /// Waits until no game is served.
    pub async fn ended(&self) {
        self.tasks.ended().await;
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

    async fn known_to_be_over(&self) -> Result<BTreeSet<String>, StartError> {
        let unnamed = recorded(&self.context).await?.into_iter().filter(|game| self.spec(game).is_none());
        let unnamed: BTreeSet<StreamId> = unnamed.filter_map(|game| StreamId::new(game).ok()).collect();
        let key = self.context.key.journal();
        let kept = self.context.journal.checkpoints(unnamed).await.map_err(StartError::streams)?;
        let over = kept.into_iter().filter(|(game, kept)| Checkpoint::decode(kept, key, game).is_some());
        Ok(over.map(|(game, _)| game.to_string()).collect())
    }

    fn enter(&self, running: Running) -> Handle {
        let Running { handle, task } = running;
        let id = handle.id().as_str();
        tracing::info!(game = id, "served");
        self.table_mut().insert(id.to_owned(), GameSlot::open(handle.clone()));
        self.tasks.push(task);
        handle
    }

    /// Warns of changes in the contest file that don't affect a game in progress.
    fn warn_of_changes(id: &str, held: &Setup, planned: &GameSpec) {
        let changes = changes::changes(held, planned);
        if !changes.is_empty() {
            tracing::warn!(
                game = id,
                changes = changes.join("; "),
                "the contest file changed, but this game keeps the settings it started with (G1). To use the new ones, give the \
                 game another id in the file"
            );
        }
    }
}

/// Streams with a record. A game without a record was interrupted while it was starting.
async fn recorded(context: &GameContext) -> Result<BTreeSet<String>, StartError> {
    let streams = context.journal.streams().await.map_err(StartError::streams)?;
    let recorded = streams.into_iter().filter(|(_, head)| *head > Sequence::START);
    Ok(recorded.map(|(stream, _)| stream.to_string()).collect())
}
