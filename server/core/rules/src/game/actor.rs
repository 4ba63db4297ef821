//! The actors of a game.

use crate::TeamId;

/// Party that acts. Whether somebody may act at all is the server's matter; the rules only see to it that a
/// team acts for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Actor {
    Clock,
    /// The chief judge (審判長).
    Judge,
    /// The organiser, who may enter a list or a wall for a team.
    Organiser,
    Team(TeamId),
}
