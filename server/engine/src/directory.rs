//! The directory of a shared journal: which server serves which streams, as last seen.
//!
//! It knows members, streams and addresses, and how long its knowledge is valid; it claims and releases
//! nothing. It is empty for a server with its own journal.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use ishigaki_journal::{Holding, Member, MemberId, Renewal, Sequence, StreamId};
use ishigaki_rules::Millis;
use tokio::sync::watch;

use crate::clock::{Clock, Monotonic};

/// Lifetime of a member's lease without renewal.
pub const LEASE: Duration = Duration::from_secs(1);

/// Minimum interval between full scans on demand, in milliseconds.
const MIN_SCAN_INTERVAL: u64 = 1_000;

/// Directory of games, events and their servers. Clones share their contents.
#[derive(Clone, Debug)]
pub struct Directory(Option<Arc<SharedDirectory>>);

#[derive(Debug)]
struct SharedDirectory {
    clock: Arc<dyn Clock>,
    standing: RwLock<MemberState>,
    /// Set if a full scan was requested.
    is_asked: AtomicBool,
    learned: watch::Sender<u64>,
    /// Number of games and events taken over from other servers.
    takeovers: AtomicU64,
}

#[derive(Debug, Default)]
struct MemberState {
    me: Option<MemberId>,
    good_until: Monotonic,
    renewal: Renewal,
    /// Moment at which the first of the other leases expires unless renewed.
    lapse: Monotonic,
    streams: BTreeMap<StreamId, Holding>,
    refreshed_at: Monotonic,
}

/// Location of a game or event that isn't served here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameLocation {
    Unrecorded,
    At { address: String },
    Nowhere,
}

impl Directory {
    /// Returns the directory of a server with its own journal.
    pub fn alone() -> Self {
        Self(None)
    }

    /// Returns the empty directory of a server with a shared journal.
    pub fn shared(clock: Arc<dyn Clock>) -> Self {
        let (standing, is_asked) = (RwLock::default(), AtomicBool::new(true));
        let (learned, takeovers) = (watch::Sender::new(0), AtomicU64::default());
        Self(Some(Arc::new(SharedDirectory { clock, standing, is_asked, learned, takeovers })))
    }

    /// Returns whether other servers may share the journal.
    pub fn is_shared(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether other servers may by now serve what this server thinks it holds.
    pub fn is_late(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.clock.now() >= shared.read().good_until)
    }

    /// Returns the location of something that isn't served here, and requests a scan.
    pub fn locate(&self, id: &str) -> GameLocation {
        let Some(shared) = &self.0 else { return GameLocation::Unrecorded };
        shared.is_asked.store(true, Ordering::Relaxed);
        let standing = shared.read();
        let holding = StreamId::new(id).ok().and_then(|stream| standing.streams.get(&stream));
        let Some(holding) = holding.filter(|holding| holding.head > Sequence::START) else {
            return GameLocation::Unrecorded;
        };
        let is_late = shared.clock.now() >= standing.good_until;
        let holder = holding.holder.filter(|holder| standing.me != Some(*holder) && !is_late);
        let member = holder.and_then(|holder| standing.member(holder)).filter(|member| member.is_alive);
        member.map_or(GameLocation::Nowhere, |member| GameLocation::At { address: member.address.clone() })
    }

    /// Returns the ids of all recorded streams that this server doesn't serve.
    pub fn others(&self) -> Vec<String> {
        let Some(shared) = &self.0 else { return Vec::new() };
        let standing = shared.read();
        let is_others = |holding: &&Holding| holding.head > Sequence::START && holding.holder != standing.me;
        standing.streams.values().filter(is_others).map(|holding| holding.stream.to_string()).collect()
    }

    /// Returns the addresses of all live servers.
    pub fn addresses(&self) -> Vec<String> {
        self.members().into_iter().filter(|member| member.is_alive).map(|member| member.address).collect()
    }

    /// Returns all servers as last seen.
    pub fn members(&self) -> Vec<Member> {
        self.0.as_ref().map_or_else(Vec::new, |shared| shared.read().renewal.members.clone())
    }

    /// Returns this server's id, once it has joined.
    pub fn me(&self) -> Option<MemberId> {
        self.0.as_ref().and_then(|shared| shared.read().me)
    }

    /// Returns the time since the lease was renewed.
    pub fn lease_age(&self) -> Millis {
        self.0.as_ref().map_or(Millis(0), |shared| {
            let renewed = shared.read().good_until.0.saturating_sub(lease());
            Millis(shared.clock.now().0.saturating_sub(renewed))
        })
    }

    /// Counts games and events taken over from other servers.
    pub fn took_over(&self, count: u64) {
        if let Some(shared) = &self.0 {
            shared.takeovers.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Returns the number of takeovers since this server's start.
    pub fn takeovers(&self) -> u64 {
        self.0.as_ref().map_or(0, |shared| shared.takeovers.load(Ordering::Relaxed))
    }

    /// Returns the streams that this server may claim, as last seen.
    pub fn free(&self) -> Vec<Holding> {
        self.0.as_ref().map_or_else(Vec::new, |shared| shared.read().renewal.free.clone())
    }

    /// Returns a stream's holder, alive or not.
    pub fn holder(&self, stream: &str) -> Option<MemberId> {
        self.0.as_ref()?.read().streams.get(&StreamId::new(stream).ok()?)?.holder
    }

    /// Returns the names of all streams.
    pub fn streams(&self) -> Vec<String> {
        let Some(shared) = &self.0 else { return Vec::new() };
        shared.read().streams.keys().map(ToString::to_string).collect()
    }

    /// Returns the end of the lease.
    pub fn good_until(&self) -> Monotonic {
        self.0.as_ref().map_or(Monotonic(u64::MAX), |shared| shared.read().good_until)
    }

    /// Returns the moment at which the first of the other servers' leases expires unless renewed, but not
    /// before the journal's clock can be read again.
    pub fn next_lapse(&self) -> Monotonic {
        self.0.as_ref().map_or(Monotonic(u64::MAX), |shared| shared.read().lapse)
    }

    /// Returns the time since a server last renewed its lease.
    pub fn silence(&self, member: MemberId) -> Option<Millis> {
        let shared = self.0.as_ref()?;
        let standing = shared.read();
        let renewed = standing.good_until.0.saturating_sub(lease());
        let since = shared.clock.now().0.saturating_sub(renewed);
        let seen = standing.member(member)?.seen.as_millis();
        Some(Millis(u64::try_from(seen).unwrap_or(u64::MAX).saturating_add(since)))
    }

    /// Records that this server joined under another id, and keeps its knowledge of the streams.
    pub fn joined(&self, me: MemberId) {
        if let Some(shared) = &self.0 {
            let mut standing = shared.write();
            let streams = std::mem::take(&mut standing.streams);
            *standing = MemberState { me: Some(me), streams, ..MemberState::default() };
        }
    }

    /// Records a renewal that was requested at this moment. Returns whether a full scan is due.
    pub fn renewed(&self, requested_at: Monotonic, renewal: Renewal) -> bool {
        let Some(shared) = &self.0 else { return false };
        let mut standing = shared.write();
        let is_news = standing.streams.is_empty() || !is_alike(&standing.renewal, &renewal);
        let is_old = requested_at.0 >= standing.refreshed_at.0.saturating_add(MIN_SCAN_INTERVAL);
        standing.lapse = standing.lapse_of(requested_at, &renewal.members);
        standing.renewal = renewal;
        standing.good_until = Monotonic(requested_at.0.saturating_add(lease()));
        drop(standing);
        shared.learned.send_modify(|learned| *learned += 1);
        is_news || is_old && shared.is_asked.swap(false, Ordering::Relaxed)
    }

    /// Updates some streams.
    pub fn update_streams(&self, holdings: Vec<Holding>) {
        if let Some(shared) = &self.0 {
            let mut standing = shared.write();
            standing.streams.extend(holdings.into_iter().map(|holding| (holding.stream.clone(), holding)));
        }
    }

    /// Updates all streams.
    pub fn replace_streams(&self, holdings: Vec<Holding>) {
        if let Some(shared) = &self.0 {
            let streams = holdings.into_iter().map(|holding| (holding.stream.clone(), holding)).collect();
            let mut standing = shared.write();
            (standing.streams, standing.refreshed_at) = (streams, shared.clock.now());
            drop(standing);
            shared.learned.send_modify(|learned| *learned += 1);
        }
    }

    /// Returns a receiver that is notified of every change.
    pub fn news(&self) -> watch::Receiver<u64> {
        self.0.as_ref().map_or_else(|| watch::Sender::new(0).subscribe(), |shared| shared.learned.subscribe())
    }
}

impl SharedDirectory {
    fn read(&self) -> std::sync::RwLockReadGuard<'_, MemberState> {
        self.standing.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> std::sync::RwLockWriteGuard<'_, MemberState> {
        self.standing.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl MemberState {
    fn member(&self, id: MemberId) -> Option<&Member> {
        self.renewal.members.iter().find(|member| member.id == id)
    }

    fn lapse_of(&self, requested_at: Monotonic, members: &[Member]) -> Monotonic {
        let others = members.iter().filter(|member| member.is_alive && Some(member.id) != self.me);
        let left = |member: &Member| LEASE.saturating_sub(member.seen).as_millis();
        let left = others.map(left).min().and_then(|left| u64::try_from(left).ok());
        left.map_or(Monotonic(u64::MAX), |left| Monotonic(requested_at.0.saturating_add(left)))
    }
}

/// Returns the length of the lease, in milliseconds.
fn lease() -> u64 {
    u64::try_from(LEASE.as_millis()).unwrap_or(u64::MAX)
}

fn is_alike(one: &Renewal, other: &Renewal) -> bool {
    let members = |renewal: &Renewal| -> Vec<_> {
        renewal.members.iter().map(|member| (member.id, member.is_alive, member.held)).collect()
    };
    members(one) == members(other) && one.free == other.free
}
