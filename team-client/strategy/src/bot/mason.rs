//! A simple bot: plans a wall, bids on its stones, and builds with the won ones.

use std::cmp::Reverse;

use ishigaki_rules::auction::{Bid, Offer, Raise};
use ishigaki_rules::wall::{Placement, Placing};
use ishigaki_rules::{LotId, RoundNo, StoneId, TeamId, Tsuyama};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::copy_values::{CopyValues, hand_stocks, in_hand};
use super::temperament::{Temperament, TemperamentFigures};
use super::{Strategy, View};
use crate::dice::{About, dice};
use team_client_sdk::plan::{PlanStep, Stock, fill};

/// A bot that values stones by the walls it could still build, and spreads its money over stones and rounds
/// by its [`Temperament`].
///
/// Each decision depends on seed, temperament, team and view alone, so a restarted bot continues unchanged.
#[derive(Clone, Debug)]
pub struct Mason {
    seed: u64,
    temperament: Temperament,
}

struct CopyWish {
    lot: LotId,
    urge: u64,
    price: u64,
}

impl Mason {
    /// Returns a steady bot with a seed.
    pub fn new(seed: u64) -> Self {
        Self::of(Temperament::default(), seed)
    }

    /// Returns a bot of this temperament.
    pub fn of(temperament: Temperament, seed: u64) -> Self {
        Self { seed, temperament }
    }

    fn wishes(
        view: &View<'_>,
        offer: &Offer,
        manner: &TemperamentFigures,
        rng: &mut ChaCha8Rng,
    ) -> (Vec<CopyWish>, u64) {
        let setup = view.game.setup();
        let mut worth = CopyValues::of(view, view.me, offer, rng);
        let needed = worth.needed(setup);
        // The fair price of a stone is its share of the money, by its share of the needed squares.
        let total = worth.copies().map(|(_, worth)| worth).sum::<u64>().max(1);
        if let Some(leader) = leader(view).filter(|_| manner.envy > 0) {
            worth.envy(&CopyValues::of(view, leader, offer, rng), manner.envy);
        }
        let teams = setup.teams.len() as u64;
        let wish = |(lot, worth): (LotId, u64)| {
            let offered = offer.lots.get(lot.index())?;
            let least = offered.min_price.0.max(1);
            let fair = view.held().0 * worth / total;
            let keenness = rng.random_range(manner.keenness.0..=manner.keenness.1);
            let above = fair.saturating_sub(least) * keenness;
            // Half a TSUYAMA at random, because equal bots would always tie.
            let price = least + (above + rng.random_range(0..100)) / 100;
            let liking = rng.random_range(100 - manner.variation..=100 + manner.variation);
            let scarcity = (teams * 100 / u64::from(offered.copies).max(1)).min(200);
            let urge = worth * liking * (100 + manner.haste * scarcity / 100);
            Some(CopyWish { lot, urge, price: price.min((least * manner.ceiling / 100).max(least)) })
        };
        let mut wishes: Vec<CopyWish> = worth.copies().filter_map(wish).collect();
        wishes.sort_by_key(|wish| (Reverse(wish.urge), wish.lot));
        (wishes, needed)
    }
}

impl Strategy for Mason {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let Some(record) = view.record() else {
            return Vec::new();
        };
        let mut rng = dice(self.seed, view, About::Bids);
        let manner = self.temperament.manner();
        let rounds = view.game.setup().rounds.len();
        let is_last = record.round.index() + 1 >= rounds;
        if manner.rests > 0 && rng.random_range(0..manner.rests) == 0 && !is_last {
            return Vec::new();
        }
        let (wishes, needed) = Self::wishes(view, &record.offer, &manner, &mut rng);
        // The remainder of the division is decided at random.
        let share = (needed * pace(&manner, record.round, rounds) + rng.random_range(0..100)) / 100;
        let wins = u64::from(record.offer.max_wins);
        // Lines beyond W are alternatives; lines within it win another stone.
        let lines = if share < wins { share + manner.spares / 3 } else { wins + manner.spares };
        let lines = lines.min(u64::from(record.offer.max_bids));
        let mut left = view.held().0;
        let mut bids = Vec::new();
        for CopyWish { lot, price, .. } in wishes {
            if bids.len() as u64 >= lines {
                break;
            }
            if price <= left {
                left -= price;
                bids.push(Bid { lot, price: Tsuyama(price) });
            }
        }
        bids
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let mut rng = dice(self.seed, view, About::Raises);
        let manner = self.temperament.manner();
        let mut left = view.rebid_budget().unwrap_or_default().0;
        let mut raises = Vec::new();
        for (priority, tie) in view.tied_lines() {
            let tied_at = tie.price.0;
            let passes = rng.random_range(0..manner.passes.max(1)) == 0;
            let most = (tied_at * manner.raise / 100).max(1);
            let price = (tied_at + rng.random_range(1..=most + 1)).min(left);
            if !passes && price > tied_at {
                left -= price;
                raises.push(Raise { priority, price: Tsuyama(price) });
            }
        }
        raises
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let setup = view.game.setup();
        let mut hand = in_hand(view, view.me);
        let stocks: Vec<Stock<'_>> = hand_stocks(setup, &hand).collect();
        let mut placements = Vec::new();
        for PlanStep { stock, spot } in fill(&setup.frame, &stocks) {
            let stone = hand.get_mut(stock)?.pop()?;
            placements.push(Placement { stone, placing: Placing::Turned(spot) });
        }
        let planned = view.game.judge_wall(view.me, &placements).score?;
        let standing = view.game.wall_score(view.me);
        let is_better = standing.is_none_or(|now| {
            (planned.empty, planned.top_gaps, planned.unused) < (now.empty, now.top_gaps, now.unused)
        });
        is_better.then_some(placements)
    }
}

fn pace(manner: &TemperamentFigures, round: RoundNo, rounds: usize) -> u64 {
    let (first, last) = manner.pace;
    let (at, end) = (round.index() as u64, (rounds as u64).saturating_sub(1));
    let left = (rounds as u64).saturating_sub(at).max(1);
    let pace = (first * end.saturating_sub(at) + last * at) / end.max(1);
    pace / left
}

/// Returns the rival that has won the most squares, which is public.
fn leader(view: &View<'_>) -> Option<TeamId> {
    let setup = view.game.setup();
    let squares = |team: &TeamId| -> usize {
        let stones = view.game.team(*team).into_iter().flat_map(|team| &team.stones);
        stones.filter_map(|stone| setup.lot(stone.lot)).map(|lot| lot.shape.area()).sum()
    };
    let rivals = setup.team_ids().filter(|&team| team != view.me && view.game.takes_part(team));
    rivals.max_by_key(|team| (squares(team), Reverse(*team))).filter(|team| squares(team) > 0)
}
