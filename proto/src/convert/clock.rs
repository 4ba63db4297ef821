//! The clock sent with every item.

use ishigaki_rules::{Game, Phase};

use crate::phase::phase_to_wire;
use crate::wire;

/// Returns the clock of a game as of its last event. Now and the time of day are for the sender to fill in:
/// the former is the moment of the last event here, the latter 0.
pub fn clock_to_wire(game: &Game) -> wire::Clock {
    let current = game.current_round();
    let (round, wave) = match game.phase() {
        Phase::Ready { next } => (next.0, 0),
        Phase::Rebidding { wave, .. } => (current.map_or(0, |record| record.round.0), wave.0),
        Phase::Bidding { .. }
        | Phase::Confirming
        | Phase::Building
        | Phase::Countdown { .. }
        | Phase::Ended
        | Phase::Declared
        | Phase::Abandoned => (current.map_or(0, |record| record.round.0), 0),
    };
    wire::Clock {
        now_ms: game.now().0,
        server_unix_ms: 0,
        phase: phase_to_wire(game.phase()).into(),
        closes_at_ms: game.phase().closes_at().map(|moment| moment.0),
        paused_since_ms: game.paused_since().map(|moment| moment.0),
        round,
        attempt: current.map_or(0, |record| record.attempt),
        wave,
        stopped_at_ms: None,
        revealed_places: None,
        uncovering: None,
        copy: wire::CopyStanding::Unspecified.into(),
    }
}
