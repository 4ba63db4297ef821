//! The time while no window runs: what time it is in the game, and since when it stands where it stands.

use std::time::Instant;

use ishigaki_rules::{GameTime, Millis, Phase};

use super::state::State;

/// Time for which a team waits for the last round's end before the judge may signal the end of the game
/// (`E1`).
const END_NEARS: Millis = Millis(30_000);

/// Text of a clock without a deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ClockText {
    pub(crate) now: GameTime,
    /// Time at which what goes on now began.
    pub(crate) began: GameTime,
}

impl ClockText {
    /// Returns the time that it has gone on.
    pub(crate) const fn passed(self) -> Millis {
        self.now.since(self.began)
    }
}

impl State {
    /// Returns what the clock shows at a moment while no window runs; `None` while one does, and once the game
    /// is over.
    pub(crate) fn waiting_at(&self, now: Option<Instant>) -> Option<ClockText> {
        let game = self.game()?;
        if game.phase().is_over() || self.watched.time_left(now).is_some() {
            return None;
        }
        Some(ClockText { now: self.watched.mirror().game_time(now?)?, began: self.phase_began() })
    }

    /// The same now.
    pub(crate) fn waiting(&self) -> Option<ClockText> {
        self.waiting_at(self.surface.now())
    }

    /// Returns when the phase began that the game is in.
    fn phase_began(&self) -> GameTime {
        let last = self.log.iter().rev().find(|event| event.fact.begins_phase());
        last.map(|event| event.at).unwrap_or_default()
    }

    /// Returns the time for which all rounds have been final, without pauses.
    fn building_for(&self) -> Option<Millis> {
        let now = self.watched.mirror().game_time(self.surface.now()?)?;
        self.game()?.building_for(now)
    }

    /// Returns whether the game may end before long: the end is signalled, or may be at any moment (`E1`).
    pub(crate) fn is_end_near(&self) -> bool {
        match self.game().map(ishigaki_rules::Game::phase) {
            Some(Phase::Countdown { .. }) => true,
            Some(Phase::Building) => self.building_for().is_some_and(|passed| passed >= END_NEARS),
            _ => false,
        }
    }
}
