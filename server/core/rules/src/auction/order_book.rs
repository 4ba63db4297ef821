//! The order book: all lines of a round in two flat orders, by team and priority, and by lot with the highest
//! price first.
//!
//! A line is identified by its *place* in the second order.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::{Bid, TeamList};
use crate::{LotId, Priority, TeamId, Tsuyama};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderBook {
    /// The teams with a line, in order. A *seat* is an index of this list.
    teams: Vec<TeamId>,
    /// Start of each seat's lines in `turns`, followed by the end of the last.
    starts: Vec<u32>,
    turns: Vec<(u32, LotId)>,
    lines: Vec<BookLine>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BookLine {
    pub(super) price: Tsuyama,
    pub(super) lot: LotId,
    pub(super) seat: u32,
    order: u32,
    /// First place of its group: the lines of one lot at one price.
    pub(super) group: u32,
    /// First place of its run: the lines of one group and team, by rising priority.
    pub(super) run: u32,
}

impl OrderBook {
    pub(super) fn new(lists: &[TeamList]) -> Self {
        let mut seated: Vec<&TeamList> = lists.iter().filter(|list| !list.bids.is_empty()).collect();
        seated.sort_unstable_by_key(|list| list.team);
        let scale = OrderKeyWidths::of(&seated);
        if scale.fits_a_number() {
            Self::layout(&seated, |entry| scale.pack(entry), |number| scale.unpack(number))
        } else {
            Self::layout(&seated, |entry| entry, |entry| entry)
        }
    }

    fn layout<K: Ord>(
        seated: &[&TeamList],
        pack: impl Fn(OrderKey) -> K,
        unpack: impl Fn(K) -> OrderKey,
    ) -> Self {
        let count = seated.iter().map(|list| list.bids.len()).sum();
        let mut starts = Vec::with_capacity(seated.len() + 1);
        let mut entries = Vec::with_capacity(count);
        starts.push(0);
        for (seat, list) in (0..).zip(seated) {
            let entry = |(turn, bid): (u32, &Bid)| (bid.lot, Reverse(bid.price), seat, turn);
            entries.extend((0..).zip(&list.bids).map(entry).map(&pack));
            starts.push(dense(entries.len()));
        }
        entries.sort_unstable();
        let mut turns = vec![(0, LotId(0)); count];
        let mut lines: Vec<BookLine> = Vec::with_capacity(count);
        for (place, entry) in (0..).zip(entries) {
            let (lot, Reverse(price), seat, turn) = unpack(entry);
            let order = starts[seat as usize] + turn;
            let before = lines.last().filter(|line| line.lot == lot && line.price == price);
            let group = before.map_or(place, |line| line.group);
            let run = before.filter(|line| line.seat == seat).map_or(place, |line| line.run);
            lines.push(BookLine { price, lot, seat, order, group, run });
            turns[order as usize] = (place, lot);
        }
        Self { teams: seated.iter().map(|list| list.team).collect(), starts, turns, lines }
    }

    pub(super) fn lines(&self) -> &[BookLine] {
        &self.lines
    }

    pub(super) fn line(&self, place: u32) -> &BookLine {
        &self.lines[place as usize]
    }

    pub(super) fn teams(&self) -> &[TeamId] {
        &self.teams
    }

    pub(super) fn team(&self, seat: u32) -> TeamId {
        self.teams[seat as usize]
    }

    pub(super) fn seat(&self, team: TeamId) -> Option<u32> {
        self.teams.binary_search(&team).ok().map(dense)
    }

    /// The lines of a seat, for use with [`OrderBook::place`].
    pub(super) fn orders(&self, seat: u32) -> Range<u32> {
        self.starts[seat as usize]..self.starts[seat as usize + 1]
    }

    pub(super) fn place(&self, order: u32) -> u32 {
        self.turn(order).0
    }

    pub(super) fn turn(&self, order: u32) -> (u32, LotId) {
        self.turns[order as usize]
    }

    pub(super) fn find(&self, team: TeamId, priority: Priority) -> Option<u32> {
        let orders = self.orders(self.seat(team)?);
        let order = orders.start.checked_add(priority.0.checked_sub(1)?)?;
        orders.contains(&order).then(|| self.place(order))
    }

    /// Returns the index of the line at a place within its seat, counted over all lines.
    pub(super) fn order(&self, place: u32) -> u32 {
        self.line(place).order
    }

    pub(super) fn priority(&self, place: u32) -> Priority {
        let line = self.line(place);
        Priority(line.order - self.starts[line.seat as usize] + 1)
    }
}

/// Converts an index of a list shorter than `u32::MAX`, as every list of lines is.
pub(super) fn dense(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// Sort key of a line: lot, price, seat, and index within the seat.
type OrderKey = (LotId, Reverse<Tsuyama>, u32, u32);

/// Bit widths of the parts of a key, so that a key can be packed into one number that sorts in the same
/// order. Numbers sort much faster, and the keys of any real contest fit.
#[derive(Clone, Copy)]
struct OrderKeyWidths {
    top_price: Tsuyama,
    lot_bits: u32,
    price_bits: u32,
    seat_bits: u32,
    turn_bits: u32,
}

impl OrderKeyWidths {
    fn of(seated: &[&TeamList]) -> Self {
        let (mut top_lot, mut top_price, mut most_lines) = (LotId(0), Tsuyama::ZERO, 0);
        for list in seated {
            most_lines = most_lines.max(list.bids.len());
            for bid in &list.bids {
                top_lot = top_lot.max(bid.lot);
                top_price = top_price.max(bid.price);
            }
        }
        Self {
            top_price,
            lot_bits: bits(top_lot.0.into()),
            price_bits: bits(top_price.0),
            seat_bits: bits(dense(seated.len()).into()),
            turn_bits: bits(dense(most_lines).into()),
        }
    }

    fn fits_a_number(self) -> bool {
        self.lot_bits + self.price_bits + self.seat_bits + self.turn_bits <= u64::BITS
    }

    fn pack(self, (lot, Reverse(price), seat, turn): OrderKey) -> u64 {
        let number = u64::from(lot.0) << self.price_bits | self.top_price.minus(price).0;
        (number << self.seat_bits | u64::from(seat)) << self.turn_bits | u64::from(turn)
    }

    fn unpack(self, number: u64) -> OrderKey {
        let low = |number: u64, bits: u32| number & ((1 << bits) - 1);
        let (turn, number) = (low(number, self.turn_bits), number >> self.turn_bits);
        let (seat, number) = (low(number, self.seat_bits), number >> self.seat_bits);
        let (discount, lot) = (low(number, self.price_bits), number >> self.price_bits);
        let small = |part: u64| u32::try_from(part).unwrap_or(u32::MAX);
        (LotId(small(lot)), Reverse(self.top_price.minus(Tsuyama(discount))), small(seat), small(turn))
    }
}

/// Returns the number of bits of a number, at least 1, so that no part of a key is as wide as the whole key.
fn bits(number: u64) -> u32 {
    u64::BITS - (number | 1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists by team, as lots and prices. `dear` is added to each price.
    fn lists(dear: u64, lists: &[(u32, &[(u32, u64)])]) -> Vec<TeamList> {
        let bid = |&(lot, price): &(u32, u64)| Bid { lot: LotId(lot), price: Tsuyama(price + dear) };
        let list = |&(team, bids): &(u32, &[(u32, u64)])| TeamList {
            team: TeamId(team),
            bids: bids.iter().map(bid).collect(),
        };
        lists.iter().map(list).collect()
    }

    #[test]
    fn lines_are_laid_out_alike_however_many_bits_their_prices_need() {
        let many: [(u32, &[(u32, u64)]); 3] =
            [(7, &[(300, 5), (300, 5), (0, 9), (2, 1)]), (1, &[(2, 4), (300, 5), (0, 0)]), (3, &[])];
        let few: [(u32, &[(u32, u64)]); 1] = [(0, &[(1, 5), (0, 9)])];
        for teams in [&many[..], &few[..]] {
            let cheap = OrderBook::new(&lists(0, teams));
            for dear in (0..64).map(|bit| 1 << bit).chain([u64::MAX - 9]) {
                let mut costly = OrderBook::new(&lists(dear, teams));
                for line in &mut costly.lines {
                    line.price = Tsuyama(line.price.0 - dear);
                }
                assert_eq!(costly, cheap, "{dear}");
            }
        }
        let places: Vec<(u32, u64, u32)> = OrderBook::new(&lists(0, &many))
            .lines
            .iter()
            .map(|line| (line.lot.0, line.price.0, line.order))
            .collect();
        assert_eq!(
            places,
            [(0, 9, 5), (0, 0, 2), (2, 4, 0), (2, 1, 6), (300, 5, 1), (300, 5, 3), (300, 5, 4)]
        );
    }
}
