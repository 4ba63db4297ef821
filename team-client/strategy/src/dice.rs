//! Random numbers from a seed, separate for each decision of each team.

use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;

use team_client_sdk::bot::View;

#[derive(Clone, Copy)]
pub(crate) enum About {
    Bids,
    Raises,
    Mistakes,
}

/// Returns the numbers of a decision, from the seed, the team, the round with its attempt and waves, and the
/// subject.
pub(crate) fn dice(seed: u64, view: &View<'_>, about: About) -> ChaCha8Rng {
    let record = view.record();
    let round = record.map_or(0, |record| record.round.0);
    let attempt = record.map_or(0, |record| record.attempt);
    let waves = record.map_or(0, |record| record.waves.len());
    let moment = [u64::from(view.me.0), u64::from(round), u64::from(attempt), waves as u64, about as u64];
    let mut key = [0; 32];
    let mut state = seed;
    for (bytes, word) in key.chunks_exact_mut(8).zip(0..) {
        for part in moment {
            state = mixed(state ^ mixed(part.wrapping_add(word)));
        }
        bytes.copy_from_slice(&state.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// The finaliser of `SplitMix64`, so that similar seeds give different numbers.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
