//! The state of a contest in groups.

use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, Ranking, Tally, rank};

use crate::advance::{Advance, JankenOpen, advance};
use crate::draw::{join_digits, seed_value};
use crate::event::{EventMessages, Fact, OverruledDigits};
use crate::group_game::{GameResult, GroupGame, is_order_of};
use crate::group_plan::{GroupPlan, GroupStage, Source};
use crate::id::{GroupId, StageId};

/// Phase of a contest in groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupPhase {
    Roster,
    /// The plan and roster are fixed; lottery results are awaited (`TV1`).
    Committed,
    Reception {
        stage: StageId,
    },
    Playing {
        stage: StageId,
    },
    Over,
    Declared,
    Abandoned,
}

impl GroupPhase {
    /// Returns the rule that governs this phase.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Roster | Self::Committed => "TV1",
            Self::Reception { .. } => "TD7",
            Self::Playing { .. } => "TG4",
            Self::Over | Self::Declared => "E4",
            Self::Abandoned => "TV3",
        }
    }
}

/// A game's valid result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    pub result: GameResult,
    /// Reason of the ruling, if it is one.
    pub ruling: Option<String>,
}

/// A drawn group with the result of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnGroup {
    /// Its present teams, in the order of their numbers.
    pub teams: Vec<TeamId>,
    /// Absent teams, in the order of their numbers. Their places stay empty (`TD7`).
    pub absent: Vec<TeamId>,
    /// True if the group plays its spare game (`G4`).
    pub spare: bool,
    pub counted: Option<Counted>,
}

impl DrawnGroup {
    /// Returns whether a result is missing. A single team has no game.
    pub fn is_open(&self) -> bool {
        self.teams.len() > 1 && self.counted.is_none()
    }

    fn contenders(&self) -> Vec<Contender> {
        let alone = || {
            let nothing =
                Tally { empty: 0, top_gaps: 0, held: ishigaki_rules::Tsuyama(0), used: 0, unused: 0 };
            self.teams.iter().map(|team| Contender { team: *team, tally: Some(nothing) }).collect()
        };
        match &self.counted {
            Some(counted) => counted.result.contenders.clone(),
            None if self.is_open() => Vec::new(),
            None => alone(),
        }
    }
}

/// A stage as it was drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DrawnStage {
    /// The stage's roster, in the order of the contest's roster (`TG3`).
    pub roster: Vec<TeamId>,
    pub x: Vec<u32>,
    pub groups: Vec<DrawnGroup>,
}

impl DrawnStage {
    /// Returns the number of games without a result.
    pub fn open(&self) -> usize {
        self.groups.iter().filter(|group| group.is_open()).count()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StageState {
    pub(super) absent: BTreeSet<TeamId>,
    /// Teams that were absent from the first stage when the digits became known.
    pub(super) left_out: BTreeSet<TeamId>,
    pub(super) drawn: Option<DrawnStage>,
    pub(super) janken: Vec<Vec<TeamId>>,
    pub(super) closed: bool,
}

impl StageState {
    fn orders(&self) -> Vec<Vec<TeamId>> {
        let counted =
            self.drawn.iter().flat_map(|drawn| &drawn.groups).filter_map(|group| group.counted.as_ref());
        counted.flat_map(|counted| &counted.result.janken).chain(&self.janken).cloned().collect()
    }

    fn contenders(&self) -> Option<Vec<Vec<Contender>>> {
        let drawn = self.drawn.as_ref().filter(|drawn| drawn.open() == 0)?;
        Some(drawn.groups.iter().map(DrawnGroup::contenders).collect())
    }
}

/// One contest in groups: its plan and all its facts, folded one by one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupContest {
    pub(super) plan: Arc<GroupPlan>,
    pub(super) teams: Vec<String>,
    pub(super) commitment: Option<[u8; 32]>,
    pub(super) digits: Option<Vec<String>>,
    pub(super) overruled_digits: Vec<OverruledDigits>,
    pub(super) stages: Vec<StageState>,
    pub(super) rulings: Vec<String>,
    pub(super) messages: Box<EventMessages>,
    pub(super) ruling_facts: Vec<Fact>,
    pub(super) declared: bool,
    pub(super) abandoned: bool,
}

impl GroupContest {
    /// Returns a contest without facts.
    pub fn new(plan: GroupPlan) -> Self {
        Self {
            stages: plan.stages.iter().map(|_| StageState::default()).collect(),
            plan: Arc::new(plan),
            teams: Vec::new(),
            commitment: None,
            digits: None,
            overruled_digits: Vec::new(),
            rulings: Vec::new(),
            messages: Box::default(),
            ruling_facts: Vec::new(),
            declared: false,
            abandoned: false,
        }
    }

    /// Returns the plan.
    pub fn plan(&self) -> &GroupPlan {
        &self.plan
    }

    /// Returns the ids of the roster's teams.
    pub fn teams(&self) -> &[String] {
        &self.teams
    }

    /// Returns the commitment (`TV1`), if there is one.
    pub const fn commitment(&self) -> Option<[u8; 32]> {
        self.commitment
    }

    /// Returns the free-text rulings, in order.
    pub fn rulings(&self) -> &[String] {
        &self.rulings
    }

    /// Returns the announcements. Contests in groups have no calls.
    pub const fn messages(&self) -> &EventMessages {
        &self.messages
    }

    /// Returns the rulings on games and jankens, in order: spare games (`G4`), replaced results and orders
    /// (`TV3`).
    pub fn ruling_facts(&self) -> &[Fact] {
        &self.ruling_facts
    }

    /// Returns the seed's text, once the digits are known (`TD2`).
    pub fn seed(&self) -> Option<String> {
        join_digits(&self.plan.lotteries, self.digits.as_deref()?).ok()
    }

    /// Returns the valid lottery results, once they are entered.
    pub fn digits(&self) -> Option<&[String]> {
        self.digits.as_deref()
    }

    /// Returns the replaced lottery results, in order (`TD8`).
    pub fn overruled_digits(&self) -> &[OverruledDigits] {
        &self.overruled_digits
    }

    /// Returns a drawn stage.
    pub fn drawn(&self, stage: StageId) -> Option<&DrawnStage> {
        self.state(stage)?.drawn.as_ref()
    }

    /// Returns whether a team is absent from a stage (`TD7`).
    pub fn is_absent(&self, stage: StageId, team: TeamId) -> bool {
        self.state(stage).is_some_and(|state| state.absent.contains(&team))
    }

    /// Returns whether a team was absent from the stage when the digits became known. It has no place in the
    /// draw and can't be admitted later (`TD7`).
    pub fn is_left_out(&self, stage: StageId, team: TeamId) -> bool {
        self.state(stage).is_some_and(|state| state.left_out.contains(&team))
    }

    /// Returns the janken orders entered for a stage, each of a set of equal teams, best first (`TG4`).
    pub fn jankens(&self, stage: StageId) -> &[Vec<TeamId>] {
        self.state(stage).map(|state| state.janken.as_slice()).unwrap_or_default()
    }

    /// Returns the phase of the contest.
    pub fn phase(&self) -> GroupPhase {
        if self.abandoned {
            return GroupPhase::Abandoned;
        }
        if self.declared {
            return GroupPhase::Declared;
        }
        if self.commitment.is_none() {
            return GroupPhase::Roster;
        }
        if self.digits.is_none() {
            return GroupPhase::Committed;
        }
        match self.stages.iter().position(|state| !state.closed) {
            None => GroupPhase::Over,
            Some(at) if self.stages[at].drawn.is_some() => GroupPhase::Playing { stage: StageId::at(at) },
            Some(at) => GroupPhase::Reception { stage: StageId::at(at) },
        }
    }

    /// Returns the valid game of each group, by stage and group.
    pub fn games(&self) -> impl Iterator<Item = (GroupGame, &DrawnGroup)> {
        self.stages.iter().enumerate().flat_map(|(at, state)| {
            let groups = state.drawn.iter().flat_map(|drawn| &drawn.groups).enumerate();
            let games = groups.filter(|(_, group)| group.teams.len() > 1);
            games.map(move |(group, drawn)| {
                let game =
                    GroupGame { stage: StageId::at(at), group: GroupId::at(group), spare: drawn.spare };
                (game, drawn)
            })
        })
    }

    /// Returns the name of a game's scenario, if the plan has one (`TG1`, `G4`).
    pub fn scenario(&self, game: GroupGame) -> Option<&str> {
        let group = self.drawn(game.stage)?.groups.get(game.group.index())?;
        let variant = self.plan.stages.get(game.stage.index())?.variant(group.teams.len())?;
        if game.spare { variant.spare.as_deref() } else { Some(&variant.scenario) }
    }

    /// Returns the roster of a stage, in the order of the contest's roster (`TG3`, `TG5`), as far as the
    /// stages it depends on are closed.
    pub fn stage_roster(&self, stage: StageId) -> Vec<TeamId> {
        let Some(plan) = self.plan.stages.get(stage.index()) else { return Vec::new() };
        let teams: BTreeSet<TeamId> = plan.from.iter().flat_map(|source| self.of_source(source)).collect();
        teams.into_iter().collect()
    }

    pub(super) fn of_source(&self, source: &Source) -> Vec<TeamId> {
        let lines = || (0..self.teams.len()).map(TeamId::at);
        let closed = |name: &String| {
            let at = self.plan.stages.iter().position(|stage| stage.name == *name)?;
            self.stages.get(at).filter(|state| state.closed)?;
            self.outcome(StageId::at(at))?.ok()
        };
        match source {
            Source::Roster => lines().filter(|team| !self.is_guest(*team)).collect(),
            Source::Guests(ids) => lines()
                .filter(|team| self.teams.get(team.index()).is_some_and(|id| ids.contains(id)))
                .collect(),
            Source::Advanced(name) => {
                closed(name).into_iter().flat_map(|outcome| outcome.advance).map(|(team, _)| team).collect()
            }
            Source::Repechage(name) => {
                closed(name).into_iter().flat_map(|outcome| outcome.repechage).collect()
            }
        }
    }

    /// Returns whether a team is a guest of any stage. A stage that uses the roster skips guests.
    pub(super) fn is_guest(&self, team: TeamId) -> bool {
        self.teams
            .get(team.index())
            .is_some_and(|id| self.plan.stages.iter().any(|stage| stage.has_guest(id)))
    }

    /// Number of stream values that earlier stages used (`TG3`).
    pub(super) fn skip(&self, stage: StageId) -> u64 {
        let drawn = self.stages.iter().take(stage.index()).filter_map(|state| state.drawn.as_ref());
        drawn.map(|drawn| u64::try_from(drawn.x.len()).unwrap_or(u64::MAX)).sum()
    }

    pub(super) fn seed_number(&self) -> Option<u64> {
        self.seed().as_deref().and_then(seed_value)
    }

    pub(super) fn state(&self, stage: StageId) -> Option<&StageState> {
        self.stages.get(stage.index())
    }

    pub(super) fn is_last(&self, stage: StageId) -> bool {
        stage.index() + 1 == self.stages.len()
    }

    /// Returns the advance of a stage (`TG4`), or its missing jankens; `None` while results are missing.
    pub fn outcome(&self, stage: StageId) -> Option<Result<Advance, JankenOpen>> {
        let state = self.state(stage)?;
        let quota = self.plan.stages.get(stage.index())?.quota;
        Some(advance(&state.contenders()?, quota, &state.orders()))
    }

    /// Returns the ranking of all teams of a stage across groups (`E2`); `None` while results are missing.
    pub fn stage_ranking(&self, stage: StageId) -> Option<Ranking> {
        let state = self.state(stage)?;
        let contenders: Vec<Contender> = state.contenders()?.into_iter().flatten().collect();
        Some(rank(&contenders, &state.orders()))
    }

    /// Returns the sets of equal teams that need an order before the stage can be closed: those across a
    /// margin (`TG4`), or in the last stage those of its ranking (`E4`). Empty while results are missing.
    pub fn janken_needed(&self, stage: StageId) -> Vec<Vec<TeamId>> {
        self.state(stage).map(|state| self.needed_with(stage, &state.orders())).unwrap_or_default()
    }

    /// Returns the effective janken orders of a stage: the last one of each set, and only of sets that need
    /// one. An order is recorded but ineffective once its teams aren't equal any more, or are also equal to
    /// others (`E2`).
    pub fn jankens_held(&self, stage: StageId) -> Vec<&[TeamId]> {
        let Some(state) = self.state(stage) else { return Vec::new() };
        let holds = |at: usize, order: &[TeamId]| {
            let mut set = order.to_vec();
            set.sort_unstable();
            let mut others = state.orders();
            others.retain(|other| !is_order_of(other, &set));
            let is_last = !state.janken.iter().skip(at + 1).any(|later| is_order_of(later, &set));
            is_last && self.needed_with(stage, &others).contains(&set)
        };
        let orders = state.janken.iter().map(Vec::as_slice).enumerate();
        orders.filter(|(at, order)| holds(*at, order)).map(|(_, order)| order).collect()
    }

    /// The sets of equal teams that need an order in addition to these.
    fn needed_with(&self, stage: StageId, orders: &[Vec<TeamId>]) -> Vec<Vec<TeamId>> {
        let contenders = self.state(stage).and_then(StageState::contenders);
        let Some((groups, plan)) = contenders.zip(self.plan.stages.get(stage.index())) else {
            return Vec::new();
        };
        if self.is_last(stage) {
            let contenders: Vec<Contender> = groups.into_iter().flatten().collect();
            return rank(&contenders, orders).janken_needed;
        }
        advance(&groups, plan.quota, orders).err().map(|open| open.needed).unwrap_or_default()
    }
}

impl GroupStage {
    fn has_guest(&self, team: &str) -> bool {
        self.guests().any(|guest| guest == team)
    }

    /// Returns the guests of the stage (`TG5`).
    pub fn guests(&self) -> impl Iterator<Item = &str> {
        self.from
            .iter()
            .flat_map(|source| match source {
                Source::Guests(ids) => ids.as_slice(),
                Source::Roster | Source::Advanced(_) | Source::Repechage(_) => &[],
            })
            .map(String::as_str)
    }
}
