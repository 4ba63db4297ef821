//! The grid of moments at which decided acts are written, and written acts leave.
//!
//! Acts decided between two moments of the grid are written together at the second one, and their answers and feed items
//! leave at the third. So no answer shows whether a replaced list was being written (`A4`), as long as writing takes less
//! than one step.

use ishigaki_rules::{GameTime, Millis};

use crate::clock::GameClock;

/// Moments at equal distances in a game's time; every moment if the step is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid(u64);

impl Grid {
    /// Returns the grid of a clock.
    pub(super) fn of(clock: &GameClock) -> Self {
        Self(clock.machine().grid())
    }

    /// Returns the first moment of the grid after this one.
    pub(super) fn after(self, moment: GameTime) -> GameTime {
        GameTime(moment.0 - moment.0.checked_rem(self.0).unwrap_or(0)).after(Millis(self.0))
    }

    /// Waits for the first moment of the grid that is not before `soonest` nor before now.
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
