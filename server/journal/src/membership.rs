//! Membership: several processes with one journal, and which of them serves which stream.
//!
//! A *member* is a process that has joined with the address for its clients. It lives as long as it renews
//! its lease, by the journal's clock. A stream has one *holder*: the member that claimed it last. Leases only
//! show which members are alive; the epoch of the claim keeps a zombie from writing.
//!
//! The caller decides which member should serve which stream.

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
    pub address: String,
    pub seen: Duration,
    pub is_alive: bool,
    /// If set, it must release its streams and claim no more.
    pub is_draining: bool,
    pub held: u64,
}

/// A stream and its holder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holding {
    pub stream: StreamId,
    pub head: Sequence,
    /// Its holder, alive or not; `None` if it was released.
    pub holder: Option<MemberId>,
    /// `true` if the holder has claimed it, `false` if it was handed to the holder.
    pub is_claimed: bool,
}

/// Result of a lease renewal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewal {
    /// All recent members by id, including the caller, without those that left or joined again with the same
    /// address.
    pub members: Vec<Member>,
    /// Streams that the caller may claim, by name: without a holder, with a dead holder, or handed to the
    /// caller.
    pub free: Vec<Holding>,
}

/// A versioned text that all members share.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedNote {
    /// Number of changes, from 1.
    pub version: u64,
    pub bytes: Bytes,
}

/// The members of a journal that several processes may open. Each handle is at most one member.
///
/// After [`join`](Self::join), [`Journal::claim`](crate::Journal::claim) with the same handle fails with
/// [`Error::Held`](crate::Error::Held) for a stream that another live member holds or was handed, and
/// otherwise makes the caller its holder. Without joining, a claim checks no holder and sets none.
///
/// Calls don't wait for appends. Each fails with [`Error::Failed`](crate::Error::Failed). Calls of members
/// also fail if the caller hasn't joined or its lease has expired, with
/// [`FatalError::LeaseLost`](crate::FatalError::LeaseLost); the journal must then be opened again.
pub trait Membership: Send + Sync {
    /// Joins with an address and a lease of this length. An earlier member with the same address counts as
    /// dead, because the caller now listens there. A handle joins once; later calls fail as with an expired
    /// lease.
    fn join(&self, address: &str, lease: Duration) -> Pending<'_, MemberId>;

    /// Renews this member's lease and returns the members and free streams. Call it several times per lease.
    fn renew(&self) -> Pending<'_, Renewal>;

    /// All recent members, like [`Renewal::members`]. The caller needn't have joined.
    fn members(&self) -> Pending<'_, Vec<Member>>;

    /// Returns all streams with their holders, by name.
    fn holdings(&self) -> Pending<'_, Vec<Holding>>;

    /// Returns these streams with their holders, by name, at a cost proportional to their number.
    fn holdings_of(&self, streams: Vec<StreamId>) -> Pending<'_, Vec<Holding>>;

    /// Streams that lack acknowledged records, with the first missing record, as far as members have shared
    /// it. Empty for journals that don't track it.
    fn losses(&self) -> BTreeMap<StreamId, Corruption> {
        BTreeMap::new()
    }

    /// Ends when everything visible at the call is as durable as acknowledged records. Another member's
    /// records may be visible earlier: a required copy may lack them if its wait was cancelled.
    fn confirm(&self) -> Pending<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }

    /// Releases streams of this member, to another member or to any. Streams that it doesn't hold are
    /// skipped. It must have no pending appends to them.
    fn release(&self, streams: Vec<StreamId>, to: Option<MemberId>) -> Pending<'_, ()>;

    /// Sets whether a member is to release its streams. Returns `false` if it isn't alive.
    fn drain(&self, member: MemberId, is_draining: bool) -> Pending<'_, bool>;

    /// Leaves: releases all streams and ends the membership.
    fn leave(&self) -> Pending<'_, ()>;

    /// Returns a shared note by name, or `None` if it is missing or its version is `known`.
    fn note(&self, name: &str, known: u64) -> Pending<'_, Option<SharedNote>>;

    /// Writes a shared note if its version is `known`, 0 for none. Returns `false` without changes otherwise.
    fn write_note(&self, name: &str, known: u64, bytes: Bytes) -> Pending<'_, bool>;
}
