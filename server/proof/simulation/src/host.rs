//! The simulated machine with the real engine: it boots, crashes, and boots again from its disk.
//!
//! The only place that makes engine options.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

use ishigaki_audit::{Checked, Violation};
use ishigaki_engine::clock::Clock;
use ishigaki_engine::engine::{
    AfterOutage, GameSubject, Handle, Options, Running, StartError, Subject, serve,
};
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_journal::{Journal, StreamId};
use ishigaki_record::signing::PublicKey;
use ishigaki_testkit::{SeededEntropy, SimJournal};
use tokio::sync::watch;

use crate::clock::SimClock;

pub(crate) type BoxedFuture<T> = Pin<Box<dyn Future<Output = T> + Send>>;

pub(crate) fn poll<T>(future: &mut BoxedFuture<T>) -> Poll<T> {
    future.as_mut().poll(&mut Context::from_waker(Waker::noop()))
}

pub(crate) struct Host<S: Subject = GameSubject> {
    setup: S::Setup,
    after_outage: AfterOutage,
    pub(crate) journal: SimJournal,
    pub(crate) clock: SimClock,
    entropy: SeededEntropy,
    /// The key file isn't on the simulated disk.
    key: Arc<ServerKey>,
    process: Process<S>,
}

enum Process<S: Subject> {
    Down,
    Starting(BoxedFuture<Result<Running<S>, StartError>>, watch::Sender<bool>),
    Up(Running<S>, watch::Sender<bool>),
}

/// Change of the process since the last look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    CameUp,
    Ended,
}

impl Host {
    pub(crate) fn adopt(&mut self, running: Running, stop: watch::Sender<bool>) {
        self.process = Process::Up(running, stop);
    }
}

impl<S: Subject<Setup: Clone>> Host<S> {
    pub(crate) fn new(
        setup: S::Setup,
        after_outage: AfterOutage,
        seed: u64,
        journal: SimJournal,
        clock: SimClock,
    ) -> Checked<Self> {
        let entropy = SeededEntropy::new(seed);
        let key = ServerKey::make(&entropy).map_err(|error| Violation::Broken(format!("no key: {error}")))?;
        Ok(Self { setup, after_outage, journal, clock, entropy, key: Arc::new(key), process: Process::Down })
    }

    pub(crate) fn sibling(&self, journal: SimJournal, clock: SimClock) -> Self {
        Self {
            setup: self.setup.clone(),
            after_outage: self.after_outage,
            journal,
            clock,
            entropy: self.entropy.clone(),
            key: Arc::clone(&self.key),
            process: Process::Down,
        }
    }

    fn options(&self, stop: watch::Receiver<bool>) -> Checked<Options<S::Setup>> {
        let id = StreamId::new("g").map_err(|error| Violation::Broken(error.to_string()))?;
        Ok(Options {
            id,
            setup: self.setup.clone(),
            journal: Arc::new(self.journal.attached()) as Arc<dyn Journal>,
            clock: Arc::new(self.clock.clone()) as Arc<dyn Clock>,
            entropy: Arc::new(self.entropy.clone()),
            key: Arc::clone(&self.key),
            after_outage: self.after_outage,
            meter: Meter::default(),
            // Lines from before the start are rarely read, so they are made on demand.
            spool: Spool::on_demand(),
            stop,
        })
    }

    /// Returns the options of a game or event and the sender that stops its engine.
    pub(crate) fn lasting_options(&self) -> Checked<(Options<S::Setup>, watch::Sender<bool>)> {
        let (sender, stop) = watch::channel(false);
        Ok((self.options(stop)?, sender))
    }

    pub(crate) fn start_server(&mut self) -> Checked {
        let (sender, stop) = watch::channel(false);
        self.process = Process::Starting(Box::pin(serve(self.options(stop)?)), sender);
        Ok(())
    }

    pub(crate) fn check_changes(&mut self) -> Checked<Option<Change>> {
        match std::mem::replace(&mut self.process, Process::Down) {
            Process::Starting(mut starting, stop) => match poll(&mut starting) {
                Poll::Pending => self.process = Process::Starting(starting, stop),
                Poll::Ready(Ok(running)) => {
                    self.process = Process::Up(running, stop);
                    return Ok(Some(Change::CameUp));
                }
                Poll::Ready(Err(_)) if self.journal.is_poisoned() => return Ok(Some(Change::Ended)),
                Poll::Ready(Err(error)) => {
                    let source = std::error::Error::source(&error).map(ToString::to_string);
                    return Err(Violation::Broken(format!("the engine does not start: {error}: {source:?}")));
                }
            },
            Process::Up(running, _) if running.task.is_finished() => {
                let mut task: BoxedFuture<_> = Box::pin(running.task);
                return match poll(&mut task) {
                    Poll::Ready(Err(error)) => {
                        Err(Violation::Broken(format!("the engine's task died: {error}")))
                    }
                    _ => Ok(Some(Change::Ended)),
                };
            }
            other => self.process = other,
        }
        Ok(None)
    }

    pub(crate) fn setup(&self) -> &S::Setup {
        &self.setup
    }

    pub(crate) fn public_key(&self) -> PublicKey {
        self.key.public()
    }

    pub(crate) fn handle(&self) -> Option<&Handle<S>> {
        match &self.process {
            Process::Up(running, _) => Some(&running.handle),
            _ => None,
        }
    }

    pub(crate) fn is_down(&self) -> bool {
        matches!(self.process, Process::Down)
    }

    pub(crate) fn is_starting(&self) -> bool {
        matches!(self.process, Process::Starting(..))
    }

    /// Requests a clean shutdown.
    pub(crate) fn stop(&self) {
        if let Process::Up(_, stop) = &self.process {
            stop.send_replace(true);
        }
    }

    pub(crate) fn kill(&mut self) {
        // A starting process loses its work.
        if let Process::Up(running, _) = std::mem::replace(&mut self.process, Process::Down) {
            running.task.abort();
        }
    }
}
