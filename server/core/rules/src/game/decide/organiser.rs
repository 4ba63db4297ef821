//! The organiser's acts: manual entries, carried stones, remarks (`G6`, `E2`, `W4`).

use alloc::string::String;
use alloc::vec::Vec;

use super::{Transition, reason};
use crate::game::{Actor, Fact, Rejection, WallCount};
use crate::{Shape, StoneId, TeamId};

impl Transition {
    /// Returns the reason for entering something for a team, which only the organiser may do (`G6`).
    pub(super) fn by_hand(&self, given: Option<&str>) -> Result<Option<String>, Rejection> {
        match (self.by, given) {
            (Actor::Organiser, given) => reason(given.unwrap_or_default(), "G6").map(Some),
            (Actor::Team(_), None) => Ok(None),
            (Actor::Team(_) | Actor::Judge | Actor::Clock, _) => Err(Rejection::NotByHand),
        }
    }

    /// Records or withdraws a manual count until the result is declared.
    pub(super) fn count_wall(
        &mut self,
        team: TeamId,
        count: Option<WallCount>,
        given: &str,
    ) -> Result<(), Rejection> {
        self.not_closed()?;
        let state = self.game.team(team).ok_or(Rejection::UnknownTeam { team })?;
        let won = state.stones.len();
        if let Some(WallCount { empty, top_gaps, used }) = count {
            let frame = &self.game.setup().frame;
            let (cells, top) =
                (frame.area(), frame.cells().filter(|cell| cell.row == frame.top_row()).count());
            let areas = state.stones.iter().filter_map(|&stone| self.game.shape(stone));
            let covered: usize = areas.map(Shape::area).sum();
            within("empty", empty, cells.saturating_sub(covered), cells)?;
            within("top_gaps", top_gaps, 0, top.min(empty as usize))?;
            within("used", used, 0, won)?;
        }
        self.happen(Fact::WallCounted { team, count, reason: reason(given, "E2")? });
        Ok(())
    }

    pub(super) fn tick_stones(&mut self, stones: &[StoneId], carried: bool) -> Result<(), Rejection> {
        self.not_closed()?;
        let stones = in_order(stones)?;
        let teams = || self.game.setup().team_ids().filter_map(|team| self.game.team(team));
        if let Some(&stone) = stones.iter().find(|stone| !teams().any(|team| team.stones.contains(stone))) {
            return Err(Rejection::NotOwned { stone });
        }
        self.happen(Fact::StonesTicked { stones, carried });
        Ok(())
    }

    pub(super) fn check_stones(&mut self, team: TeamId, stones: &[StoneId]) -> Result<(), Rejection> {
        self.in_play(team)?;
        self.not_closed()?;
        let stones = in_order(stones)?;
        for &stone in &stones {
            self.owned(team, stone)?;
        }
        // Checking a stone again changes nothing.
        let checked = self.game.team(team).map(|team| &team.checked);
        if checked.is_none_or(|checked| stones.iter().any(|stone| !checked.contains(stone))) {
            self.happen(Fact::StonesChecked { team, stones });
        }
        Ok(())
    }

    pub(super) fn remark(&mut self, text: &str) -> Result<(), Rejection> {
        self.not_closed()?;
        self.happen(Fact::Remarked { text: reason(text, "T")? });
        Ok(())
    }
}

fn in_order(stones: &[StoneId]) -> Result<Vec<StoneId>, Rejection> {
    let mut stones = stones.to_vec();
    stones.sort_unstable();
    stones.dedup();
    if stones.is_empty() { Err(Rejection::NoStones) } else { Ok(stones) }
}

fn within(figure: &'static str, counted: u32, least: usize, most: usize) -> Result<(), Rejection> {
    let bound = |bound| u32::try_from(bound).unwrap_or(u32::MAX);
    if (bound(least)..=bound(most)).contains(&counted) {
        Ok(())
    } else {
        Err(Rejection::BadCount { figure, counted, least: bound(least), most: bound(most) })
    }
}
