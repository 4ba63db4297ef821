//! Calls whose answer got lost: until the feed has told, nobody here knows what came of them. Silent in debug output
//! about what was sent (`A4`).

use std::time::{Duration, Instant};

use ishigaki_rules::Revision;

use super::sealing::{Sealing, WindowId};
use super::wall::WallChange;

/// A feed that is up to date for so long, and does not bring what was sent, tells that it did not arrive: the server
/// sends a pulse every two seconds.
const SETTLES: Duration = Duration::from_secs(5);

/// A call without an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Unanswered {
    what: Sent,
    /// Since when no answer can be hoped for.
    since: Option<Instant>,
}

/// Call that was sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent {
    /// A list or a re-bid.
    Sealing {
        /// Contents of the sealing.
        sealing: Sealing,
        /// The window it was sent in.
        window: Option<WindowId>,
    },
    Wall(WallChange),
}

/// Outcome of a call, as far as the feed has told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// It is sealed, as this revision; no answer had come.
    Sealed(Revision),
    NotSealed,
    /// The wall is as it was.
    NotBuilt,
}

impl Unanswered {
    pub(super) fn new(what: Sent, since: Option<Instant>) -> Self {
        Self { what, since }
    }

    /// Returns what was sent.
    pub fn what(&self) -> &Sent {
        &self.what
    }

    /// Returns whether it is a change of the wall.
    pub fn is_wall(&self) -> bool {
        matches!(self.what, Sent::Wall(_))
    }

    /// Returns whether the window it was sent in is over: what counted is public then.
    pub(super) fn is_past(&self, now: Option<WindowId>) -> bool {
        matches!(&self.what, Sent::Sealing { window, .. } if *window != now)
    }

    /// Returns whether a feed that is up to date at this moment has had the time to bring it.
    pub(super) fn is_settled_at(&self, now: Instant) -> bool {
        self.since.is_none_or(|since| now.saturating_duration_since(since) >= SETTLES)
    }

    pub(super) fn not_arrived(&self) -> CallOutcome {
        if self.is_wall() { CallOutcome::NotBuilt } else { CallOutcome::NotSealed }
    }
}
