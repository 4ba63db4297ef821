//! The servers that a connection knows, and which of them serves what.

use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use tonic::transport::Channel;

use crate::patience::Patience;
use crate::target::Target;

/// The most servers that are remembered.
const MOST_SERVERS: usize = 64;
/// The most games whose server is remembered.
const MOST_SUBJECTS: usize = 10_000;
/// For how long a server that could not be reached is asked after the others.
const SHUNNED: Duration = Duration::from_secs(1);

/// Servers in the order in which they became known, and which of them was right for each game.
#[derive(Default)]
pub(super) struct KnownServers {
    servers: Vec<Server>,
    /// Server that answered last where no game was named.
    home: usize,
    /// Server that serves a game or an event, by its id.
    held: BTreeMap<String, usize>,
    patience: Patience,
}

struct Server {
    target: Option<Target>,
    channel: Option<Channel>,
    failed: Option<Instant>,
}

impl KnownServers {
    /// One server at the other end of a channel, of which nothing else is known.
    pub(super) fn of_channel(channel: Channel) -> Self {
        let only = Server { target: None, channel: Some(channel), failed: None };
        Self { servers: vec![only], ..Self::default() }
    }

    /// Servers to which there is no connection yet.
    pub(super) fn of_targets(targets: &[Target]) -> Self {
        let mut known = Self::default();
        for target in targets {
            known.add(target.clone());
        }
        known
    }

    /// Takes note of a server; its place. `None`: too many are known.
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
            // The next call opens it anew, with the limits of one among others; what is under way stays.
            self.patience.among_others();
            first.channel = first.channel.take().filter(|_| first.target.is_none());
        }
        Some(self.servers.len() - 1)
    }

    /// The names of all servers, `HOST:PORT`; `None` of one of which only the channel is known.
    pub(super) fn names(&self) -> impl Iterator<Item = Option<String>> {
        self.servers.iter().map(|server| server.target.as_ref().map(Target::name))
    }

    /// Returns the number of servers that are known.
    pub(super) fn len(&self) -> usize {
        self.servers.len()
    }

    /// The place of the server that answered last where no game was named.
    pub(super) fn home(&self) -> usize {
        self.home
    }

    /// The channel to a server, opened if it is not yet.
    pub(super) fn channel(
        &mut self,
        place: usize,
        open: impl FnOnce(&Target, &Patience) -> Channel,
    ) -> Option<Channel> {
        let server = self.servers.get_mut(place)?;
        if server.channel.is_none() {
            server.channel = server.target.as_ref().map(|target| open(target, &self.patience));
        }
        server.channel.clone()
    }

    /// The server that was right last.
    pub(super) fn current(&self, subject: Option<&str>) -> usize {
        subject.and_then(|subject| self.held.get(subject)).copied().unwrap_or(self.home)
    }

    /// The server to ask first about a game, or where none is named.
    pub(super) fn start(&self, subject: Option<&str>, now: Instant) -> usize {
        let place = self.current(subject);
        if self.is_shunned(place, now) { self.after(place, &BTreeSet::new(), now) } else { place }
    }

    /// The server after one, round and round: none of these and none that failed a moment ago if there is any other; itself if
    /// it is the only one.
    pub(super) fn after(&self, place: usize, missed: &BTreeSet<usize>, now: Instant) -> usize {
        let count = self.servers.len().max(1);
        let others = || (1..count).map(|step| (place + step) % count).filter(|other| !missed.contains(other));
        let fresh = others().find(|&other| !self.is_shunned(other, now));
        fresh.or_else(|| others().next()).unwrap_or(place)
    }

    /// None of the servers could be reached. Returns whether they are to be tried again, with longer times.
    pub(super) fn missed_all(&mut self) -> bool {
        let is_longer = self.patience.missed_all();
        if is_longer {
            // A channel keeps the limits that it was opened with.
            let dialled = self.servers.iter_mut().filter(|server| server.target.is_some());
            dialled.for_each(|server| server.channel = None);
        }
        is_longer
    }

    /// Returns the longest time that a server may take to tell of its own games.
    pub(super) fn listing(&self) -> Duration {
        self.patience.listing()
    }

    /// Returns whether a server could not be reached a moment ago.
    pub(super) fn is_shunned(&self, place: usize, now: Instant) -> bool {
        let failed = self.servers.get(place).and_then(|server| server.failed);
        failed.is_some_and(|failed| now.saturating_duration_since(failed) < SHUNNED)
    }

    /// Notes that a server answers, or failed at this moment.
    pub(super) fn note(&mut self, place: usize, failed: Option<Instant>) {
        if let Some(server) = self.servers.get_mut(place) {
            server.failed = failed;
        }
    }

    /// Remembers which server was right.
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
