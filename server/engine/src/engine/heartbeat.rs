//! Heartbeats: the moments at which an engine records that it is alive while a window is open. An outage counts from the last
//! of them (`T`).
//!
//! They stand on the whole seconds of the game's time, whatever else is recorded (`A4`).

use ishigaki_rules::{GameTime, Millis};

/// The time between two of them.
const INTERVAL: Millis = Millis(1_000);

/// The last one at or before a moment.
pub(super) const fn at(moment: GameTime) -> GameTime {
    GameTime(moment.0 - moment.0 % INTERVAL.0)
}

/// The first one after a moment.
pub(super) fn after(moment: GameTime) -> GameTime {
    at(moment).after(INTERVAL)
}
