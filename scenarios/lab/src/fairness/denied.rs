//! Restricted play: a strategy without one of its means, and one that always buys handy stones.
//!
//! The loss of a restricted bot measures the value of the means in a scenario (Jaffe et al., "Evaluating
//! Competitive Game Balance with Restricted Play", AIIDE 2012).

use ishigaki_generator::awkwardness::awkwardness;
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Cell, LotId, Shape, StoneId, Tsuyama};
use ishigaki_strategy::bot::{Breed, Strategy, Temperament, View};
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Denial {
    Adviser,
    /// Re-bids (`A7`).
    Rebid,
    /// Lines after the first W (`A5`).
    Fallback,
    /// Moving placed stones (`W4`).
    Rearranging,
}

impl Denial {
    pub(super) const ALL: [Self; 4] = [Self::Adviser, Self::Rebid, Self::Fallback, Self::Rearranging];

    pub(super) fn strategy(self, breed: Breed, seed: u64) -> Box<dyn Strategy> {
        match self {
            Self::Adviser => Breed::Simple(Temperament::Steady).strategy(seed),
            Self::Rebid | Self::Fallback | Self::Rearranging => {
                Box::new(Denied { inner: breed.strategy(seed), denial: self })
            }
        }
    }
}

struct Denied {
    inner: Box<dyn Strategy>,
    denial: Denial,
}

impl Strategy for Denied {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let mut bids = self.inner.bids(view);
        if let (Denial::Fallback, Some(record)) = (self.denial, view.record()) {
            bids.truncate(usize::try_from(record.offer.max_wins).unwrap_or(usize::MAX));
        }
        bids
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        if self.denial == Denial::Rebid { Vec::new() } else { self.inner.raises(view) }
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        if self.denial == Denial::Rearranging { add_stones(view) } else { self.inner.wall(view) }
    }
}

fn add_stones(view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
    let team = view.team()?;
    let setup = view.game.setup();
    let frame = &setup.frame;
    let cells = |shape: &Shape, spot: Spot| -> Vec<Cell> {
        let at = |cell: Cell| Cell { row: cell.row + spot.at.row, col: cell.col + spot.at.col };
        shape.turned_cells(spot.turn).map(at).collect()
    };
    let mut laid: Vec<(StoneId, Spot)> = team.laid.iter().map(|(&stone, &spot)| (stone, spot)).collect();
    let mut taken: Vec<Cell> = laid
        .iter()
        .filter_map(|(stone, spot)| Some(cells(view.game.shape(*stone)?, *spot)))
        .flatten()
        .collect();
    let mut new: Vec<StoneId> =
        team.stones.iter().copied().filter(|stone| !team.laid.contains_key(stone)).collect();
    new.sort_by_key(|&stone| (std::cmp::Reverse(view.game.shape(stone).map_or(0, Shape::area)), stone));
    let before = laid.len();
    for stone in new {
        let shape = view.game.shape(stone)?;
        let turns = shape.distinct_turns();
        let spots =
            (0..frame.height()).rev().flat_map(|row| (0..frame.width()).flat_map(move |col| [(row, col)]));
        let mut spots = spots.flat_map(|(row, col)| {
            // Its lowest row is the one that is tried.
            turns.iter().map(move |(turn, turned)| Spot {
                turn: *turn,
                at: Cell { row: row + 1 - turned.height(), col },
            })
        });
        let fits = |spot: &Spot| {
            let covered = cells(shape, *spot);
            let carries = |cell: &Cell| {
                let below = Cell { row: cell.row + 1, col: cell.col };
                cell.row == frame.bottom_row() || taken.contains(&below)
            };
            covered.iter().all(|cell| frame.contains(*cell) && !taken.contains(cell))
                && covered.iter().any(carries)
        };
        if let Some(spot) = spots.find(fits) {
            taken.extend(cells(shape, spot));
            laid.push((stone, spot));
        }
    }
    let placement = |(stone, spot)| Placement { stone, placing: Placing::Turned(spot) };
    (laid.len() > before).then(|| laid.into_iter().map(placement).collect())
}

pub(super) struct Buyer {
    pub(super) inner: Box<dyn Strategy>,
}

const HANDIEST: usize = 3;
const WHATEVER: u64 = 3;

impl Strategy for Buyer {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let Some(record) = view.record() else { return Vec::new() };
        let setup = view.game.setup();
        let mut lots: Vec<(u32, usize, LotId)> = setup
            .lots
            .iter()
            .enumerate()
            .filter(|(_, lot)| lot.shape.area() >= 4)
            .map(|(at, lot)| (awkwardness(&lot.shape), usize::MAX - lot.shape.area(), LotId::at(at)))
            .collect();
        lots.sort_unstable();
        let most = usize::try_from(record.offer.max_bids).unwrap_or(usize::MAX);
        let wins = usize::try_from(record.offer.max_wins).unwrap_or(usize::MAX);
        let (mut left, mut bids) = (view.held().0, Vec::new());
        let mut add = |bids: &mut Vec<Bid>, lot: LotId, price: u64| {
            let offered = record.offer.lots.get(lot.index());
            let lines = bids.iter().filter(|bid| bid.lot == lot).count();
            let is_left = offered.is_some_and(|offered| lines < offered.copies as usize);
            if is_left && price <= left && bids.len() < most {
                left -= price;
                bids.push(Bid { lot, price: Tsuyama(price) });
            }
        };
        for (_, _, lot) in lots.into_iter().take(HANDIEST) {
            let price =
                record.offer.lots.get(lot.index()).map_or(0, |offered| offered.min_price.0 * WHATEVER);
            for _ in 0..wins.saturating_sub(bids.len()) {
                add(&mut bids, lot, price);
            }
        }
        for bid in self.inner.bids(view) {
            add(&mut bids, bid.lot, bid.price.0);
        }
        bids
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        self.inner.raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        self.inner.wall(view)
    }
}
