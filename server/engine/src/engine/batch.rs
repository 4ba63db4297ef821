//! The batch decided ahead of a sync: records to write, and what to publish once they are durable.

use std::collections::BTreeSet;
use std::pin::Pin;

use bytes::Bytes;
use ishigaki_journal::{AppendError, Sequence};
use ishigaki_rules::{GameTime, TeamId};

use super::subject::Subject;
use super::{ActResult, Reply};
use crate::archive::OpenStep;
use crate::clock::Micros;
use crate::feed::Projection;
use crate::receipt_signer::PendingSignature;

/// Maximum number of answers that wait for one sync.
const MAX_BATCH: usize = 256;

pub(super) struct Batch<S: Subject> {
    pub(super) records: Vec<Bytes>,
    /// Time at which it is written; `None` while it has no records.
    pub(super) due: Option<GameTime>,
    /// The public record's lines, with their effect on its open part.
    pub(super) lines: Vec<(OpenStep, Vec<String>)>,
    pub(super) projected: Vec<Projection>,
    pub(super) answers: Vec<(Reply<S>, ActResult<S>)>,
    /// Signature of its last receipt, if it has one.
    pub(super) signature: Option<PendingSignature>,
    /// Facts to log once they are durable, with their times.
    pub(super) happened: Vec<(GameTime, &'static str)>,
    pub(super) shows: Visibility,
    pub(super) has_heartbeat: bool,
    /// The public game time after it: of its last heartbeat or public event.
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
    pub(super) fn has_room(&self) -> bool {
        self.answers.len() < MAX_BATCH
    }

    /// Returns whether its duration may be public: part of it is public or caused by the clock. The duration
    /// of a replaced list would reveal the list (`A4`).
    pub(super) fn is_open(&self) -> bool {
        self.has_heartbeat || self.shows.is_news
    }

    pub(super) fn project(&mut self, projected: Projection) {
        self.shows.is_news |= projected.is_news();
        self.shows.owners.extend(projected.owner());
        self.projected.push(projected);
    }
}

#[derive(Default)]
pub(super) struct Visibility {
    pub(super) is_news: bool,
    owners: BTreeSet<TeamId>,
}

impl Visibility {
    pub(super) fn to(&self, team: Option<TeamId>) -> bool {
        self.is_news || team.is_some_and(|team| self.owners.contains(&team))
    }
}

pub(super) struct PendingAppend<S: Subject> {
    pub(super) done: Pin<Box<dyn Future<Output = Result<WrittenBatch, AppendError>> + Send>>,
    pub(super) count: usize,
    /// The state after it, if the public learns something from it.
    pub(super) news: Option<S::State>,
    /// What to publish once it is durable, without its records.
    pub(super) batch: Batch<S>,
}

pub(super) struct WrittenBatch {
    pub(super) head: Sequence,
    pub(super) span: Micros,
}
