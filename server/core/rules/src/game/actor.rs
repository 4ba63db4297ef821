//! The actors of a game.

use crate::TeamId;

/// Party that acts. The server authorises callers; the rules only check that a team acts for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    Clock,
    Judge,
    Organiser,
    Team(TeamId),
}
