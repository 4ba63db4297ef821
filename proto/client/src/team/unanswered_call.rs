//! Unanswered calls. Their outcome is unknown until the feed shows it. Debug output omits their contents
//! (`A4`).

use std::time::{Duration, Instant};

use ishigaki_rules::Revision;

use super::sealing::{Sealing, WindowId};
use super::wall::WallChange;

/// If an up-to-date feed lacks a submission after this time, it did not arrive; the server sends a pulse
/// every two seconds.
const SETTLES: Duration = Duration::from_secs(5);

/// A call without an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct UnansweredCall {
    what: Sent,
    /// Time since which no answer is expected.
    since: Option<Instant>,
}

/// Call that was sent.
#[derive(Clone, Debug, PartialEq)]
pub enum Sent {
    Sealing { sealing: Sealing, window: Option<WindowId> },
    Wall(WallChange),
}

/// Outcome of a call, as far as the feed shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallOutcome {
    /// It is sealed with this revision, although no answer came.
    Sealed(Revision),
    NotSealed,
    NotBuilt,
}

impl UnansweredCall {
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

    /// Returns whether its window is over, so that the counted list is public.
    pub(super) fn is_past(&self, now: Option<WindowId>) -> bool {
        matches!(&self.what, Sent::Sealing { window, .. } if *window != now)
    }

    /// Returns whether an up-to-date feed would have brought it by now.
    pub(super) fn is_settled_at(&self, now: Instant) -> bool {
        self.since.is_none_or(|since| now.saturating_duration_since(since) >= SETTLES)
    }

    pub(super) fn not_arrived(&self) -> CallOutcome {
        if self.is_wall() { CallOutcome::NotBuilt } else { CallOutcome::NotSealed }
    }
}
