//! A simple bot: it plans a wall it would like, bids on the stones for it, and builds what it gets.

use ishigaki_rules::auction::{Bid, Offer, Raise};
use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{LotId, Setup, StoneId, Tsuyama};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

use super::{Strategy, View};
use crate::plan::{Step, Stock, fill};

/// A bot that values stones by area and by their place in a wall it plans, and spreads its money over the
/// rounds that are left.
///
/// Each decision depends on the seed, the team and what the team may see of the game, and on nothing else: not
/// on what was asked before, so a bot that is started again in the middle of a game goes on as it would have.
#[derive(Clone, Debug)]
pub struct Mason {
    seed: u64,
}

/// What a decision is about; each draws its own numbers.
#[derive(Clone, Copy)]
enum About {
    Bids,
    Raises,
}

/// A lot the bot would bid on.
struct Wish {
    lot: LotId,
    /// Its squares in hundredths, more or less by taste.
    worth: u64,
}

impl Mason {
    /// A bot; other seeds have other tastes.
    pub fn new(seed: u64) -> Self {
        Self { seed }
    }

    fn rng(&self, view: &View<'_>, about: About) -> ChaCha8Rng {
        let record = view.record();
        let round = record.map_or(0, |record| record.round.0);
        let attempt = record.map_or(0, |record| record.attempt);
        let waves = record.map_or(0, |record| record.waves.len());
        let moment = [u64::from(view.me.0), u64::from(round), u64::from(attempt), waves as u64, about as u64];
        let mut key = [0; 32];
        let mut state = self.seed;
        for (bytes, word) in key.chunks_exact_mut(8).zip(0..) {
            for part in moment {
                state = mixed(state ^ mixed(part.wrapping_add(word)));
            }
            bytes.copy_from_slice(&state.to_le_bytes());
        }
        ChaCha8Rng::from_seed(key)
    }

    /// Which lots it wants, the most wanted first, one entry a copy: those of the wall it plans, then what
    /// might do instead.
    fn wishes(view: &View<'_>, offer: &Offer, rng: &mut ChaCha8Rng) -> (Vec<Wish>, Vec<Wish>) {
        let setup = view.game.setup();
        let hand = in_hand(view);
        let stocks: Vec<Stock<'_>> = hand_stocks(setup, &hand)
            .chain(setup.lots.iter().zip(&offer.lots).map(|(lot, offered)| Stock {
                shape: &lot.shape,
                count: offered.copies.min(offer.max_wins),
                reluctance: rng.random_range(1..=TASTE),
            }))
            .collect();
        let planned = fill(&setup.frame, &stocks);
        let mut wanted: Vec<Wish> = planned
            .iter()
            .filter_map(|step| step.stock.checked_sub(setup.lots.len()))
            .map(|lot| wish(setup, LotId::at(lot), rng))
            .collect();
        let mut others = Vec::new();
        for (lot, offered) in offer.lots.iter().enumerate() {
            let lot = LotId::at(lot);
            let used = wanted.iter().filter(|wish| wish.lot == lot).count();
            let left = (offered.copies as usize).saturating_sub(used).min(1);
            others.extend((0..left).map(|_| wish(setup, lot, rng)));
        }
        if wanted.is_empty() {
            // The wall is as full as it gets: more stones would only be won and not used.
            others.clear();
        }
        for wishes in [&mut wanted, &mut others] {
            wishes.sort_by_key(|wish| (std::cmp::Reverse(wish.worth), wish.lot));
        }
        (wanted, others)
    }
}

/// How many shades of liking there are for a lot; a shade is a quarter of a hole.
const TASTE: u32 = 3;

/// How much of the round's money goes to the stones it wants most, in hundredths.
const MAIN_SHARE: u64 = 75;

impl Strategy for Mason {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let Some(record) = view.record() else {
            return Vec::new();
        };
        let (offer, held) = (&record.offer, view.held().0);
        let mut rng = self.rng(view, About::Bids);
        let (wanted, others) = Self::wishes(view, offer, &mut rng);
        let rounds_left = view.game.setup().rounds.len().saturating_sub(record.round.index()).max(1) as u64;
        let fair = held / rounds_left;
        let budget = (fair * rng.random_range(90..=130) / 100).min(held);
        let mut wishes = wanted.into_iter().chain(others);
        let main: Vec<Wish> = wishes.by_ref().take(offer.max_wins as usize).collect();
        let fallback: Vec<Wish> =
            wishes.take(offer.max_bids.saturating_sub(offer.max_wins) as usize).collect();
        let main_budget = if fallback.is_empty() { budget } else { budget * MAIN_SHARE / 100 };
        let mut bids = Vec::new();
        let mut left = held;
        for (wishes, budget) in [(main, main_budget), (fallback, budget - main_budget)] {
            let total: u64 = wishes.iter().map(|wish| wish.worth).sum();
            for Wish { lot, worth } in wishes {
                let least = offer.lots.get(lot.index()).map_or(0, |lot| lot.min_price.0);
                let price = (budget * worth / total.max(1)).max(least).max(1);
                if price <= left && bids.len() < offer.max_bids as usize {
                    left -= price;
                    bids.push(Bid { lot, price: Tsuyama(price) });
                }
            }
        }
        bids
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let mut rng = self.rng(view, About::Raises);
        let mut left = view.rebid_budget().unwrap_or_default().0;
        let mut raises = Vec::new();
        for (priority, tie) in view.tied_lines() {
            let tied_at = tie.price.0;
            let passes = rng.random_range(0..6) == 0;
            let wanted = tied_at + 1 + rng.random_range(0..=tied_at / 2 + 1);
            let price = wanted.min(left);
            if !passes && price > tied_at {
                left -= price;
                raises.push(Raise { priority, price: Tsuyama(price) });
            }
        }
        raises
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let setup = view.game.setup();
        let mut hand = in_hand(view);
        let stocks: Vec<Stock<'_>> = hand_stocks(setup, &hand).collect();
        let mut placements = Vec::new();
        for Step { stock, spot } in fill(&setup.frame, &stocks) {
            let stone = hand.get_mut(stock)?.pop()?;
            placements.push(Placement { stone, placing: Placing::Turned(spot) });
        }
        let planned = view.game.judge_wall(view.me, &placements).score?;
        let standing = view.game.wall_verdict(view.me)?.score;
        let is_better = standing.is_none_or(|now| {
            (planned.empty, planned.top_gaps, planned.unused) < (now.empty, now.top_gaps, now.unused)
        });
        is_better.then_some(placements)
    }
}

fn wish(setup: &Setup, lot: LotId, rng: &mut ChaCha8Rng) -> Wish {
    let area = setup.lot(lot).map_or(0, |lot| lot.shape.area()) as u64;
    Wish { lot, worth: area * rng.random_range(80..=120) }
}

/// The stones in hand by lot.
fn in_hand(view: &View<'_>) -> Vec<Vec<StoneId>> {
    let mut hand = vec![Vec::new(); view.game.setup().lots.len()];
    for &stone in view.team().iter().flat_map(|team| &team.stones) {
        if let Some(stones) = hand.get_mut(stone.lot.index()) {
            stones.push(stone);
        }
    }
    hand
}

fn hand_stocks<'a>(setup: &'a Setup, hand: &'a [Vec<StoneId>]) -> impl Iterator<Item = Stock<'a>> + use<'a> {
    let stock = |(lot, stones): (&'a ishigaki_rules::LotSpec, &Vec<StoneId>)| Stock {
        shape: &lot.shape,
        count: u32::try_from(stones.len()).unwrap_or(u32::MAX),
        reluctance: 0,
    };
    setup.lots.iter().zip(hand).map(stock)
}

/// The finaliser of `SplitMix64`: spreads a number's bits, so that seeds that are near give far tastes.
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
