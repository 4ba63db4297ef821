//! Worth of stones to a team, by the walls it could still build.

use ishigaki_rules::auction::Offer;
use ishigaki_rules::{LotId, Setup, StoneId, TeamId};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::View;
use team_client_sdk::plan::{PlanEffort, Stock, fill_within};

/// Worth of each further copy of each lot: the squares it covers, averaged over a few planned walls. A stone
/// that every plan needs is worth its area; a replaceable one less.
#[derive(Clone, Debug)]
pub(super) struct CopyValues {
    copies: Vec<Vec<u64>>,
}

const PLANS: u64 = 3;

/// Random preferences per lot in a plan, in quarters of a hole.
const TASTE: u32 = 3;

impl CopyValues {
    pub(super) fn of(view: &View<'_>, team: TeamId, offer: &Offer, rng: &mut ChaCha8Rng) -> Self {
        let setup = view.game.setup();
        let hand = in_hand(view, team);
        let mut copies = vec![Vec::new(); setup.lots.len()];
        for _ in 0..PLANS {
            for (lot, used) in planned(setup, &hand, offer, rng).into_iter().enumerate() {
                let area = setup.lots.get(lot).map_or(0, |lot| lot.shape.area()) as u64;
                let Some(worths) = copies.get_mut(lot) else { continue };
                if worths.len() < used {
                    worths.resize(used, 0);
                }
                for worth in worths.iter_mut().take(used) {
                    *worth += area * 100 / PLANS;
                }
            }
        }
        Self { copies }
    }

    pub(super) fn envy(&mut self, other: &Self, share: u64) {
        for (mine, theirs) in self.copies.iter_mut().zip(&other.copies) {
            if mine.len() < theirs.len() {
                mine.resize(theirs.len(), 0);
            }
            for (mine, theirs) in mine.iter_mut().zip(theirs) {
                *mine += theirs * share / 100;
            }
        }
    }

    pub(super) fn copies(&self) -> impl Iterator<Item = (LotId, u64)> + '_ {
        let lots = self.copies.iter().enumerate();
        lots.flat_map(|(lot, worths)| worths.iter().map(move |&worth| (LotId::at(lot), worth)))
    }

    pub(super) fn needed(&self, setup: &Setup) -> u64 {
        let part = |(lot, worth): (LotId, u64)| {
            let area = setup.lot(lot).map_or(1, |lot| lot.shape.area()).max(1) as u64;
            worth.div_ceil(area)
        };
        self.copies().map(part).sum::<u64>().div_ceil(100)
    }
}

fn planned(setup: &Setup, hand: &[Vec<StoneId>], offer: &Offer, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let teams = u32::try_from(setup.teams.len()).unwrap_or(u32::MAX).max(1);
    let stocks: Vec<Stock<'_>> = hand_stocks(setup, hand)
        .chain(setup.lots.iter().zip(&offer.lots).map(|(lot, offered)| Stock {
            shape: &lot.shape,
            // Rivals want some too, so a plan with all copies of a lot would fail.
            count: offered.copies.min(offered.copies.div_ceil(teams) + 1),
            reluctance: rng.random_range(1..=TASTE),
        }))
        .collect();
    let mut used = vec![0; setup.lots.len()];
    for step in fill_within(&setup.frame, &stocks, PlanEffort::Quick) {
        let lot = step.stock.checked_sub(setup.lots.len());
        if let Some(used) = lot.and_then(|lot| used.get_mut(lot)) {
            *used += 1;
        }
    }
    used
}

pub(super) fn in_hand(view: &View<'_>, team: TeamId) -> Vec<Vec<StoneId>> {
    let mut hand = vec![Vec::new(); view.game.setup().lots.len()];
    for &stone in view.game.team(team).iter().flat_map(|team| &team.stones) {
        if let Some(stones) = hand.get_mut(stone.lot.index()) {
            stones.push(stone);
        }
    }
    hand
}

pub(super) fn hand_stocks<'a>(
    setup: &'a Setup,
    hand: &'a [Vec<StoneId>],
) -> impl Iterator<Item = Stock<'a>> + use<'a> {
    let stock = |(lot, stones): (&'a ishigaki_rules::LotSpec, &Vec<StoneId>)| Stock {
        shape: &lot.shape,
        count: u32::try_from(stones.len()).unwrap_or(u32::MAX),
        reluctance: 0,
    };
    setup.lots.iter().zip(hand).map(stock)
}
