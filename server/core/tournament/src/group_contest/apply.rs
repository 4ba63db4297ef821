//! Folding events into the state. It can't fail: a fact that doesn't fit changes nothing, and
//! [`GroupContest::decide`] never makes one.

use alloc::string::String;
use alloc::vec::Vec;

use ishigaki_rules::TeamId;

use super::state::{Counted, DrawnGroup, DrawnStage, GroupContest, StageState};
use crate::event::{Event, Fact, OverruledDigits};
use crate::group_game::{GameResult, GroupGame, is_order_of};
use crate::groups::deal;
use crate::id::StageId;
use crate::shift::{places, shifts};

impl GroupContest {
    /// Folds one event into the state.
    pub fn apply(&mut self, event: &Event) {
        self.note_ruling(&event.fact);
        match &event.fact {
            Fact::RosterSet { roster } => {
                self.teams = roster.iter().map(|entrant| entrant.id.clone()).collect();
            }
            Fact::Committed { commitment } => self.commitment = Some(*commitment),
            Fact::DigitsEntered { results } => {
                self.digits = Some(results.clone());
                self.change(StageId::at(0), |state| state.left_out.clone_from(&state.absent));
            }
            Fact::DigitsOverruled { results, reason } => {
                let before = self.places();
                if let Some(results) = self.digits.replace(results.clone()) {
                    let (reason, moved) = (reason.clone(), shifts(&before, &self.places()));
                    self.overruled_digits.push(OverruledDigits { results, reason, moved });
                }
            }
            Fact::TeamAttendanceMarked { stage, team, absent } => {
                self.change(*stage, |state| match absent {
                    true => state.absent.insert(*team),
                    false => state.absent.remove(team),
                });
            }
            Fact::GroupsDrawn { stage } => {
                let drawn = self.draw(*stage);
                self.change(*stage, |state| state.drawn = state.drawn.take().or(Some(drawn)));
            }
            Fact::GameCounted { game, result } => self.count(*game, result, None),
            Fact::GameReplaced { game, .. } => self.change_group(*game, |group| {
                group.spare = true;
                group.counted = None;
            }),
            Fact::GameOverruled { game, result, reason } => {
                self.count(*game, result, Some(reason.clone()));
                self.change(game.stage, |state| state.closed = false);
            }
            Fact::JankenEntered { stage, order } => {
                self.change(*stage, |state| state.janken.push(order.clone()));
            }
            Fact::JankenOverruled { stage, order, .. } => self.change(*stage, |state| {
                state.janken.push(order.clone());
                state.closed = false;
            }),
            Fact::StageClosed { stage } => self.change(*stage, |state| state.closed = true),
            Fact::Ruled { text } => self.rulings.push(text.clone()),
            Fact::NoticePosted { english, japanese } => {
                self.messages.post(event.at, english, japanese);
            }
            Fact::RankingDeclared => self.declared = true,
            Fact::EventAbandoned { .. } => self.abandoned = true,
            // The others belong to events in leagues.
            _ => {}
        }
    }

    fn note_ruling(&mut self, fact: &Fact) {
        let is_ruling = matches!(
            fact,
            Fact::GameReplaced { .. } | Fact::GameOverruled { .. } | Fact::JankenOverruled { .. }
        );
        if is_ruling {
            self.ruling_facts.push(fact.clone());
        }
    }

    fn change<T>(&mut self, stage: StageId, change: impl FnOnce(&mut StageState) -> T) {
        if let Some(state) = self.stages.get_mut(stage.index()) {
            change(state);
        }
    }

    fn change_group(&mut self, game: GroupGame, change: impl FnOnce(&mut DrawnGroup)) {
        let drawn = self.stages.get_mut(game.stage.index()).and_then(|state| state.drawn.as_mut());
        if let Some(group) = drawn.and_then(|drawn| drawn.groups.get_mut(game.group.index())) {
            change(group);
        }
    }

    fn count(&mut self, game: GroupGame, result: &GameResult, ruling: Option<String>) {
        let counted = Counted { result: result.clone(), ruling };
        self.change_group(game, |group| group.counted = Some(counted));
    }

    pub(super) fn present(&self, stage: StageId, roster: &[TeamId]) -> Vec<bool> {
        roster.iter().map(|team| !self.is_absent(stage, *team)).collect()
    }

    /// Returns a stage's groups. They follow from the seed, the stage's roster and, for the first stage, the
    /// attendance when the digits became known (`TD7`). A team absent after that leaves an empty place and
    /// moves no other team.
    pub fn draw(&self, stage: StageId) -> DrawnStage {
        let roster = self.stage_roster(stage);
        let dealt_in: Vec<bool> = roster.iter().map(|team| !self.is_left_out(stage, *team)).collect();
        let size = self.plan.stages.get(stage.index()).map(|stage| stage.size).unwrap_or_default();
        let count = size.fitted(dealt_in.iter().filter(|dealt_in| **dealt_in).count());
        let dealt = deal(count, self.seed_number().unwrap_or(0), self.skip(stage), &dealt_in);
        let team = |line: crate::id::PlayerId| roster.get(line.index()).copied();
        let group = |lines: Vec<_>| {
            let teams = lines.into_iter().filter_map(team);
            let (absent, teams) = teams.partition(|team| self.is_absent(stage, *team));
            DrawnGroup { teams, absent, spare: false, counted: None }
        };
        let groups = dealt.groups.into_iter().map(group).collect();
        DrawnStage { roster, x: dealt.x, groups }
    }

    /// The group of each team of the first stage if it were drawn now.
    fn places(&self) -> Vec<Option<usize>> {
        let groups = self.draw(StageId::at(0)).groups.into_iter();
        let lines = groups.map(|group| group.teams.into_iter().map(TeamId::index).collect());
        places(self.teams.len(), lines)
    }

    /// Returns whether an order of exactly these teams was entered for a stage.
    pub(super) fn has_order(&self, stage: StageId, order: &[TeamId]) -> bool {
        let mut set = order.to_vec();
        set.sort_unstable();
        self.state(stage).is_some_and(|state| state.janken.iter().any(|other| is_order_of(other, &set)))
    }
}
