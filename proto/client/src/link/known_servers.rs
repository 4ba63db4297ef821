//! The servers known to a connection, and which of them serves which game.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use tonic::transport::Channel;

use crate::target::Target;
use crate::timeouts::ConnectionTimeouts;

/// Maximum number of known servers.
const MOST_SERVERS: usize = 64;
/// Maximum number of games with a known server.
const MOST_SUBJECTS: usize = 10_000;
const SHUNNED: Duration = Duration::from_secs(1);

/// Servers in the order of discovery, and the last server of each game.
#[derive(Default)]
pub(super) struct KnownServers {
    servers: Vec<Server>,
    /// Server that last answered a call without a game.
    home: usize,
    held: BTreeMap<String, usize>,
    timeouts: ConnectionTimeouts,
}

struct Server {
    target: Option<Target>,
    channel: Option<Channel>,
    failed: Option<Instant>,
}

impl KnownServers {
    pub(super) fn of_channel(channel: Channel) -> Self {
        let only = Server { target: None, channel: Some(channel), failed: None };
        Self { servers: vec![only], ..Self::default() }
    }

    /// Servers without connections.
    pub(super) fn of_targets(targets: &[Target]) -> Self {
        let mut known = Self::default();
        for target in targets {
            known.add(target.clone());
        }
        known
    }

    /// Adds a server and returns its index; `None` if there are too many.
    pub(super) fn add(&mut self, target: Target) -> Option<usize> {
        let name = target.name();
        if let Some(place) = self.names().position(|known| known.as_ref() == Some(&name)) {
            return Some(place);
        }
        if self.servers.len() >= MOST_SERVERS {
            return None;
        }
        self.servers.push(Server { target: Some(target), channel: None, failed: None });
        if let [first, _] = self.servers.as_mut_slice() {
            // The next call reconnects with the timeouts of several servers; pending calls stay.
            self.timeouts.among_others();
            first.channel = first.channel.take().filter(|_| first.target.is_none());
        }
        Some(self.servers.len() - 1)
    }

    /// The names of all servers, `HOST:PORT`; `None` for a given channel.
    pub(super) fn names(&self) -> impl Iterator<Item = Option<String>> {
        self.servers.iter().map(|server| server.target.as_ref().map(Target::name))
    }

    pub(super) fn len(&self) -> usize {
        self.servers.len()
    }

    /// The index of the server that last answered a call without a game.
    pub(super) fn home(&self) -> usize {
        self.home
    }

    /// The channel to a server, opened if necessary.
    pub(super) fn channel(
        &mut self,
        place: usize,
        open: impl FnOnce(&Target, &ConnectionTimeouts) -> Channel,
    ) -> Option<Channel> {
        let server = self.servers.get_mut(place)?;
        if server.channel.is_none() {
            server.channel = server.target.as_ref().map(|target| open(target, &self.timeouts));
        }
        server.channel.clone()
    }

    pub(super) fn current(&self, subject: Option<&str>) -> usize {
        subject.and_then(|subject| self.held.get(subject)).copied().unwrap_or(self.home)
    }

    pub(super) fn start(&self, subject: Option<&str>, now: Instant) -> usize {
        let place = self.current(subject);
        if self.is_shunned(place, now) { self.after(place, &BTreeSet::new(), now) } else { place }
    }

    /// The next server in rotation, avoiding these and recently failed ones if possible.
    pub(super) fn after(&self, place: usize, missed: &BTreeSet<usize>, now: Instant) -> usize {
        let count = self.servers.len().max(1);
        let others = || (1..count).map(|step| (place + step) % count).filter(|other| !missed.contains(other));
        let fresh = others().find(|&other| !self.is_shunned(other, now));
        fresh.or_else(|| others().next()).unwrap_or(place)
    }

    /// Records that no server could be reached. Returns whether to retry with longer timeouts.
    pub(super) fn missed_all(&mut self) -> bool {
        let is_longer = self.timeouts.missed_all();
        if is_longer {
            // A channel keeps the timeouts it was opened with.
            let dialled = self.servers.iter_mut().filter(|server| server.target.is_some());
            dialled.for_each(|server| server.channel = None);
        }
        is_longer
    }

    pub(super) fn listing(&self) -> Duration {
        self.timeouts.listing()
    }

    /// Returns whether a server was unreachable a moment ago.
    pub(super) fn is_shunned(&self, place: usize, now: Instant) -> bool {
        let failed = self.servers.get(place).and_then(|server| server.failed);
        failed.is_some_and(|failed| now.saturating_duration_since(failed) < SHUNNED)
    }

    pub(super) fn note(&mut self, place: usize, failed: Option<Instant>) {
        if let Some(server) = self.servers.get_mut(place) {
            server.failed = failed;
        }
    }

    pub(super) fn remember(&mut self, subject: Option<&str>, place: usize) {
        let Some(subject) = subject else {
            self.home = place;
            return;
        };
        if self.held.get(subject) == Some(&place) {
            return;
        }
        if self.held.len() >= MOST_SUBJECTS {
            self.held.clear();
        }
        self.held.insert(subject.to_owned(), place);
    }
}
