//! The events of a server: which are served, and how more of them are created.
//!
//! Which events there are stands in the journal alone: a stream whose first record creates an event is one. After a restart
//! the same events are served as before. The games of an event in groups are made and counted by its `reconciler`; the event
//! that the contest file asks for is created at the first start (`contest_event`).

mod contest_event;
mod ending;
mod lint;
mod planned;
mod reconciler;
pub(crate) mod wording;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockWriteGuard};

use ishigaki_catalogue::Message;
use ishigaki_journal::{Error as JournalError, Sequence, StreamId};
use ishigaki_preset::EventConfig;
use ishigaki_scenarios::{EventIdFault, check_event_id};
use ishigaki_tournament::GroupGame;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::JoinHandle;

use crate::archive::{self, Archive};
use crate::engine::{self, AfterOutage, EventSetup, Options, Running, StartError, TournamentSubject};
use crate::games::{self, GameContext, Games, RecordedGame};
use crate::stop_reason::StopReason;
pub use contest_event::Error as ContestEventError;
pub use contest_event::roster as contest_roster;
pub use lint::lint;
pub use planned::Error as PlannedError;
use planned::PlannedGames;
use reconciler::Reconciler;

/// An event that is being served.
pub type Handle = engine::Handle<TournamentSubject>;

/// A game of an event that is being served.
type GameHandle = engine::Handle;

/// Events of a server.
pub struct Tournaments {
    games: Arc<Games>,
    stop: watch::Receiver<bool>,
    served: RwLock<BTreeMap<String, Handle>>,
    /// Events that cannot be served: what the journal has of them is damaged.
    damaged: RwLock<BTreeSet<String>>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Held while an event is created, so that two calls cannot create it twice.
    creating: AsyncMutex<()>,
}

/// Error of creating an event.
#[derive(Debug, thiserror::Error, Message)]
#[message("events")]
pub enum Error {
    /// The id is none.
    BadId {
        id: String,
        /// Why it is none.
        #[message(skip)]
        fault: EventIdFault,
    },
    /// There is a game or an event of this id.
    #[message("fault-event-exists")]
    Exists(#[message("event")] String),
    /// The games of its groups cannot be made.
    #[message(transparent)]
    Planned(#[from] PlannedError),
    /// The event's engine does not start.
    #[message(transparent)]
    Engine(#[from] StartError),
}

/// Error of making a game of an event.
#[derive(Debug, thiserror::Error, Message)]
#[message("events")]
pub enum MakeError {
    /// It cannot be made as it is planned.
    #[message(transparent)]
    Planned(#[from] PlannedError),
    /// It does not start.
    #[message(transparent)]
    Game(#[from] games::Error),
}

impl Tournaments {
    /// Abandons the games that an event goes on without since a ruling, or since it was given up. What does not come through is
    /// the reconciler's, which tries again.
    pub async fn end_unneeded(&self, event: &Handle) {
        let (state, _) = event.feeds().standing();
        let Some(groups) = state.competition().groups() else { return };
        let (contest, roster) = (self.games.contest(), state.roster());
        let plan = PlannedGames { contest, event: event.id().as_str(), groups, roster };
        for (game, group) in groups.games() {
            for (id, cause) in plan.unneeded(game, group) {
                if let Err(error) = plan.end(&self.games, &id, cause).await {
                    tracing::debug!(event = %event.id(), game = id, %error, "not ended yet");
                }
            }
        }
    }

    /// Makes the games of all drawn groups that have none yet, so that they are there as soon as the draw is answered. What does not
    /// come through is the reconciler's, which tries again.
    pub async fn make_drawn(&self, event: &Handle) {
        let planned = self.plan(event, |plan| {
            let open = plan.groups.games().filter(|(_, group)| group.is_open());
            open.filter_map(|(game, group)| plan.game(game, group).ok().flatten()).collect::<Vec<_>>()
        });
        for spec in planned.unwrap_or_default() {
            let game = spec.id.clone();
            if let Err(error) = self.games.make(spec).await {
                tracing::debug!(event = %event.id(), game, %error, "not made yet");
            }
        }
    }

    /// The events that the journal knows, and the one that the contest file asks for, served when this returns with the games
    /// that they have made, but for those whose records are damaged.
    ///
    /// # Errors
    /// If the journal does not give them, or the contest file's event cannot be held.
    pub async fn open(games: Arc<Games>) -> anyhow::Result<Self> {
        let tournaments = Self::none(games);
        tournaments.take_recorded().await?;
        let events = tournaments.served();
        let made =
            events.iter().flat_map(|event| tournaments.plan(event, |plan| plan.made()).unwrap_or_default());
        let made: Vec<RecordedGame> = made.collect();
        tournaments.games.take_up(made).await?;
        tournaments.games.refuse_removed(|game| tournaments.is_of_damaged(game)).await?;
        for event in events {
            tournaments.keep_games(event);
        }
        tournaments.follow_contest().await?;
        Ok(tournaments)
    }

    /// No events yet, around these games.
    pub fn none(games: Arc<Games>) -> Self {
        let stop = games.stopping();
        Self {
            games,
            stop,
            served: RwLock::default(),
            damaged: RwLock::default(),
            tasks: Mutex::default(),
            creating: AsyncMutex::default(),
        }
    }

    /// Serves the events that the journal knows.
    async fn take_recorded(&self) -> Result<(), StartError> {
        let journal = Arc::clone(&self.games.context().journal);
        for (stream, head) in journal.streams().await.map_err(StartError::streams)? {
            // No event has made a game yet.
            if head > Sequence::START && self.games.spec(stream.as_str()).is_none() {
                self.serve(stream).await?;
            }
        }
        Ok(())
    }

    /// Serves the event whose stream this is; `None` if it is none of an event, damaged, or another server holds it.
    async fn serve(&self, stream: StreamId) -> Result<Option<Handle>, StartError> {
        let config = match Archive::event_config(&*self.games.context().journal, &stream).await {
            Ok(Some(config)) => config,
            Ok(None) | Err(archive::Error::Journal(JournalError::UnknownStream(_))) => return Ok(None),
            Err(error) => {
                self.note_damage(&stream, &error);
                return Ok(None);
            }
        };
        match engine::serve(self.options(stream.clone(), config)).await {
            Ok(running) => Ok(Some(self.enter(running))),
            Err(error) if error.is_held() => Ok(None),
            // Alone, what befalls one befalls all, and keeps the server from starting.
            Err(error) if error.is_damage() || self.games.directory().is_shared() && !error.is_of_all() => {
                self.note_damage(&stream, &error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Notes that an event cannot be served.
    pub fn note_damage(&self, stream: &StreamId, error: &(dyn std::error::Error + 'static)) {
        tell_damage(stream, error);
        self.damaged().insert(stream.to_string());
    }

    /// Returns whether an event cannot be served, because what the journal has of it is damaged.
    pub fn is_damaged(&self, id: &str) -> bool {
        self.damaged.read().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    /// Returns the ids of the events that cannot be served.
    pub fn unreadable(&self) -> Vec<String> {
        self.damaged().iter().cloned().collect()
    }

    fn damaged(&self) -> RwLockWriteGuard<'_, BTreeSet<String>> {
        self.damaged.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes up an event with the games that it has made, unless it is served here already, or held by another server; the
    /// games that another one let go are taken up all the same. Whether it is an event, and served here.
    ///
    /// # Errors
    /// If the journal does not give them.
    pub async fn take(&self, id: &str) -> Result<bool, StartError> {
        let _one_at_a_time = self.creating.lock().await;
        if self.damaged().contains(id) {
            return Ok(false);
        }
        let (event, is_new) = match self.get(id) {
            Some(event) => (event, false),
            None => match self.serve(StreamId::new(id).map_err(StartError::streams)?).await? {
                Some(event) => (event, true),
                None => return Ok(false),
            },
        };
        let made = self.plan(&event, |plan| plan.made()).unwrap_or_default();
        self.games.take_up(made).await?;
        if is_new {
            self.keep_games(event);
        }
        Ok(true)
    }

    /// An event that is served here.
    pub fn get(&self, id: &str) -> Option<Handle> {
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.get(id).filter(|event| !event.is_elsewhere()).cloned()
    }

    /// All events that are served here, by id.
    pub fn served(&self) -> Vec<Handle> {
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.values().filter(|event| !event.is_elsewhere()).cloned().collect()
    }

    /// The streams of events that were ended here because they are served elsewhere, or will be.
    pub fn gone(&self) -> Vec<StreamId> {
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.values().filter(|event| event.is_elsewhere()).map(|event| event.id().clone()).collect()
    }

    /// Forgets the events that were stopped for one of these reasons.
    pub fn forget(&self, is_meant: fn(StopReason) -> bool) {
        let stays = |_: &String, event: &mut Handle| !event.feeds().stop_reason().is_some_and(is_meant);
        self.served.write().unwrap_or_else(PoisonError::into_inner).retain(stays);
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).retain(|task| !task.is_finished());
    }

    /// Forgets which events could not be read, as [`Games::forget_damage`] does games.
    pub fn forget_damage(&self) {
        self.damaged().clear();
    }

    /// Returns whether a game's id begins with that of an event whose records are damaged.
    fn is_of_damaged(&self, game: &str) -> bool {
        let damaged = self.damaged();
        damaged.iter().any(|event| game.strip_prefix(&**event).is_some_and(|rest| rest.starts_with('-')))
    }

    /// Creates an event; its first record is durable when this returns.
    ///
    /// # Errors
    /// If the id is none or taken, or the journal does not take it.
    pub async fn create(&self, id: &str, config: EventConfig) -> Result<Handle, Error> {
        let _one_at_a_time = self.creating.lock().await;
        let bad = |fault| Error::BadId { id: id.to_owned(), fault };
        check_event_id(id).map_err(bad)?;
        let stream = StreamId::new(id).map_err(|_| bad(EventIdFault::Length { characters: 0 }))?;
        let journal = &self.games.context().journal;
        let streams = journal.streams().await.map_err(StartError::streams)?;
        // A stream that was claimed and nothing more is that of an event whose creation was cut short.
        let is_recorded = streams.iter().any(|(other, head)| *other == stream && *head > Sequence::START);
        if is_recorded || self.games.contest().game(id).is_some() {
            return Err(Error::Exists(id.to_owned()));
        }
        if let Some(plan) = config.plan().groups() {
            planned::check(self.games.contest(), plan)?;
        }
        let handle = match engine::serve(self.options(stream, config)).await {
            Ok(running) => self.enter(running),
            // Another server has created it meanwhile.
            Err(error) if error.is_held() => return Err(Error::Exists(id.to_owned())),
            Err(error) => return Err(error.into()),
        };
        self.keep_games(handle.clone());
        Ok(handle)
    }

    /// The event that has a game of this id now, and which of its games that is.
    pub fn game(&self, id: &str) -> Option<(Handle, GroupGame)> {
        let found = |event: Handle| {
            let game = self.plan(&event, |plan| plan.named(id)).flatten()?;
            Some((event, game))
        };
        self.served().into_iter().find_map(found)
    }

    /// Makes the game that replaces this one of an event, and serves it, unless it is served already (`G4`).
    ///
    /// # Errors
    /// If the event plans none, or it cannot be made.
    pub async fn make_spare(&self, event: &Handle, replaced: GroupGame) -> Result<GameHandle, MakeError> {
        let spare = GroupGame { spare: true, ..replaced };
        let planned = self.plan(event, |plan| {
            let group = plan.groups.games().find(|(game, _)| *game == spare);
            group.map_or(Ok(None), |(game, group)| plan.game(game, group))
        });
        match planned.transpose()?.flatten() {
            Some(spec) => Ok(self.games.make(spec).await?),
            None => Err(games::Error::NoSpare(event.id().to_string()).into()),
        }
    }

    /// Applies `ask` to what an event in groups plans of its games.
    fn plan<T>(&self, event: &Handle, ask: impl FnOnce(PlannedGames<'_>) -> T) -> Option<T> {
        let (state, _) = event.feeds().standing();
        let groups = state.competition().groups()?;
        let (contest, roster) = (self.games.contest(), state.roster());
        Some(ask(PlannedGames { contest, event: event.id().as_str(), groups, roster }))
    }

    /// Lets the games of an event in groups be made and counted from now on.
    fn keep_games(&self, event: Handle) {
        if event.setup().config.plan().groups().is_some() {
            let keeping = tokio::spawn(Reconciler::new(event, Arc::clone(&self.games)).run());
            self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(keeping);
        }
    }

    /// Waits until no event is served any more.
    pub async fn ended(&self) {
        let tasks = std::mem::take(&mut *self.tasks.lock().unwrap_or_else(PoisonError::into_inner));
        for task in tasks {
            if let Err(error) = task.await {
                tracing::error!(%error, "an engine did not end as it should");
            }
        }
    }

    fn options(&self, id: StreamId, config: EventConfig) -> Options<EventSetup> {
        let games = Arc::clone(&self.games);
        let setup = EventSetup { config, games };
        let GameContext { journal, clock, entropy, key, meter, spool, .. } = self.games.context().clone();
        let (after_outage, stop) = (AfterOutage::Resume, self.stop.clone());
        Options { id, setup, journal, clock, entropy, key, after_outage, meter, spool, stop }
    }

    fn enter(&self, running: Running<TournamentSubject>) -> Handle {
        let Running { handle, task } = running;
        tracing::info!(event = %handle.id(), "served");
        let mut served = self.served.write().unwrap_or_else(PoisonError::into_inner);
        served.insert(handle.id().to_string(), handle.clone());
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
        handle
    }
}

fn tell_damage(stream: &StreamId, error: &(dyn std::error::Error + 'static)) {
    tracing::error!(
        event = %stream,
        error,
        "THIS EVENT IS NOT SERVED, its records are damaged; the others are. To serve it, stop the server and take the journal \
         of the standby or a backup"
    );
}
