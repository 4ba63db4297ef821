//! Phases of games and stages of events as the wire names them.

use ishigaki_rules::Phase;
use ishigaki_tournament::{Competition, GroupPhase, Round, Stage, StageId};

use crate::watch::EventStage;
use crate::wire;

/// Returns the phase without what it carries.
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

/// Returns the stage of an event, and what of it is played or can be paired or drawn.
pub fn competition_to_wire(competition: &Competition) -> (EventStage, Option<CurrentPart>) {
    match competition {
        Competition::Leagues(tournament) => {
            let (stage, round) = stage_to_wire(tournament.stage());
            (stage, round.map(CurrentPart::Round))
        }
        Competition::Groups(contest) => {
            let (stage, current) = group_phase_to_wire(contest.phase());
            (stage, current.map(CurrentPart::Stage))
        }
    }
}

/// Part of an event that is played, or can be paired or drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurrentPart {
    Round(Round),
    Stage(StageId),
}

/// Returns the stage of an event in leagues, and the round that is played or can be paired.
pub(crate) fn stage_to_wire(stage: Stage) -> (EventStage, Option<Round>) {
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

/// Returns the phase of a contest in groups, and the stage that is played or can be drawn.
pub(crate) fn group_phase_to_wire(phase: GroupPhase) -> (EventStage, Option<StageId>) {
    match phase {
        GroupPhase::Roster => (EventStage::Roster, None),
        GroupPhase::Committed => (EventStage::Committed, None),
        GroupPhase::Reception { stage } => (EventStage::Reception, Some(stage)),
        GroupPhase::Playing { stage } => (EventStage::Playing, Some(stage)),
        GroupPhase::Over => (EventStage::Over, None),
        GroupPhase::Declared => (EventStage::Declared, None),
        GroupPhase::Abandoned => (EventStage::Abandoned, None),
    }
}
