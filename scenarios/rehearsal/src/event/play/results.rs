//! Random results: winner, end and slip.

use ishigaki_proto::event as wire;
use ishigaki_tournament::PlayerId;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use crate::event::entrants::EntrantByChance;

const FORFEITS: f64 = 0.015;
const TIME: f64 = 0.03;

pub(super) fn slip(
    entrants: &[EntrantByChance],
    (a, b): (PlayerId, PlayerId),
    chance: &mut ChaCha8Rng,
) -> wire::Slip {
    let a_wins = match (entrants.get(a.index()), entrants.get(b.index())) {
        (Some(one), Some(other)) => one.wins_against(other),
        _ => 0.5,
    };
    let (winner, loser) = if chance.random_bool(a_wins) { (a, b) } else { (b, a) };
    let (winner, loser) = (winner.0 + 1, loser.0 + 1);
    let plain = wire::Slip { winner, loser, winner_signed: true, ..Default::default() };
    if chance.random_bool(FORFEITS) {
        return wire::Slip { reason: wire::EndReason::Forfeit.into(), ..plain };
    }
    let mut either = || if chance.random_bool(0.5) { winner } else { loser };
    let (black, right) = (either(), either());
    let call = if chance.random_bool(0.5) { wire::Colour::Black } else { wire::Colour::White };
    let played = wire::Slip { black, draw_win: right, call: call.into(), loser_signed: true, ..plain };
    if chance.random_bool(TIME) {
        return wire::Slip { reason: wire::EndReason::Time.into(), ..played };
    }
    // Equal discs win for the holder of the draw-win right (TO5).
    let least = if right == winner { 32 } else { 33 };
    let discs = chance.random_range(least..=50);
    wire::Slip { discs: Some(wire::DiscCount { winner: discs, loser: 64 - discs }), ..played }
}

pub(super) fn reverse(slip: &wire::Slip) -> wire::Slip {
    wire::Slip {
        winner: slip.loser,
        loser: slip.winner,
        winner_signed: true,
        loser_signed: true,
        ..Default::default()
    }
}
