//! Calls whose answer got lost: until the feed has told, nobody here knows what came of them. Silent in debug output
//! about what was sent (`A4`).

use std::fmt;
use std::time::{Duration, Instant};

use ishigaki_rules::Revision;

use super::seat::WindowId;
use super::update::What;
use crate::workshop::Sent;

/// A feed that is up to date for so long, and does not bring what was sent, tells that it did not arrive: the server
/// sends a pulse every two seconds.
const SETTLES: Duration = Duration::from_secs(5);

/// Something that was sent.
pub(crate) struct Unanswered {
    pub(crate) lost: Lost,
    /// Since when no answer can be hoped for.
    since: Option<Instant>,
}

/// What was sent.
pub(crate) enum Lost {
    /// A list or a re-bid, in which window.
    Sealing { what: What, window: Option<WindowId> },
    /// A change of the wall.
    Wall(Sent),
}

impl Unanswered {
    pub(crate) fn new(lost: Lost, since: Option<Instant>) -> Self {
        Self { lost, since }
    }

    /// The catalogue's key for what is said of it.
    pub(crate) const fn key(&self) -> &'static str {
        match self.lost {
            Lost::Sealing { what: What::Bids(_), .. } => "team-unanswered-list",
            Lost::Sealing { what: What::Raises(_), .. } => "team-unanswered-rebid",
            Lost::Wall(_) => "team-unanswered-wall",
        }
    }

    pub(crate) const fn is_wall(&self) -> bool {
        matches!(self.lost, Lost::Wall(_))
    }

    /// Whether the window it was sent in is over: what counted is public then.
    pub(crate) fn is_past(&self, now: Option<WindowId>) -> bool {
        matches!(&self.lost, Lost::Sealing { window, .. } if *window != now)
    }

    /// Whether a feed that is up to date at this moment has had the time to bring it.
    pub(crate) fn is_settled_at(&self, now: Instant) -> bool {
        self.since.is_none_or(|since| now.saturating_duration_since(since) >= SETTLES)
    }
}

/// What the feed has told of what was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// It is sealed.
    Sealed(Revision),
    /// It is not.
    NotSealed,
    /// The wall is as it was.
    NotBuilt,
}

impl fmt::Debug for Unanswered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
