//! The events of a server: those being served, and creating more.
//!
//! The journal alone defines the events: a stream is an event if its first record creates one. A restart
//! serves the same events. An event's `reconciler` makes and counts the games of groups; the contest file's
//! event is created at the first start (`contest_event`).

mod contest_event;
mod ending;
mod lint;
mod planned_games;
mod reconciler;
pub(crate) mod wording;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockWriteGuard};

use ishigaki_catalogue::Message;
use ishigaki_journal::{Error as JournalError, Sequence, StreamId};
use ishigaki_preset::EventConfig;
use ishigaki_scenarios::{EventIdFault, check_event_id};
use ishigaki_tournament::GroupGame;
use tokio::sync::{Mutex as AsyncMutex, watch};

use crate::archive::{self, Archive};
use crate::engine::{self, AfterOutage, EventSetup, Options, Running, StartError, TournamentSubject};
use crate::engine_tasks::EngineTasks;
use crate::games::{self, GameContext, Games, RecordedGame};
use crate::stop_reason::StopReason;
pub use contest_event::Error as ContestEventError;
pub use contest_event::roster as contest_roster;
pub use lint::lint;
pub use planned_games::Error as PlannedError;
use planned_games::PlannedGames;
use reconciler::Reconciler;

/// A served event.
pub type Handle = engine::Handle<TournamentSubject>;

type GameHandle = engine::Handle;

/// Events of a server.
pub struct Tournaments {
    games: Arc<Games>,
    stop: watch::Receiver<bool>,
    served: RwLock<BTreeMap<String, Handle>>,
    /// Events with damaged records, which can't be served.
    damaged: RwLock<BTreeSet<String>>,
    tasks: EngineTasks,
    /// Held while an event is created, so that two calls can't create it twice.
    creating: AsyncMutex<()>,
}

/// Error of creating an event.
#[derive(Debug, thiserror::Error, Message)]
#[message("events")]
pub enum Error {
    BadId {
        id: String,
        #[message(skip)]
        fault: EventIdFault,
    },
    #[message("fault-event-exists")]
    Exists(#[message("event")] String),
    /// The games of its groups can't be made.
    #[message(transparent)]
    Planned(#[from] PlannedError),
    #[message(transparent)]
    Engine(#[from] StartError),
}

/// Error of making a game of an event.
#[derive(Debug, thiserror::Error, Message)]
#[message("events")]
pub enum MakeError {
    /// It can't be made as planned.
    #[message(transparent)]
    Planned(#[from] PlannedError),
    #[message(transparent)]
    Game(#[from] games::Error),
}

impl Tournaments {
    /// Abandons games that an event no longer needs after a ruling or because it was abandoned. The
    /// reconciler retries failures.
    pub async fn end_unneeded(&self, event: &Handle) {
        let (state, _) = event.feeds().standing();
        let Some(groups) = state.competition().groups() else { return };
        let (contest, roster) = (self.games.contest(), state.roster());
        let plan = PlannedGames { contest, event: event.id().as_str(), groups, roster };
        for (game, group) in groups.games() {
            for (id, cause) in plan.unneeded(game, group) {
                if let Err(error) = plan.end(&self.games, &id, cause).await {
                    tracing::debug!(event = %event.id(), game = id, %error, "event not ended yet");
                }
            }
        }
    }

    /// Makes the missing games of all drawn groups, so that they exist when the draw is answered. The
    /// reconciler retries failures.
    pub async fn make_drawn(&self, event: &Handle) {
        let planned = self.plan(event, |plan| {
            let open = plan.groups.games().filter(|(_, group)| group.is_open());
            open.filter_map(|(game, group)| plan.game(game, group).ok().flatten()).collect::<Vec<_>>()
        });
        for spec in planned.unwrap_or_default() {
            let game = spec.id.clone();
            if let Err(error) = self.games.make(spec).await {
                tracing::debug!(event = %event.id(), game, %error, "event's games not created yet");
            }
        }
    }

    /// Opens the journal's events and the contest file's. On return they are served with their games, except
    /// damaged ones.
    ///
    /// # Errors
    ///
    /// Fails if the journal fails, or the contest file's event can't be created.
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

    /// Returns no events yet, for these games.
    pub fn none(games: Arc<Games>) -> Self {
        let stop = games.stopping();
        Self {
            games,
            stop,
            served: RwLock::default(),
            damaged: RwLock::default(),
            tasks: EngineTasks::default(),
            creating: AsyncMutex::default(),
        }
    }

    async fn take_recorded(&self) -> Result<(), StartError> {
        let journal = Arc::clone(&self.games.context().journal);
        for (stream, head) in journal.streams().await.map_err(StartError::streams)? {
            // Before any event has made a game.
            if head > Sequence::START && self.games.spec(stream.as_str()).is_none() {
                self.serve(stream).await?;
            }
        }
        Ok(())
    }

    /// Serves the event with this stream; `None` if it isn't an event, is damaged, or is held by another
    /// server.
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
            // On an own journal, one failure affects all, and the server doesn't start.
            Err(error) if error.is_damage() || self.games.directory().is_shared() && !error.is_of_all() => {
                self.note_damage(&stream, &error);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Records that an event can't be served.
    pub fn note_damage(&self, stream: &StreamId, error: &(dyn std::error::Error + 'static)) {
        report_damage(stream, error);
        self.damaged().insert(stream.to_string());
    }

    /// Returns whether an event can't be served because its records are damaged.
    pub fn is_damaged(&self, id: &str) -> bool {
        self.damaged.read().unwrap_or_else(PoisonError::into_inner).contains(id)
    }

    /// Returns the ids of the events that can't be served.
    pub fn unreadable(&self) -> Vec<String> {
        self.damaged().iter().cloned().collect()
    }

    fn damaged(&self) -> RwLockWriteGuard<'_, BTreeSet<String>> {
        self.damaged.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Serves an event with its games, unless it is served here or held by another server; games that another
    /// server released are served anyway. Returns whether it is an event served here.
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

    /// Returns an event served here.
    pub fn get(&self, id: &str) -> Option<Handle> {
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.get(id).filter(|event| !event.is_elsewhere()).cloned()
    }

    /// Returns all events served here, by id.
    pub fn served(&self) -> Vec<Handle> {
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.values().filter(|event| !event.is_elsewhere()).cloned().collect()
    }

    /// Returns the streams of events that were ended here because they move to another server.
    pub fn lost_streams(&self) -> Vec<StreamId> {
        let served = self.served.read().unwrap_or_else(PoisonError::into_inner);
        served.values().filter(|event| event.is_elsewhere()).map(|event| event.id().clone()).collect()
    }

    /// Forgets events stopped for one of these reasons.
    pub fn forget(&self, is_meant: fn(StopReason) -> bool) {
        let stays = |_: &String, event: &mut Handle| !event.feeds().stop_reason().is_some_and(is_meant);
        self.served.write().unwrap_or_else(PoisonError::into_inner).retain(stays);
        self.tasks.prune();
    }

    /// Forgets which events were unreadable, like [`Games::forget_damage`].
    pub fn forget_damage(&self) {
        self.damaged().clear();
    }

    fn is_of_damaged(&self, game: &str) -> bool {
        let damaged = self.damaged();
        damaged.iter().any(|event| game.strip_prefix(&**event).is_some_and(|rest| rest.starts_with('-')))
    }

    /// Creates an event. Its first record is durable on return.
    ///
    /// # Errors
    ///
    /// Fails if the id is invalid or taken, or the journal fails.
    pub async fn create(&self, id: &str, config: EventConfig) -> Result<Handle, Error> {
        let _one_at_a_time = self.creating.lock().await;
        let bad = |fault| Error::BadId { id: id.to_owned(), fault };
        check_event_id(id).map_err(bad)?;
        let stream = StreamId::new(id).map_err(|_| bad(EventIdFault::Length { characters: 0 }))?;
        let journal = &self.games.context().journal;
        let streams = journal.streams().await.map_err(StartError::streams)?;
        // An event without a record was interrupted while it was created.
        let is_recorded = streams.iter().any(|(other, head)| *other == stream && *head > Sequence::START);
        if is_recorded || self.games.contest().game(id).is_some() {
            return Err(Error::Exists(id.to_owned()));
        }
        if let Some(plan) = config.plan().groups() {
            planned_games::check(self.games.contest(), plan)?;
        }
        let handle = match engine::serve(self.options(stream, config)).await {
            Ok(running) => self.enter(running),
            // Another server has created it in the meantime.
            Err(error) if error.is_held() => return Err(Error::Exists(id.to_owned())),
            Err(error) => return Err(error.into()),
        };
        self.keep_games(handle.clone());
        Ok(handle)
    }

    /// Returns the current game with this id, and its event.
    pub fn game(&self, id: &str) -> Option<(Handle, GroupGame)> {
        let found = |event: Handle| {
            let game = self.plan(&event, |plan| plan.named(id)).flatten()?;
            Some((event, game))
        };
        self.served().into_iter().find_map(found)
    }

    /// Makes and serves the spare for this game of an event, unless it is served already (`G4`).
    ///
    /// # Errors
    ///
    /// Fails if the event plans none, or it can't be made.
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

    fn plan<T>(&self, event: &Handle, query: impl FnOnce(PlannedGames<'_>) -> T) -> Option<T> {
        let (state, _) = event.feeds().standing();
        let groups = state.competition().groups()?;
        let (contest, roster) = (self.games.contest(), state.roster());
        Some(query(PlannedGames { contest, event: event.id().as_str(), groups, roster }))
    }

    /// Starts the reconciler of an event in groups.
    fn keep_games(&self, event: Handle) {
        if event.setup().config.plan().groups().is_some() {
            let keeping = tokio::spawn(Reconciler::new(event, Arc::clone(&self.games)).run());
            self.tasks.push(keeping);
        }
    }

    /// Waits until no event is served.
    pub async fn ended(&self) {
        self.tasks.ended().await;
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
        self.tasks.push(task);
        handle
    }
}

fn report_damage(stream: &StreamId, error: &(dyn std::error::Error + 'static)) {
    tracing::error!(
        event = %stream,
        error,
        "event unavailable: its records are damaged. Other events are not affected. To restore it, stop the server and use the \
         journal of the standby or a backup"
    );
}
