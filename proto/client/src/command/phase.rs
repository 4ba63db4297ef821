//! Phases as JSON names them.

use ishigaki_rules::Phase;

/// A phase as every object names it.
pub fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Ready { .. } => "ready",
        Phase::Bidding { .. } => "bidding",
        Phase::Rebidding { .. } => "rebidding",
        Phase::Confirming => "confirming",
        Phase::Building => "building",
        Phase::Countdown { .. } => "countdown",
        Phase::Ended => "ended",
        Phase::Declared => "declared",
        Phase::Abandoned => "abandoned",
    }
}
