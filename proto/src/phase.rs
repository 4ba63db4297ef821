//! Phases of games and stages of events as the wire names them.

use ishigaki_rules::Phase;
use ishigaki_tournament::{Round, Stage};

use crate::watch::EventStage;
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

/// Where an event is, and the round that is played or can be paired.
pub fn stage_to_wire(stage: Stage) -> (EventStage, Option<Round>) {
    match stage {
        Stage::Roster => (EventStage::Roster, None),
        Stage::Committed => (EventStage::Committed, None),
        Stage::Reception => (EventStage::Reception, None),
        Stage::Between { next } => (EventStage::Between, Some(next)),
        Stage::Playing { round } => (EventStage::Playing, Some(round)),
        Stage::Over => (EventStage::Over, None),
        Stage::Declared => (EventStage::Declared, None),
        Stage::Abandoned => (EventStage::Abandoned, None),
    }
}
