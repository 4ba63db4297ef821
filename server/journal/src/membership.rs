//! Membership: several processes over one journal, and which of them serves which stream.
//!
//! A *member* is a process that has joined, with the address at which its clients reach it. It lives as long as it renews its
//! lease, by the clock of whatever keeps the journal. A stream has one *holder*: the member that claimed it last. A lease
//! tells only who is alive; what keeps a zombie from writing is the epoch of the claim, as ever.
//!
//! Knows members and streams; what the streams are, and who should serve which, is for whoever joins to say.

use std::collections::BTreeMap;
use std::time::Duration;

use bytes::Bytes;

use crate::error::{Corruption, Pending};
use crate::member::MemberId;
use crate::stream::{Sequence, StreamId};

/// A process that has joined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Member {
    pub id: MemberId,
    /// Address at which its clients reach it, `HOST:PORT`.
    pub address: String,
    /// Time since it renewed its lease.
    pub seen: Duration,
    /// Whether its lease runs.
    pub is_alive: bool,
    /// Whether it is to give away what it holds, and take nothing.
    pub is_draining: bool,
    /// Number of streams that it holds.
    pub held: u64,
}

/// A stream, and who holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    /// Stream that is meant.
    pub stream: StreamId,
    pub head: Sequence,
    /// Its holder, alive or not; `None` if it was let go.
    pub holder: Option<MemberId>,
    /// Whether the holder has claimed it; if not, it was handed to it and waits for its claim.
    pub is_claimed: bool,
}

/// Result of a member's renewal of its lease.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewal {
    /// All members that are not long gone, by their numbers; the asker too. Who has left, or has joined again under the same
    /// address, is not among them.
    pub members: Vec<Member>,
    /// The streams that the asker may claim now: those that nobody holds, whose holder is not alive, or that were handed to
    /// the asker. In the order of their names.
    pub free: Vec<Holding>,
}

/// A versioned text that all members share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedNote {
    /// Counts its changes, from 1.
    pub version: u64,
    pub bytes: Bytes,
}

/// The members of a journal that several processes may have open. Each handle is at most one member.
///
/// After [`join`](Self::join), [`Journal::claim`](crate::Journal::claim) through the same handle fails with
/// [`Error::Held`](crate::Error::Held) for a stream that another living member holds or that was handed to one, and makes the
/// claimer its holder otherwise. Without it a claim asks nobody, and a stream claimed so has no holder.
///
/// All of it is served beside appends and does not wait behind them. Each call fails with
/// [`Error::Failed`](crate::Error::Failed), and those of a member also if it has not joined or its lease is over: then
/// [`FatalError::LeaseLost`](crate::FatalError::LeaseLost), after which the journal has to be opened again.
pub trait Membership: Send + Sync {
    /// Joins under an address, with a lease of this length. Whoever has joined under the same address before is not alive any
    /// more: who listens there now is the asker. A handle joins once; later it fails as if its lease were over.
    fn join(&self, address: &str, lease: Duration) -> Pending<'_, MemberId>;

    /// Renews the lease of this member, and tells how all stand. To be asked several times within a lease.
    fn renew(&self) -> Pending<'_, Renewal>;

    /// All members that are not long gone, as [`Renewal::members`] has them. For this the asker need not have joined.
    fn members(&self) -> Pending<'_, Vec<Member>>;

    /// All streams with their holders, in the order of their names.
    fn holdings(&self) -> Pending<'_, Vec<Holding>>;

    /// The streams of these names with their holders, as far as there are any, in the order of their names: what is asked for a
    /// few costs as much as they are.
    fn holdings_of(&self, streams: Vec<StreamId>) -> Pending<'_, Vec<Holding>>;

    /// Streams that lack records which were acknowledged, and the first record that each of them lacks, as far as members have
    /// told each other by the latest renewal. None where nobody keeps account of that.
    fn losses(&self) -> BTreeMap<StreamId, Corruption> {
        BTreeMap::new()
    }

    /// Ends when all that could be seen when it was asked for is as durable as what is acknowledged. What another member has
    /// written may be seen without that: a second copy that answers wait for may lack it if the wait was broken off.
    fn confirm(&self) -> Pending<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Lets streams of this member go, to another member that is to claim them or to whoever comes first. Those that this
    /// member does not hold stay as they are. What it has under way on them is to be over before.
    fn release(&self, streams: Vec<StreamId>, to: Option<MemberId>) -> Pending<'_, ()>;

    /// Says whether a member, this one or another, is to give away what it holds. `false`: there is no such member alive.
    fn drain(&self, member: MemberId, is_draining: bool) -> Pending<'_, bool>;

    /// Leaves: all that this member holds is let go, and it is a member no more.
    fn leave(&self) -> Pending<'_, ()>;

    /// A note that all members share, by its name; `None` if there is none, or it has the version that is known already.
    fn note(&self, name: &str, known: u64) -> Pending<'_, Option<SharedNote>>;

    /// Writes a shared note after the version that the writer knows, 0 if there is none. `false`: it has another version, and
    /// stays as it is.
    fn write_note(&self, name: &str, known: u64, bytes: Bytes) -> Pending<'_, bool>;
}
