//! Phases as the wire names them.

use ishigaki_rules::Phase;

use crate::wire;

/// The phase without what it carries.
pub fn phase_to_wire(phase: Phase) -> wire::Phase {
    match phase {
        Phase::Ready { .. } => wire::Phase::Ready,
        Phase::Bidding { .. } => wire::Phase::Bidding,
        Phase::Rebidding { .. } => wire::Phase::Rebidding,
        Phase::Confirming => wire::Phase::Confirming,
        Phase::Building => wire::Phase::Building,
        Phase::Countdown { .. } => wire::Phase::Countdown,
        Phase::Ended => wire::Phase::Ended,
        Phase::Declared => wire::Phase::Declared,
        Phase::Abandoned => wire::Phase::Abandoned,
    }
}
