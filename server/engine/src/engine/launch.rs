//! The launch of engines.

use std::fmt;
use std::sync::Arc;

use tokio::sync::watch;

use super::options::{Error as StartError, Options};
use super::recovery::{RecoveredSubject, Recovery};
use super::subject::Subject;
use super::{Engine, Handle, Inbox, KeptCheckpoint, Running};
use crate::archive::Archive;
use crate::checkpoint::Checkpoint;
use crate::clock::GameClock;
use crate::feed::{Feeds, State as _};

/// Serves a game: recovers it from its journal or founds it, and starts its engine.
///
/// # Errors
///
/// [`StartError::Journal`] if the journal fails or another server holds the game; [`StartError::Record`],
/// [`StartError::Kept`] or [`StartError::Key`] for its records; [`StartError::Setup`] if it can't be played;
/// [`StartError::Panicked`].
pub async fn start(options: Options) -> Result<Running, StartError> {
    serve(options).await
}

/// Serves a game or event like [`start`].
pub async fn serve<S: Subject>(options: Options<S::Setup>) -> Result<Running<S>, StartError> {
    Ok(Recovery::<S>::begin(options).await?.finish().await?.launch())
}

impl<S: Subject> fmt::Debug for Recovery<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "recovery of {} {}", S::KIND, self.id())
    }
}

impl<S: Subject> fmt::Debug for RecoveredSubject<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "recovered {} {}", S::KIND, self.options.id)
    }
}

impl RecoveredSubject {
    /// Returns its checkpoint, if it is over.
    pub fn checkpoint(&self) -> Option<&Checkpoint> {
        self.checkpoint.as_ref()
    }

    /// Starts its engine. If it was closed, its clock and cues continue.
    pub fn run(self) -> Running {
        let cues = self.standing.as_ref().map(|(_, cues)| *cues);
        let running = self.launch();
        if let Some(cues) = cues {
            running.handle.feeds.steer(cues);
        }
        running
    }
}

impl<S: Subject> RecoveredSubject<S> {
    pub fn setup(&self) -> &S::Setup {
        self.subject.setup()
    }

    fn launch(self) -> Running<S> {
        let Self { options, standing, .. } = self;
        let clock = standing.map(|(clock, _)| clock);
        let clock = clock.unwrap_or_else(|| GameClock::starting_at(self.time, Arc::clone(&options.clock)));
        let (inbox, commands) = Inbox::new(clock.clone(), self.soonest);
        let state = self.subject.state();
        let is_over = state.is_over();
        let feeds = Arc::new(Feeds::new(state, clock.clone(), self.published));
        let setup = Arc::clone(self.subject.setup());
        let journal = Arc::clone(&options.journal);
        let is_prepared = !is_over && options.spool.is_eager();
        let archive = Archive::new(journal, options.id.clone(), self.game, self.index, options.spool);
        let archive = Arc::new(archive);
        if is_prepared {
            let archive = Arc::clone(&archive);
            tokio::spawn(async move { archive.prepare().await });
        }
        let checkpoint = self.checkpoint.map_or(KeptCheckpoint::Due, KeptCheckpoint::Kept);
        let handle = Handle {
            id: options.id.clone(),
            setup,
            inbox: Arc::new(inbox),
            feeds: Arc::clone(&feeds),
            archive: Arc::clone(&archive),
            departure: Arc::default(),
            epoch: self.epoch,
            checkpoint: Arc::new(watch::Sender::new(checkpoint)),
        };
        let departure = handle.departure.subscribe();
        let engine = Engine {
            id: options.id,
            journal: options.journal,
            clock,
            subject: self.subject,
            epoch: self.epoch,
            head: self.head,
            authenticator: self.authenticator,
            feeds,
            archive,
            inbox: Arc::clone(&handle.inbox),
            beaten: self.time,
            durable: self.time,
            meter: options.meter,
            key: options.key,
            checkpoint: Arc::clone(&handle.checkpoint),
        };
        let task = tokio::spawn(engine.run(commands, options.stop, departure));
        Running { handle, task }
    }
}
