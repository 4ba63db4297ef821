//! Time: due events, and the judge's acts on the clocks (`T`, `G4`, `G5`).

use super::{Transition, reason};
use crate::Millis;
use crate::game::{Fact, Phase, Rejection};

/// Maximum extension of a window: an hour, in milliseconds. More is a typing error.
const LONGEST_EXTENSION: Millis = Millis(3_600_000);

impl Transition {
    pub(super) fn tick(&mut self) {
        while self.game.due().is_some_and(|due| self.at >= due) {
            match self.game.phase() {
                Phase::Bidding { .. } => self.close_bidding(),
                Phase::Rebidding { .. } => {
                    self.close_wave();
                    self.close_waves_that_are_complete();
                }
                Phase::Countdown { .. } => self.follow(Fact::GameEnded),
                _ => return,
            }
        }
    }

    pub(super) fn pause(&mut self, given: &str) -> Result<(), Rejection> {
        self.not_over()?;
        self.not_paused()?;
        self.happen(Fact::Paused { reason: reason(given, "T")? });
        Ok(())
    }

    pub(super) fn resume(&mut self) -> Result<(), Rejection> {
        let since = self.game.paused_since().ok_or(Rejection::NotPaused)?;
        let paused = self.at.since(since);
        let closes_at = self.game.phase().closes_at().map(|moment| moment.after(paused));
        self.happen(Fact::Resumed { closes_at });
        // After a disqualification during the pause, all remaining lists may be in (`A3`, `A7`).
        self.close_bidding_if_all_sealed();
        self.close_waves_that_are_complete();
        Ok(())
    }

    pub(super) fn extend(&mut self, by: Millis, given: &str) -> Result<(), Rejection> {
        let closes_at = self.game.phase().closes_at().ok_or(Rejection::NothingToExtend)?;
        if by.0 == 0 || by > LONGEST_EXTENSION {
            return Err(Rejection::BadExtension { millis: by.0 });
        }
        if self.game.paused_since().is_none() {
            self.in_time(closes_at)?;
        }
        self.happen(Fact::WindowExtended { closes_at: closes_at.after(by), reason: reason(given, "T")? });
        Ok(())
    }

    pub(super) fn void_round(&mut self, given: &str) -> Result<(), Rejection> {
        let Some((round, attempt)) = self.game.current_round().map(|record| (record.round, record.attempt))
        else {
            return Err(self.wrong_phase());
        };
        self.happen(Fact::RoundVoided { round, attempt, reason: reason(given, "G5")? });
        Ok(())
    }

    pub(super) fn abandon(&mut self, given: &str) -> Result<(), Rejection> {
        self.not_closed()?;
        self.happen(Fact::GameAbandoned { reason: reason(given, "G4")? });
        Ok(())
    }
}
