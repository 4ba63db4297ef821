//! Heartbeats: records that the engine is alive while a window is open. An outage counts from the last one
//! (`T`).
//!
//! They are on whole seconds of game time, whatever else is recorded (`A4`).

use ishigaki_rules::{GameTime, Millis};

const INTERVAL: Millis = Millis(1_000);

/// The last one at or before a moment.
pub(super) const fn at(moment: GameTime) -> GameTime {
    GameTime(moment.0 - moment.0 % INTERVAL.0)
}

pub(super) fn after(moment: GameTime) -> GameTime {
    at(moment).after(INTERVAL)
}
