//! Clock without a running window: game time, and time since the last change.

use std::time::Instant;

use ishigaki_rules::{GameTime, Millis, Phase};

use super::state::State;

/// Time after the last final round before the judge may start the final countdown (`E1`).
const END_NEARS: Millis = Millis(30_000);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockText {
    pub(crate) now: GameTime,
    pub(crate) began: GameTime,
}

impl ClockText {
    pub(crate) const fn passed(self) -> Millis {
        self.now.since(self.began)
    }
}

impl State {
    pub(crate) fn waiting_at(&self, now: Option<Instant>) -> Option<ClockText> {
        let game = self.game()?;
        if game.phase().is_over() || self.watched.time_left(now).is_some() {
            return None;
        }
        Some(ClockText { now: self.watched.mirror().game_time(now?)?, began: self.phase_began() })
    }

    pub(crate) fn waiting(&self) -> Option<ClockText> {
        self.waiting_at(self.surface.now())
    }

    fn phase_began(&self) -> GameTime {
        let last = self.log.iter().rev().find(|event| event.fact.begins_phase());
        last.map(|event| event.at).unwrap_or_default()
    }

    fn building_for(&self) -> Option<Millis> {
        let now = self.watched.mirror().game_time(self.surface.now()?)?;
        self.game()?.building_for(now)
    }

    /// `E1`.
    pub(crate) fn is_end_near(&self) -> bool {
        match self.game().map(ishigaki_rules::Game::phase) {
            Some(Phase::Countdown { .. }) => true,
            Some(Phase::Building) => self.building_for().is_some_and(|passed| passed >= END_NEARS),
            _ => false,
        }
    }
}
