//! The directory of a journal that several servers share: which of them serves what, as this one has learned it last.
//!
//! Knows members, streams and addresses, and how long that knowledge may be relied on; takes nothing and gives nothing
//! away. A server that is alone with its journal has an empty one.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use ishigaki_journal::{Holding, Member, MemberId, Renewal, Sequence, StreamId};
use ishigaki_rules::Millis;
use tokio::sync::watch;

use crate::clock::{Clock, Monotonic};

/// Time that a member lives without renewing its lease.
pub const LEASE: Duration = Duration::from_secs(1);

/// Shortest interval at which all streams are looked at because somebody asks for them, in milliseconds.
const LOOKS: u64 = 1_000;

/// Directory of games, events and the servers that serve them. Cheap to clone; all copies are one.
#[derive(Clone, Debug)]
pub struct Directory(Option<Arc<SharedDirectory>>);

#[derive(Debug)]
struct SharedDirectory {
    clock: Arc<dyn Clock>,
    standing: RwLock<MemberState>,
    /// Whether somebody has asked for what only a new look at all streams tells.
    is_asked: AtomicBool,
    /// Counts what is learned.
    learned: watch::Sender<u64>,
    /// Number of games and events that were taken over from other servers.
    takeovers: AtomicU64,
}

#[derive(Debug, Default)]
struct MemberState {
    me: Option<MemberId>,
    /// Until when others leave alone what this server holds.
    good_until: Monotonic,
    renewal: Renewal,
    /// Moment at which the first of the other leases is over, unless it is renewed before.
    lapse: Monotonic,
    streams: BTreeMap<StreamId, Holding>,
    /// Moment at which all streams were looked at.
    looked: Monotonic,
}

/// Whereabouts of a game or event that is not served here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// Nothing has been recorded of it.
    Unrecorded,
    At {
        /// Address at which its clients reach it.
        address: String,
    },
    /// With nobody at this moment.
    Nowhere,
}

impl Directory {
    /// The directory of a server that is alone with its journal.
    pub fn alone() -> Self {
        Self(None)
    }

    /// The directory of a server that shares its journal, by this clock. It knows nothing yet.
    pub fn shared(clock: Arc<dyn Clock>) -> Self {
        let (standing, is_asked) = (RwLock::default(), AtomicBool::new(true));
        let (learned, takeovers) = (watch::Sender::new(0), AtomicU64::default());
        Self(Some(Arc::new(SharedDirectory { clock, standing, is_asked, learned, takeovers })))
    }

    /// Returns whether other servers may have the journal open as well.
    pub fn is_shared(&self) -> bool {
        self.0.is_some()
    }

    /// Returns whether others may serve by now what this server believes to be its own.
    pub fn is_late(&self) -> bool {
        self.0.as_ref().is_some_and(|shared| shared.clock.now() >= shared.read().good_until)
    }

    /// Returns where something is that is not served here. Asking makes a new look at it soon.
    pub fn locate(&self, id: &str) -> Whereabouts {
        let Some(shared) = &self.0 else { return Whereabouts::Unrecorded };
        shared.is_asked.store(true, Ordering::Relaxed);
        let standing = shared.read();
        let holding = StreamId::new(id).ok().and_then(|stream| standing.streams.get(&stream));
        let Some(holding) = holding.filter(|holding| holding.head > Sequence::START) else {
            return Whereabouts::Unrecorded;
        };
        let is_late = shared.clock.now() >= standing.good_until;
        let holder = holding.holder.filter(|holder| standing.me != Some(*holder) && !is_late);
        let member = holder.and_then(|holder| standing.member(holder)).filter(|member| member.is_alive);
        member.map_or(Whereabouts::Nowhere, |member| Whereabouts::At { address: member.address.clone() })
    }

    /// Returns the ids of all that is recorded and not served by this server.
    pub fn others(&self) -> Vec<String> {
        let Some(shared) = &self.0 else { return Vec::new() };
        let standing = shared.read();
        let is_others = |holding: &&Holding| holding.head > Sequence::START && holding.holder != standing.me;
        standing.streams.values().filter(is_others).map(|holding| holding.stream.to_string()).collect()
    }

    /// Returns the addresses of all servers that are alive.
    pub fn addresses(&self) -> Vec<String> {
        self.members().into_iter().filter(|member| member.is_alive).map(|member| member.address).collect()
    }

    /// Returns all servers as they were seen last.
    pub fn members(&self) -> Vec<Member> {
        self.0.as_ref().map_or_else(Vec::new, |shared| shared.read().renewal.members.clone())
    }

    /// Returns this server's number, once it has joined.
    pub fn me(&self) -> Option<MemberId> {
        self.0.as_ref().and_then(|shared| shared.read().me)
    }

    /// Returns how long ago the lease was renewed.
    pub fn lease_age(&self) -> Millis {
        self.0.as_ref().map_or(Millis(0), |shared| {
            let renewed = shared.read().good_until.0.saturating_sub(lease());
            Millis(shared.clock.now().0.saturating_sub(renewed))
        })
    }

    /// Counts games and events that were taken over from other servers.
    pub fn took_over(&self, count: u64) {
        if let Some(shared) = &self.0 {
            shared.takeovers.fetch_add(count, Ordering::Relaxed);
        }
    }

    /// Returns how many games and events were taken over from other servers since this one has started.
    pub fn takeovers(&self) -> u64 {
        self.0.as_ref().map_or(0, |shared| shared.takeovers.load(Ordering::Relaxed))
    }

    /// Returns the streams that this server may claim, as it was told last.
    pub fn free(&self) -> Vec<Holding> {
        self.0.as_ref().map_or_else(Vec::new, |shared| shared.read().renewal.free.clone())
    }

    /// Returns who holds a stream, alive or not.
    pub fn holder(&self, stream: &str) -> Option<MemberId> {
        self.0.as_ref()?.read().streams.get(&StreamId::new(stream).ok()?)?.holder
    }

    /// Returns the names of all streams.
    pub fn streams(&self) -> Vec<String> {
        let Some(shared) = &self.0 else { return Vec::new() };
        shared.read().streams.keys().map(ToString::to_string).collect()
    }

    /// Until when the lease is good.
    pub fn good_until(&self) -> Monotonic {
        self.0.as_ref().map_or(Monotonic(u64::MAX), |shared| shared.read().good_until)
    }

    /// Returns the moment at which the first of the other servers' leases is over, unless it is renewed before; not before what
    /// is known of it is told by the journal's clock.
    pub fn next_lapse(&self) -> Monotonic {
        self.0.as_ref().map_or(Monotonic(u64::MAX), |shared| shared.read().lapse)
    }

    /// For how long a server has not been heard of at this moment.
    pub fn silence(&self, member: MemberId) -> Option<Millis> {
        let shared = self.0.as_ref()?;
        let standing = shared.read();
        let renewed = standing.good_until.0.saturating_sub(lease());
        let since = shared.clock.now().0.saturating_sub(renewed);
        let seen = standing.member(member)?.seen.as_millis();
        Some(Millis(u64::try_from(seen).unwrap_or(u64::MAX).saturating_add(since)))
    }

    /// This server has joined under another number. What it knew of the streams is better than nothing.
    pub fn joined(&self, me: MemberId) {
        if let Some(shared) = &self.0 {
            let mut standing = shared.write();
            let streams = std::mem::take(&mut standing.streams);
            *standing = MemberState { me: Some(me), streams, ..MemberState::default() };
        }
    }

    /// The lease was renewed by a request that was made at this moment. Whether all streams are to be looked at anew.
    pub fn renewed(&self, asked: Monotonic, renewal: Renewal) -> bool {
        let Some(shared) = &self.0 else { return false };
        let mut standing = shared.write();
        let is_news = standing.streams.is_empty() || !is_alike(&standing.renewal, &renewal);
        let is_old = asked.0 >= standing.looked.0.saturating_add(LOOKS);
        standing.lapse = standing.lapse_of(asked, &renewal.members);
        standing.renewal = renewal;
        standing.good_until = Monotonic(asked.0.saturating_add(lease()));
        drop(standing);
        shared.learned.send_modify(|learned| *learned += 1);
        is_news || is_old && shared.is_asked.swap(false, Ordering::Relaxed)
    }

    /// Some streams as they stand.
    pub fn looked_at(&self, holdings: Vec<Holding>) {
        if let Some(shared) = &self.0 {
            let mut standing = shared.write();
            standing.streams.extend(holdings.into_iter().map(|holding| (holding.stream.clone(), holding)));
        }
    }

    /// All streams as they stand.
    pub fn looked(&self, holdings: Vec<Holding>) {
        if let Some(shared) = &self.0 {
            let streams = holdings.into_iter().map(|holding| (holding.stream.clone(), holding)).collect();
            let mut standing = shared.write();
            (standing.streams, standing.looked) = (streams, shared.clock.now());
            drop(standing);
            shared.learned.send_modify(|learned| *learned += 1);
        }
    }

    /// Tells whenever something was learned.
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

    /// Returns when the first lease of these others is over that runs at this moment.
    fn lapse_of(&self, asked: Monotonic, members: &[Member]) -> Monotonic {
        let others = members.iter().filter(|member| member.is_alive && Some(member.id) != self.me);
        let left = |member: &Member| LEASE.saturating_sub(member.seen).as_millis();
        let left = others.map(left).min().and_then(|left| u64::try_from(left).ok());
        left.map_or(Monotonic(u64::MAX), |left| Monotonic(asked.0.saturating_add(left)))
    }
}

/// Returns the length of the lease, in milliseconds.
fn lease() -> u64 {
    u64::try_from(LEASE.as_millis()).unwrap_or(u64::MAX)
}

/// Returns whether two renewals tell of the same holders, as far as they tell.
fn is_alike(one: &Renewal, other: &Renewal) -> bool {
    let members = |renewal: &Renewal| -> Vec<_> {
        renewal.members.iter().map(|member| (member.id, member.is_alive, member.held)).collect()
    };
    members(one) == members(other) && one.free == other.free
}
