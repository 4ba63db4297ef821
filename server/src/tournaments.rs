//! The events of a server: which are served, and how more of them are created.
//!
//! Which events there are stands in the journal alone: a stream whose first record creates an event is one. After a restart
//! the same events are served as before.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use ishigaki_journal::{Sequence, StreamId};
use ishigaki_preset::Config;
use tokio::sync::{Mutex as AsyncMutex, watch};
use tokio::task::JoinHandle;

use crate::archive::Archive;
use crate::engine::{self, AfterOutage, Options, Running, StartError, TournamentSubject};
use crate::games::{GameContext, Games};

/// An event that is being served.
pub type Handle = engine::Handle<TournamentSubject>;

/// The longest id of an event, in bytes.
const LONGEST_ID: usize = 64;

/// All events of one server.
pub struct Tournaments {
    games: Arc<Games>,
    stop: watch::Receiver<bool>,
    served: RwLock<BTreeMap<String, Handle>>,
    /// Events that cannot be served: what the journal has of them is damaged.
    damaged: Vec<String>,
    tasks: Mutex<Vec<JoinHandle<()>>>,
    /// Held while an event is created, so that two calls cannot create it twice.
    creating: AsyncMutex<()>,
}

/// Why an event is not created.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The id is none.
    #[error("{0:?} is no id of an event")]
    BadId(String),
    /// There is a game or an event of this id.
    #[error("there is a game or an event {0} already")]
    Exists(String),
    /// The event's engine does not start.
    #[error(transparent)]
    Engine(#[from] StartError),
}

impl Tournaments {
    /// The events that the journal knows, served when this returns, but for those whose records are damaged.
    ///
    /// # Errors
    /// If the journal does not give them.
    pub async fn open(games: Arc<Games>) -> Result<Self, StartError> {
        let stop = games.stopping();
        let mut tournaments = Self {
            games,
            stop,
            served: RwLock::default(),
            damaged: Vec::new(),
            tasks: Mutex::default(),
            creating: AsyncMutex::default(),
        };
        let journal = Arc::clone(&tournaments.games.context().journal);
        for (stream, head) in journal.streams().await.map_err(StartError::streams)? {
            if head == Sequence::START || tournaments.games.contest().game(stream.as_str()).is_some() {
                continue;
            }
            let config = match Archive::event_config(&*journal, &stream).await {
                Ok(Some(config)) => config,
                Ok(None) => continue,
                Err(error) => {
                    tell_damage(&stream, &error);
                    tournaments.damaged.push(stream.to_string());
                    continue;
                }
            };
            match engine::serve(tournaments.options(stream.clone(), config)).await {
                Ok(running) => drop(tournaments.enter(running)),
                Err(error) if error.is_damage() => {
                    tell_damage(&stream, &error);
                    tournaments.damaged.push(stream.to_string());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(tournaments)
    }

    /// An event that is served.
    pub fn get(&self, id: &str) -> Option<Handle> {
        self.served.read().unwrap_or_else(PoisonError::into_inner).get(id).cloned()
    }

    /// All events that are served, by id.
    pub fn served(&self) -> Vec<Handle> {
        self.served.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    /// Whether a game's id begins with that of an event whose records are damaged.
    pub fn is_of_damaged(&self, game: &str) -> bool {
        self.damaged.iter().any(|event| game.strip_prefix(&**event).is_some_and(|rest| rest.starts_with('-')))
    }

    /// Creates an event; its first record is durable when this returns.
    ///
    /// # Errors
    /// If the id is none or taken, or the journal does not take it.
    pub async fn create(&self, id: &str, config: Config) -> Result<Handle, Error> {
        let _one_at_a_time = self.creating.lock().await;
        let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        let stream = StreamId::new(id).ok().filter(|_| id.len() <= LONGEST_ID && id.bytes().all(fits));
        let stream = stream.ok_or_else(|| Error::BadId(id.to_owned()))?;
        let journal = &self.games.context().journal;
        let streams = journal.streams().await.map_err(StartError::streams)?;
        // A stream that was claimed and nothing more is that of an event whose creation was cut short.
        let is_recorded = streams.iter().any(|(other, head)| *other == stream && *head > Sequence::START);
        if is_recorded || self.games.contest().game(id).is_some() {
            return Err(Error::Exists(id.to_owned()));
        }
        Ok(self.enter(engine::serve(self.options(stream, config)).await?))
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

    fn options(&self, id: StreamId, setup: Config) -> Options<Config> {
        let GameContext { journal, clock, entropy, key, meter, spool } = self.games.context().clone();
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
