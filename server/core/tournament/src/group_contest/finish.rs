//! Finishes: where each team's contest ended.

use alloc::vec::Vec;
use core::cmp::Reverse;

use ishigaki_rules::TeamId;

use super::state::{DrawnStage, GroupContest, GroupPhase};
use crate::id::StageId;

/// End of a team's contest; every team has exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Finish {
    /// Place in the last stage (`E2`): 1, 2, 2, 4.
    Ranked { place: u32 },
    /// Didn't advance from this stage (`TG4`, `TG5`).
    Eliminated { stage: StageId },
    /// Disqualified in this stage (`E3`).
    Disqualified { stage: StageId },
    /// Absent from this stage (`TD7`).
    Absent { stage: StageId },
}

impl GroupContest {
    /// Returns every team's finish: by place in the last stage, then by latest stage, then by roster line.
    /// `None` while a stage is open.
    pub fn finishes(&self) -> Option<Vec<(TeamId, Finish)>> {
        if !matches!(self.phase(), GroupPhase::Over | GroupPhase::Declared) {
            return None;
        }
        let stages: Vec<(StageId, &DrawnStage)> = (0..self.plan().stages.len())
            .map(StageId::at)
            .filter_map(|stage| Some((stage, self.drawn(stage)?)))
            .collect();
        let last_of = |team: &TeamId| stages.iter().rev().find(|(_, drawn)| drawn.roster.contains(team));
        let teams = (0..self.teams().len()).map(TeamId::at);
        let mut finishes: Vec<(StageId, TeamId, Finish)> = teams
            .filter_map(|team| {
                let (stage, drawn) = last_of(&team)?;
                Some((*stage, team, self.finish_in(*stage, drawn, team)))
            })
            .collect();
        finishes.sort_by_key(|(stage, team, finish)| (Reverse(*stage), *finish, *team));
        Some(finishes.into_iter().map(|(_, team, finish)| (team, finish)).collect())
    }

    fn finish_in(&self, stage: StageId, drawn: &DrawnStage, team: TeamId) -> Finish {
        if self.is_absent(stage, team) {
            return Finish::Absent { stage };
        }
        let results = drawn.groups.iter().filter_map(|group| group.counted.as_ref());
        let mut contenders = results.flat_map(|counted| &counted.result.contenders);
        if contenders.any(|contender| contender.team == team && contender.tally.is_none()) {
            return Finish::Disqualified { stage };
        }
        let ranking = self.is_last(stage).then(|| self.stage_ranking(stage)).flatten();
        let row = ranking.and_then(|ranking| ranking.rows.into_iter().find(|row| row.team == team));
        row.map_or(Finish::Eliminated { stage }, |row| Finish::Ranked { place: row.place })
    }
}
