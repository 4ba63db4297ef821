//! The batch that is decided ahead of a sync: records to be made durable, and what leaves once they are.
//!
//! Knows who would see something of it, and nothing of how it is decided or kept.

use std::collections::BTreeSet;
use std::pin::Pin;

use bytes::Bytes;
use ishigaki_journal::{AppendError, Sequence};
use ishigaki_rules::{GameTime, TeamId};

use super::subject::Subject;
use super::{ActResult, Reply};
use crate::archive::OpenStep;
use crate::clock::Micros;
use crate::feed::Projected;
use crate::receipt_signer::PendingSignature;

/// Number of answers that wait for one sync at the most.
const MOST: usize = 256;

/// All that waits for the next sync.
pub(super) struct Batch<S: Subject> {
    pub(super) records: Vec<Bytes>,
    /// Moment at which it is written; `None` while it has no records.
    pub(super) due: Option<GameTime>,
    /// The public record's lines, and what they do to its being open.
    pub(super) lines: Vec<(OpenStep, Vec<String>)>,
    pub(super) projected: Vec<Projected>,
    pub(super) answers: Vec<(Reply<S>, ActResult<S>)>,
    /// Signature of its last receipt, if it has one.
    pub(super) signature: Option<PendingSignature>,
    /// Facts that are said in the log once they are durable: their names, and when they were decided.
    pub(super) happened: Vec<(GameTime, &'static str)>,
    pub(super) shows: Visibility,
    pub(super) has_heartbeat: bool,
    /// The game's time as everybody will know it: of the last heartbeat or piece of news in it.
    pub(super) known: GameTime,
}

impl<S: Subject> Default for Batch<S> {
    fn default() -> Self {
        Self {
            records: Vec::new(),
            due: None,
            lines: Vec::new(),
            projected: Vec::new(),
            answers: Vec::new(),
            signature: None,
            happened: Vec::new(),
            shows: Visibility::default(),
            has_heartbeat: false,
            known: GameTime::default(),
        }
    }
}

impl<S: Subject> Batch<S> {
    /// Returns whether another command may be decided for it.
    pub(super) fn has_room(&self) -> bool {
        self.answers.len() < MOST
    }

    /// Returns whether whoever keeps time may know how long it took: something of it is public, or comes by the clock.
    /// How long a replaced list took would tell that there was one (`A4`).
    pub(super) fn is_open(&self) -> bool {
        self.has_heartbeat || self.shows.is_news
    }

    /// Adds what an event looks like.
    pub(super) fn project(&mut self, projected: Projected) {
        self.shows.is_news |= projected.is_news();
        self.shows.owners.extend(projected.owner());
        self.projected.push(projected);
    }
}

/// Audience of what is not durable yet.
#[derive(Default)]
pub(super) struct Visibility {
    pub(super) is_news: bool,
    /// Teams that have sealed.
    owners: BTreeSet<TeamId>,
}

impl Visibility {
    /// Returns whether somebody will see something of it: a team, or somebody who is none.
    pub(super) fn to(&self, team: Option<TeamId>) -> bool {
        self.is_news || team.is_some_and(|team| self.owners.contains(&team))
    }
}

/// A batch on its way to the disk.
pub(super) struct Appending<S: Subject> {
    /// Ends when all of it is durable and may leave.
    pub(super) done: Pin<Box<dyn Future<Output = Result<Written, AppendError>> + Send>>,
    /// Number of its records.
    pub(super) count: usize,
    /// The state after it, if the public learns something from it.
    pub(super) news: Option<S::State>,
    /// What leaves once it is durable; its records are gone already.
    pub(super) batch: Batch<S>,
}

/// A batch that is durable.
pub(super) struct Written {
    /// The stream's new head.
    pub(super) head: Sequence,
    /// Time that it took to become durable.
    pub(super) span: Micros,
}
