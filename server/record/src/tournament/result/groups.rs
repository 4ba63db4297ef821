//! The outcome of a contest in groups: the drawn stages, and each team's finish.

use ishigaki_rules::TeamId;
use ishigaki_tournament::{AdvancedBy, Finish, GroupContest, GroupId, StageId};
use serde::{Deserialize, Serialize};

use crate::tournament::field::SpelledEventField as _;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct StageLine {
    roster: Vec<u32>,
    x: Vec<u32>,
    groups: Vec<Vec<u32>>,
    /// `None` until all games have results and all jankens across a margin are decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeLine>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OutcomeLine {
    advance: Vec<AdvanceLine>,
    repechage: Vec<u32>,
    out: Vec<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct AdvanceLine {
    team: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    group: Option<u32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FinishLine {
    team: u32,
    stage: u32,
    how: HowName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    place: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum HowName {
    Ranked,
    Eliminated,
    Disqualified,
    Absent,
}

impl StageLine {
    pub(super) fn all(contest: &GroupContest) -> Vec<Self> {
        let stages = (0..contest.plan().stages.len()).map(StageId::at);
        stages.filter_map(|stage| Self::of(contest, stage)).collect()
    }

    fn of(contest: &GroupContest, stage: StageId) -> Option<Self> {
        let drawn = contest.drawn(stage)?;
        let advance = |(team, by): &(TeamId, AdvancedBy)| AdvanceLine {
            team: team.spell(),
            group: match by {
                AdvancedBy::Group(group) => Some(GroupId::at(*group).spell()),
                AdvancedBy::Rest => None,
            },
        };
        let outcome = contest.outcome(stage).and_then(Result::ok).map(|outcome| OutcomeLine {
            advance: outcome.advance.iter().map(advance).collect(),
            repechage: outcome.repechage.spell(),
            out: outcome.out.spell(),
        });
        let groups = drawn.groups.iter().map(|group| group.teams.spell()).collect();
        Some(Self { roster: drawn.roster.spell(), x: drawn.x.clone(), groups, outcome })
    }
}

impl FinishLine {
    pub(super) fn all(contest: &GroupContest) -> Vec<Self> {
        let last = StageId::at(contest.plan().stages.len().saturating_sub(1));
        let finishes = contest.finishes().unwrap_or_default();
        finishes.into_iter().map(|(team, finish)| Self::of(team, finish, last)).collect()
    }

    /// The place and the team, if it was ranked in the last stage.
    pub(super) fn ranked(&self) -> Option<(u32, u32)> {
        Some((self.place?, self.team))
    }

    fn of(team: TeamId, finish: Finish, last: StageId) -> Self {
        let (stage, how, place) = match finish {
            Finish::Ranked { place } => (last, HowName::Ranked, Some(place)),
            Finish::Eliminated { stage } => (stage, HowName::Eliminated, None),
            Finish::Disqualified { stage } => (stage, HowName::Disqualified, None),
            Finish::Absent { stage } => (stage, HowName::Absent, None),
        };
        Self { team: team.spell(), stage: stage.spell(), how, place }
    }
}
