//! The launch of engines: of one game or event, or of many games at once; dormant games, and how they are woken.

use std::sync::{Arc, OnceLock};

use ishigaki_journal::{Journal, StreamId};
use ishigaki_rules::Setup;

use super::options::{Error as StartError, Options};
use super::recovery::{self, Recovered, Recovery, Returned, Share, caught};
use super::subject::Subject;
use super::{Engine, GameSubject, Handle, Inbox, Running};
use crate::archive::Archive;
use crate::checkpoint::Checkpoint;
use crate::clock::GameClock;
use crate::feed::{Cues, Feeds};

/// Takes a game for serving: recovers it from its journal, or sets it up, and starts its engine.
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
/// As [`start`].
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
/// two pages it waits for `pause`. Gives its set-up.
///
/// # Errors
/// If the records are damaged, or come to something else.
pub async fn verify<F: Future<Output = ()>>(
    options: Options,
    game: &DormantGame,
    pause: impl Fn() -> F,
) -> Result<Arc<Setup>, StartError> {
    let id = options.id.clone();
    let verifying =
        async { Recovery::<GameSubject>::reading(options, game.checkpoint.clone())?.verify(pause).await };
    caught(Box::pin(verifying)).await.unwrap_or_else(|panic| Err(StartError::Panicked { game: id, panic }))
}

/// A game that was taken for serving.
#[derive(Debug)]
pub enum Started {
    /// Its engine runs.
    Running(Running),
    /// It is over and has a checkpoint. Its records are read when somebody asks for it.
    Dormant(DormantGame),
}

/// A game that is over, and of which there is no more in memory than its checkpoint.
#[derive(Clone, Debug)]
pub struct DormantGame {
    /// Its id.
    pub id: StreamId,
    pub(crate) checkpoint: Checkpoint,
    pub(crate) clock: GameClock,
    /// What its judge showed to the hall, which no record has.
    pub(crate) cues: Cues,
}

/// As [`start`], for many games at once, which are this share of the journal; all of them, in their order, each with what
/// is damaged in it, or that another server holds it; or the first other failure, before any of them runs. `journal` is
/// theirs. Games that are over and have a checkpoint of their last record are dormant.
pub async fn start_all(
    journal: &dyn Journal,
    games: Vec<Options>,
    share: Share,
) -> Result<Vec<Result<Started, StartError>>, StartError> {
    let returned = recovery::recover_all(journal, games, share).await?;
    Ok(returned.into_iter().map(|game| game.map(Started::of)).collect())
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

    fn of(returned: Returned<GameSubject>) -> Self {
        match returned {
            Returned::Recovered(options, recovered) => Self::Running(run(options, *recovered, None)),
            Returned::Dormant(Options { id, clock, .. }, checkpoint) => {
                let clock = GameClock::starting_at(checkpoint.ended_at(), clock);
                Self::Dormant(DormantGame { id, checkpoint, clock, cues: Cues::default() })
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
    let archive = Archive::new(journal, options.id.clone(), recovered.game, recovered.index, options.spool);
    let archive = Arc::new(archive);
    if !is_over {
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
    };
    let task = tokio::spawn(engine.run(commands, options.stop, departure));
    Running { handle, task }
}
