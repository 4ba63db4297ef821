//! Paths: a team's way through the stages.

use alloc::vec::Vec;

use ishigaki_rules::TeamId;

use super::state::{DrawnStage, GroupContest, GroupPhase};
use crate::group_game::GroupGame;
use crate::group_plan::Source;
use crate::id::{GroupId, StageId};

/// A team's way through the stages by the results so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// The drawn stages with the team, in playing order.
    pub steps: Vec<PathStep>,
    pub next: PathNext,
}

/// A team's result in a drawn stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathStep {
    pub stage: StageId,
    /// `None` if the team was absent.
    pub group: Option<GroupId>,
    pub outcome: StageOutcome,
}

/// Outcome of a stage for a team.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StageOutcome {
    /// The stage is not closed.
    Open,
    /// `TD7`.
    Absent,
    /// `E3`.
    Disqualified,
    /// `TG4`.
    Advanced,
    /// Didn't advance, but a repechage follows (`TG5`).
    Repechage,
    Eliminated,
    /// Place in the last stage (`E2`).
    Ranked {
        place: u32,
    },
}

/// A team's next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathNext {
    /// The team waits for the draw of this stage.
    Draw { stage: StageId },
    /// The team plays this game.
    Game(GroupGame),
    /// The team's game in this stage is counted, and the stage is not closed.
    Results { stage: StageId },
    /// By the results so far, the team has no further game.
    End,
}

/// Stages whose results count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Basis {
    /// All closed stages.
    Results,
    /// Closed stages that no ruling can reopen.
    FixedResults,
}

impl GroupContest {
    /// Returns a team's path; `None` if the roster doesn't have this line.
    pub fn path(&self, team: TeamId) -> Option<Path> {
        self.teams.get(team.index())?;
        let drawn = |stage| Some((stage, self.drawn(stage)?));
        let stages = self.stage_ids().filter_map(drawn);
        let steps = stages.filter_map(|(stage, drawn)| self.step(stage, drawn, team)).collect();
        Some(Path { steps, next: self.next_of(team) })
    }

    /// Returns whether a team may get another game, including a spare game and games after a ruling. A ruling
    /// may reopen a closed stage until a later one is drawn or the ranking is declared (`TV3`).
    pub fn may_play(&self, team: TeamId) -> bool {
        match self.phase() {
            GroupPhase::Declared | GroupPhase::Abandoned => false,
            // The roster can still change.
            GroupPhase::Roster => true,
            _ => self.stage_ids().any(|stage| self.may_play_in(stage, team, Basis::FixedResults)),
        }
    }

    fn stage_ids(&self) -> impl Iterator<Item = StageId> {
        (0..self.stages.len()).map(StageId::at)
    }

    fn is_closed(&self, stage: StageId) -> bool {
        self.state(stage).is_some_and(|state| state.closed)
    }

    fn is_settled(&self, stage: StageId, basis: Basis) -> bool {
        let mut later = self.stages.iter().skip(stage.index() + 1);
        let mut is_fixed = || later.any(|state| state.drawn.is_some());
        self.is_closed(stage) && (basis == Basis::Results || is_fixed())
    }

    fn step(&self, stage: StageId, drawn: &DrawnStage, team: TeamId) -> Option<PathStep> {
        if !drawn.roster.contains(&team) {
            return None;
        }
        let group = group_of(drawn, team);
        let outcome = match group {
            None => StageOutcome::Absent,
            Some(_) => self.outcome_of(stage, drawn, team),
        };
        Some(PathStep { stage, group, outcome })
    }

    fn outcome_of(&self, stage: StageId, drawn: &DrawnStage, team: TeamId) -> StageOutcome {
        let results = drawn.groups.iter().filter_map(|group| group.counted.as_ref());
        let mut contenders = results.flat_map(|counted| &counted.result.contenders);
        if !self.is_closed(stage) {
            return StageOutcome::Open;
        }
        if contenders.any(|contender| contender.team == team && contender.tally.is_none()) {
            return StageOutcome::Disqualified;
        }
        if self.is_last(stage) {
            let ranking = self.stage_ranking(stage).map(|ranking| ranking.rows).unwrap_or_default();
            let place = ranking.iter().find(|row| row.team == team).map(|row| row.place);
            return place.map_or(StageOutcome::Eliminated, |place| StageOutcome::Ranked { place });
        }
        let Some(Ok(advance)) = self.outcome(stage) else { return StageOutcome::Eliminated };
        if advance.advance.iter().any(|(other, _)| *other == team) {
            StageOutcome::Advanced
        } else if advance.repechage.contains(&team) && self.has_repechage(stage) {
            StageOutcome::Repechage
        } else {
            StageOutcome::Eliminated
        }
    }

    fn has_repechage(&self, stage: StageId) -> bool {
        let named = self.plan.stages.get(stage.index()).map(|stage| &stage.name);
        let mut sources = self.plan.stages.iter().flat_map(|stage| &stage.from);
        sources.any(|source| matches!(source, Source::Repechage(name) if Some(name) == named))
    }

    fn next_of(&self, team: TeamId) -> PathNext {
        if matches!(self.phase(), GroupPhase::Declared | GroupPhase::Abandoned) {
            return PathNext::End;
        }
        let mut open = self.games().filter(|(_, group)| group.is_open());
        if let Some((game, _)) = open.find(|(_, group)| group.teams.contains(&team)) {
            return PathNext::Game(game);
        }
        let mut stages = self.stage_ids();
        match stages.find(|stage| self.may_play_in(*stage, team, Basis::Results)) {
            Some(stage) if self.drawn(stage).is_some() => PathNext::Results { stage },
            Some(stage) => PathNext::Draw { stage },
            None => PathNext::End,
        }
    }

    /// Returns whether a team plays in a stage that is not closed, or may get into one that is not drawn.
    fn may_play_in(&self, stage: StageId, team: TeamId, basis: Basis) -> bool {
        let Some(plan) = self.plan.stages.get(stage.index()) else { return false };
        match self.drawn(stage) {
            Some(drawn) => !self.is_settled(stage, basis) && group_of(drawn, team).is_some(),
            None if self.is_left_out(stage, team) => false,
            None => plan.from.iter().any(|source| self.may_come_from(source, team, basis)),
        }
    }

    fn may_come_from(&self, source: &Source, team: TeamId, basis: Basis) -> bool {
        let (Source::Advanced(name) | Source::Repechage(name)) = source else {
            return self.of_source(source).contains(&team);
        };
        let Some(at) = self.plan.stages.iter().position(|stage| stage.name == *name) else { return false };
        let stage = StageId::at(at);
        if self.is_settled(stage, basis) {
            return self.of_source(source).contains(&team);
        }
        self.may_play_in(stage, team, basis)
    }
}

fn group_of(drawn: &DrawnStage, team: TeamId) -> Option<GroupId> {
    drawn.groups.iter().position(|group| group.teams.contains(&team)).map(GroupId::at)
}
