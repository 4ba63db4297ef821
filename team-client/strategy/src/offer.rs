//! Stones on offer in the current round, or the next one.

use ishigaki_rules::{Game, Phase};

/// Returns the copies of each lot on offer in the current round, or the next one.
pub fn on_offer(game: &Game) -> Vec<u32> {
    match game.current_round() {
        Some(record) => record.offer.lots.iter().map(|lot| lot.copies).collect(),
        None => game.pool().to_vec(),
    }
}

/// Returns the current round, or the next one; `None` after the last.
pub fn next_round(game: &Game) -> Option<u32> {
    match (game.current_round(), game.phase()) {
        (Some(record), _) => Some(record.round.0),
        (None, Phase::Ready { next }) => Some(next.0),
        (None, _) => None,
    }
}
