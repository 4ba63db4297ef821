//! The grid of moments at which decisions are written and published.
//!
//! Decisions made between two moments of the grid are written together at the second, and their answers and
//! feed items leave at the third. No answer therefore shows whether a replaced list was being written (`A4`),
//! as long as writing takes less than one step.

use ishigaki_rules::{GameTime, Millis};

use crate::clock::GameClock;

/// Equidistant moments of game time; every moment if the step is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid(u64);

impl Grid {
    pub(super) fn of(clock: &GameClock) -> Self {
        Self(clock.machine().grid())
    }

    /// Returns the next moment of the grid.
    pub(super) fn after(self, moment: GameTime) -> GameTime {
        GameTime(moment.0 - moment.0.checked_rem(self.0).unwrap_or(0)).after(Millis(self.0))
    }

    /// Waits for the first moment of the grid that isn't in the past and isn't before `soonest`.
    pub(super) async fn reach(self, clock: &GameClock, soonest: GameTime) {
        let now = clock.now();
        let is_on_grid = now.0.checked_rem(self.0).is_none_or(|rest| rest == 0);
        let next = if is_on_grid { now } else { self.after(now) };
        let moment = soonest.max(next);
        if moment > now {
            clock.reach(moment).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_moment_is_a_whole_step_after_the_last() {
        let grid = Grid(50);
        for (moment, next) in [(0, 50), (1, 50), (49, 50), (50, 100), (99, 100)] {
            assert_eq!(grid.after(GameTime(moment)), GameTime(next));
        }
        assert_eq!(Grid(0).after(GameTime(7)), GameTime(7), "without a grid every moment is on it");
    }
}
