//! The end, janken, disqualification and the final result (`E1`–`E4`).

use alloc::vec::Vec;

use super::{Transition, reason};
use crate::TeamId;
use crate::game::{Fact, Phase, Rejection};

impl Transition {
    pub(super) fn signal_end(&mut self) -> Result<(), Rejection> {
        self.not_paused()?;
        if self.game.phase() != Phase::Building {
            return Err(self.wrong_phase());
        }
        let ends_at = self.at.after(self.game.setup().end_countdown);
        self.happen(Fact::EndSignalled { ends_at });
        Ok(())
    }

    pub(super) fn enter_janken(&mut self, order: &[TeamId]) -> Result<(), Rejection> {
        if self.game.phase() != Phase::Ended {
            return Err(self.wrong_phase());
        }
        let groups = self.game.tied_groups();
        let mut named = order.to_vec();
        named.sort_unstable();
        if !groups.contains(&named) {
            return Err(Rejection::NotATiedGroup { groups });
        }
        self.happen(Fact::JankenEntered { order: order.to_vec() });
        Ok(())
    }

    pub(super) fn disqualify(&mut self, team: TeamId, given: &str) -> Result<(), Rejection> {
        self.not_closed()?;
        let state = self.game.team(team).ok_or(Rejection::UnknownTeam { team })?;
        if state.disqualified.is_some() {
            return Err(Rejection::AlreadyDisqualified { team });
        }
        self.happen(Fact::TeamDisqualified { team, reason: reason(given, "E3")? });
        if self.game.paused_since().is_none() {
            self.close_bidding_if_all_sealed();
            self.close_waves_that_are_complete();
        }
        Ok(())
    }

    pub(super) fn reinstate(&mut self, team: TeamId, given: &str) -> Result<(), Rejection> {
        self.not_closed()?;
        let state = self.game.team(team).ok_or(Rejection::UnknownTeam { team })?;
        if state.disqualified.is_none() {
            return Err(Rejection::NotDisqualified { team });
        }
        self.happen(Fact::TeamReinstated { team, reason: reason(given, "E3")? });
        Ok(())
    }

    pub(super) fn declare(&mut self) -> Result<(), Rejection> {
        if self.game.phase() != Phase::Ended {
            return Err(self.wrong_phase());
        }
        let groups: Vec<Vec<TeamId>> = self.game.ranking().janken_needed;
        if !groups.is_empty() {
            return Err(Rejection::JankenOpen { groups });
        }
        self.happen(Fact::ResultDeclared);
        Ok(())
    }
}
