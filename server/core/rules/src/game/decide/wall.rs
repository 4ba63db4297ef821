//! Moves on the wall (`W2`–`W6`).

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use super::Transition;
use crate::game::{Fact, Phase, Rejection};
use crate::wall::{Placement, Placing, Spot, Verdict};
use crate::{Revision, Shape, StoneId, SupportRule, TeamId};

impl Transition {
    pub(super) fn place(
        &mut self,
        team: TeamId,
        replaces: Option<Revision>,
        placement: &Placement<StoneId>,
    ) -> Result<(), Rejection> {
        let mut wall = self.wall_in_play(team, replaces)?;
        let stone = placement.stone;
        self.owned(team, stone)?;
        let placed = wall.remove(&stone);
        let mut placements = as_placements(&wall);
        placements.push(placement.clone());
        let verdict = self.judged(team, &placements)?;
        let Some(&spot) = verdict.laid.get(&stone) else {
            return Err(Rejection::NotOnWall { stone });
        };
        // A stone that is already in that position changes nothing.
        if placed.is_none_or(|placed| !self.is_same(stone, placed, spot)) {
            self.happen(Fact::StonePlaced { team, stone, spot });
        }
        Ok(())
    }

    pub(super) fn take_out(
        &mut self,
        team: TeamId,
        replaces: Option<Revision>,
        stone: StoneId,
    ) -> Result<(), Rejection> {
        let mut wall = self.wall_in_play(team, replaces)?;
        self.owned(team, stone)?;
        if wall.remove(&stone).is_none() {
            return Err(Rejection::NotOnWall { stone });
        }
        self.judged(team, &as_placements(&wall))?;
        self.happen(Fact::StoneTakenOut { team, stone });
        Ok(())
    }

    pub(super) fn replace_wall(
        &mut self,
        team: TeamId,
        replaces: Option<Revision>,
        placements: &[Placement<StoneId>],
        by_hand: Option<String>,
    ) -> Result<(), Rejection> {
        let before = self.wall_in_play(team, replaces)?;
        let verdict = self.judged(team, placements)?;
        // An identical wall changes nothing, unless the organiser records that it was entered.
        let stands = |(&stone, &spot): (&StoneId, &Spot)| {
            before.get(&stone).is_some_and(|&placed| self.is_same(stone, placed, spot))
        };
        let is_same = verdict.laid.len() == before.len() && verdict.laid.iter().all(stands);
        if !is_same || by_hand.is_some() {
            self.happen(Fact::WallReplaced { team, laid: verdict.laid, by_hand });
        }
        Ok(())
    }

    /// Returns the team's wall if it may be changed now (`W4`, `W6`, `E3`) and is the one that the actor saw.
    /// Another computer of the team, or the organiser, may have changed it since.
    fn wall_in_play(
        &self,
        team: TeamId,
        replaces: Option<Revision>,
    ) -> Result<BTreeMap<StoneId, Spot>, Rejection> {
        self.in_play(team)?;
        self.not_over()?;
        if let (Phase::Countdown { ends_at }, None) = (self.game.phase(), self.game.paused_since()) {
            self.in_time(ends_at)?;
        }
        let Some(state) = self.game.team(team) else { return Err(Rejection::UnknownTeam { team }) };
        if state.wall != replaces {
            return Err(Rejection::WallChanged { named: replaces, current: state.wall });
        }
        Ok(state.laid.clone())
    }

    /// Returns whether a stone covers the same squares at both spots. Some look the same after a rotation.
    fn is_same(&self, stone: StoneId, one: Spot, other: Spot) -> bool {
        let looks_same = |shape: &Shape| shape.turned(one.turn) == shape.turned(other.turn);
        one == other || one.at == other.at && self.game.shape(stone).is_some_and(looks_same)
    }

    pub(super) fn owned(&self, team: TeamId, stone: StoneId) -> Result<(), Rejection> {
        let owned = self.game.team(team).is_some_and(|team| team.stones.contains(&stone));
        if owned { Ok(()) } else { Err(Rejection::NotOwned { stone }) }
    }

    /// Judges the changed wall. Support matters only if the scenario requires it for each move (`W5`).
    fn judged(&self, team: TeamId, placements: &[Placement<StoneId>]) -> Result<Verdict<StoneId>, Rejection> {
        let verdict = self.game.judge_wall(team, placements);
        let each_move = self.game.setup().support == SupportRule::EachMove;
        let faults: Vec<_> =
            verdict.faults.iter().filter(|fault| each_move || fault.code.is_geometry()).cloned().collect();
        if faults.is_empty() { Ok(verdict) } else { Err(Rejection::InvalidWall { faults }) }
    }
}

pub(in crate::game) fn as_placements(laid: &BTreeMap<StoneId, Spot>) -> Vec<Placement<StoneId>> {
    laid.iter().map(|(&stone, &spot)| Placement { stone, placing: Placing::Turned(spot) }).collect()
}
