//! The launch of engines: of one game or event, or of many games at once; dormant games, and how they are woken.

use std::fmt;
use std::sync::{Arc, OnceLock};

use ishigaki_journal::{Journal, StreamId};
use ishigaki_rules::Setup;
use tokio::sync::watch;

use super::options::{Error as StartError, Options};
use super::recovery::{
    self, ClaimOutcome, GameClaim, Recovered, Recovery, RecoveryOutcome, SweepExtent, SweepPriority, caught,
    side_by_side,
};
use super::subject::Subject;
use super::{Engine, GameSubject, Handle, Inbox, Running};
use crate::archive::Archive;
use crate::checkpoint::Checkpoint;
use crate::clock::{Clock, GameClock};
use crate::feed::{Cues, Feeds};

/// Takes a game for serving: recovers it from its journal, or sets it up, and starts its engine.
///
/// # Errors
/// [`StartError::Journal`] if the journal does not take or give, or another server holds the game;
/// [`StartError::Record`], [`StartError::Kept`] or [`StartError::Key`] with what is wrong
/// with its records; [`StartError::Setup`] if it cannot be played.
pub async fn start(options: Options) -> Result<Running, StartError> {
    serve(options).await
}

/// As [`start`], of a game or an event.
///
/// # Errors
/// As [`start`].
pub async fn serve<S: Subject>(options: Options<S::Setup>) -> Result<Running<S>, StartError> {
    let (options, recovered) = Recovery::<S>::begin(options).await?.finish().await?;
    Ok(run(options, recovered, None))
}

/// Brings a dormant game back: reads its records, compares what they come to with its checkpoint, and starts its engine. Its
/// clock goes on, and what its judge showed to the hall is shown.
///
/// # Errors
/// As [`start`]; and [`StartError::Panicked`].
pub async fn wake(options: Options, game: &DormantGame) -> Result<Running, StartError> {
    let recovering = async { Recovery::<GameSubject>::begin(options).await?.finish().await };
    let recovered = caught(Box::pin(recovering)).await;
    let (options, recovered) =
        recovered.unwrap_or_else(|panic| Err(StartError::Panicked { game: game.id.clone(), panic }))?;
    let running = run(options, recovered, Some(game.clock.clone()));
    running.handle.feeds.steer(game.cues);
    Ok(running)
}

/// Reads the records of a dormant game and compares what they come to with its checkpoint; starts and writes nothing. Between
/// two pages it waits for `pause`. Gives its set-up, and `None` if the records come to something else than the checkpoint.
///
/// # Errors
/// Returns an error if the records are damaged or cannot be read.
pub async fn verify<F: Future<Output = ()>>(
    options: Options,
    game: &DormantGame,
    pause: impl Fn() -> F,
) -> Result<Option<Arc<Setup>>, StartError> {
    let id = options.id.clone();
    let verifying =
        async { Recovery::<GameSubject>::reading(options, game.checkpoint.clone())?.verify(pause).await };
    caught(Box::pin(verifying)).await.unwrap_or_else(|panic| Err(StartError::Panicked { game: id, panic }))
}

/// A game that was taken for serving.
#[derive(Debug)]
pub enum Started {
    Running(Running),
    /// It is over and has a checkpoint. Its records are read when somebody asks for it.
    Dormant(DormantGame),
}

/// A game that is over, and of which there is no more in memory than its checkpoint.
#[derive(Clone, Debug)]
pub struct DormantGame {
    pub id: StreamId,
    pub(crate) checkpoint: Checkpoint,
    pub(crate) clock: GameClock,
    /// Cues that its judge showed to the hall, which no record has.
    pub(crate) cues: Cues,
}

/// As [`start`], for many games at once, which are this share of the journal; all of them, in their order, each with
/// what is damaged in it, or that another server holds it. `journal` is theirs. Games that are over and have a
/// checkpoint of their last record are dormant.
///
/// # Errors
/// The first failure that is neither damage of one game ([`StartError::is_damage`]) nor another server's hold on it
/// ([`StartError::is_held`]).
pub async fn start_all(
    journal: &dyn Journal,
    games: Vec<Options>,
    share: SweepExtent,
) -> Result<Vec<Result<Started, StartError>>, StartError> {
    // Those that are damaged or dormant keep their places among all.
    let (mut started, mut due, mut all) = (Vec::new(), Vec::new(), 0);
    for game in claim_all(journal, games).await? {
        all += game.as_ref().map_or(0, Claimed::records);
        started.push(match game {
            Ok(Claimed::Game(game)) => {
                due.push(game);
                None
            }
            Ok(Claimed::Dormant(game)) => Some(Ok(Started::Dormant(game))),
            Err(error) => Some(Err(error)),
        });
    }
    if share == SweepExtent::Most {
        due = read_together(journal, due, all, SweepPriority::Awaited).await?;
    }
    let mut running = Vec::with_capacity(due.len());
    side_by_side(due.into_iter().map(ClaimedGame::start), |place, game| running.push((place, game))).await;
    running.sort_by_key(|(place, _)| *place);
    let mut running = running.into_iter().map(|(_, game)| game.map(Started::Running));
    let started = started.into_iter().filter_map(|known| known.or_else(|| running.next()));
    started.map(of_one).collect()
}

/// Sorts errors: what is of one game alone inside, what keeps all from being served outside.
fn of_one<T>(game: Result<T, StartError>) -> Result<Result<T, StartError>, StartError> {
    match game {
        Err(error) if !error.is_damage() && !error.is_held() => Err(error),
        game => Ok(game),
    }
}

/// As [`start`], for games that another server held: all are claimed at once, and each runs, and is handed on with its place
/// among them, as soon as its own records are read. What keeps one from running keeps no other.
///
/// # Errors
/// If the journal does not say whose they are.
pub async fn take_up(
    journal: &dyn Journal,
    games: Vec<Options>,
    mut each: impl FnMut(usize, Result<Started, StartError>),
) -> Result<(), StartError> {
    recovery::recover_each(journal, games, |place, game| each(place, game.map(Started::of))).await
}

/// A game that was claimed for serving.
#[derive(Debug)]
pub enum Claimed {
    /// Its records are to be read.
    Game(ClaimedGame),
    /// It is over and has a checkpoint. Its records are read when somebody asks for it.
    Dormant(DormantGame),
}

impl Claimed {
    /// Returns the number of its records.
    pub fn records(&self) -> u64 {
        match self {
            Self::Game(game) => game.records(),
            Self::Dormant(game) => game.checkpoint.records().0,
        }
    }
}

/// A game that was claimed, and whose first record has been read if it has one.
pub struct ClaimedGame(Box<Recovery<GameSubject>>);

impl fmt::Debug for ClaimedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "claimed game {}", self.0.id())
    }
}

impl ClaimedGame {
    /// The same game once more, of which nothing is read yet: whoever is in a hurry reads it apart from all others. Of both one
    /// is to be started.
    #[must_use]
    pub fn again(options: Options, claim: GameClaim) -> Self {
        Self(Box::new(Recovery::again(options, claim)))
    }

    /// Returns the outcome of its claim.
    pub fn claim(&self) -> GameClaim {
        self.0.claim()
    }

    /// Its id.
    pub fn id(&self) -> &StreamId {
        self.0.id()
    }

    /// Its set-up: as its first record has it, or as it is planned if it has none.
    pub fn setup(&self) -> &Setup {
        self.0.setup()
    }

    /// Returns the number of its records.
    pub fn records(&self) -> u64 {
        self.0.records()
    }

    /// Reads what is left of its records, and starts its engine.
    ///
    /// # Errors
    /// As [`start`]; and [`StartError::Panicked`].
    pub async fn start(self) -> Result<Running, StartError> {
        let id = self.id().clone();
        let recovered = caught(Box::pin(self.0.finish())).await;
        let (options, recovered) =
            recovered.unwrap_or_else(|panic| Err(StartError::Panicked { game: id, panic }))?;
        Ok(run(options, recovered, None))
    }
}

/// Claims many games at once, and reads the first record of those that are not over; all of them, in their order, each with
/// what is damaged in it, or that another server holds it. `journal` is theirs.
///
/// # Errors
/// With the first other failure.
pub async fn claim_all(
    journal: &dyn Journal,
    games: Vec<Options>,
) -> Result<Vec<Result<Claimed, StartError>>, StartError> {
    let (mut claimed, mut recoveries) = (Vec::new(), Vec::new());
    for game in recovery::begin_all::<GameSubject>(journal, games).await? {
        claimed.push(match game {
            ClaimOutcome::Recovery(recovery) => {
                recoveries.push(*recovery);
                None
            }
            ClaimOutcome::Dormant(Options { id, clock, .. }, checkpoint) => {
                Some(Ok(Claimed::Dormant(DormantGame::of(id, checkpoint, clock))))
            }
            ClaimOutcome::Refused(error) => Some(Err(error)),
        });
    }
    let mut begun = recovery::read_first(recoveries).await.into_iter();
    let mut next = || Some(begun.next()?.map(|recovery| Claimed::Game(ClaimedGame(Box::new(recovery)))));
    let claimed = claimed.into_iter().filter_map(|known| known.or_else(&mut next));
    claimed.map(of_one).collect()
}

/// Reads the records of these games in one reading of the journal, if they are most of the `all` records that are served. What
/// goes wrong is told by [`ClaimedGame::start`], which also reads what was not read here.
///
/// # Errors
/// If the journal does not give its records.
pub async fn read_together(
    journal: &dyn Journal,
    games: Vec<ClaimedGame>,
    all: u64,
    haste: SweepPriority,
) -> Result<Vec<ClaimedGame>, StartError> {
    let recoveries = games.into_iter().map(|game| *game.0).collect();
    let read = recovery::read_together(journal, recoveries, all, haste).await?;
    Ok(read.into_iter().map(|recovery| ClaimedGame(Box::new(recovery))).collect())
}

impl DormantGame {
    fn of(id: StreamId, checkpoint: Checkpoint, clock: Arc<dyn Clock>) -> Self {
        let clock = GameClock::starting_at(checkpoint.ended_at(), clock);
        let cues = Cues { revealed_places: checkpoint.clock().revealed_places, uncovering: None };
        Self { id, checkpoint, clock, cues }
    }
}

impl Started {
    /// Its id.
    pub fn id(&self) -> &StreamId {
        match self {
            Self::Running(running) => running.handle.id(),
            Self::Dormant(game) => &game.id,
        }
    }

    /// The engine, if one runs.
    pub fn running(self) -> Option<Running> {
        match self {
            Self::Running(running) => Some(running),
            Self::Dormant(_) => None,
        }
    }

    fn of(returned: RecoveryOutcome<GameSubject>) -> Self {
        match returned {
            RecoveryOutcome::Recovered(options, recovered) => Self::Running(run(options, *recovered, None)),
            RecoveryOutcome::Dormant(Options { id, clock, .. }, checkpoint) => {
                Self::Dormant(DormantGame::of(id, checkpoint, clock))
            }
        }
    }
}

impl Handle {
    /// The game as it is when nothing more of it is kept in memory, if that can be now: it is over, its checkpoint is kept, and
    /// nobody has another handle of it or watches it.
    pub(crate) fn dormant(&self) -> Option<DormantGame> {
        // One is this, the other one the engine's.
        let is_quiet = Arc::strong_count(&self.feeds) == 2 && self.feeds.stop_reason().is_none();
        let checkpoint = self.checkpoint.get().filter(|_| is_quiet)?.clone();
        let (clock, cues) = (self.inbox.clock().clone(), self.feeds.cues());
        Some(DormantGame { id: self.id.clone(), checkpoint, clock, cues })
    }
}

/// Starts an engine, with a clock that runs already if there is one.
fn run<S: Subject>(
    options: Options<S::Setup>,
    recovered: Recovered<S>,
    clock: Option<GameClock>,
) -> Running<S> {
    let clock = clock.unwrap_or_else(|| GameClock::starting_at(recovered.time, Arc::clone(&options.clock)));
    let (inbox, commands) = Inbox::new(clock.clone(), recovered.soonest);
    let state = recovered.subject.state();
    let is_over = crate::feed::State::is_over(&state);
    let feeds = Arc::new(Feeds::new(state, clock.clone(), recovered.published));
    let setup = Arc::clone(recovered.subject.setup());
    let journal = Arc::clone(&options.journal);
    let is_prepared = !is_over && options.spool.is_eager();
    let archive = Archive::new(journal, options.id.clone(), recovered.game, recovered.index, options.spool);
    let archive = Arc::new(archive);
    if is_prepared {
        let archive = Arc::clone(&archive);
        tokio::spawn(async move { archive.prepare().await });
    }
    let handle = Handle {
        id: options.id.clone(),
        setup,
        inbox: Arc::new(inbox),
        feeds: Arc::clone(&feeds),
        archive: Arc::clone(&archive),
        departure: Arc::default(),
        is_checkpointed: Arc::new(watch::Sender::new(recovered.checkpoint.is_some())),
        checkpoint: Arc::new(recovered.checkpoint.map_or_else(OnceLock::new, OnceLock::from)),
    };
    let departure = handle.departure.subscribe();
    let engine = Engine {
        id: options.id,
        journal: options.journal,
        clock,
        subject: recovered.subject,
        epoch: recovered.epoch,
        head: recovered.head,
        authenticator: recovered.authenticator,
        feeds,
        archive,
        inbox: Arc::clone(&handle.inbox),
        beaten: recovered.time,
        durable: recovered.time,
        meter: options.meter,
        key: options.key,
        checkpoint: Arc::clone(&handle.checkpoint),
        is_checkpointed: Arc::clone(&handle.is_checkpointed),
    };
    let task = tokio::spawn(engine.run(commands, options.stop, departure));
    Running { handle, task }
}
