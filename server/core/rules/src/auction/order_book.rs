//! The order book: all lines of a round, laid out flat: by team and priority, and by lot from the highest price down.
//!
//! A line is known by its *place* in the second order. Knows nothing of who gets what.

use alloc::vec;
use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::{Bid, TeamList};
use crate::{LotId, Priority, TeamId, Tsuyama};

/// The lines of all lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OrderBook {
    /// The teams with a line, in order. A *seat* is a place in this list.
    teams: Vec<TeamId>,
    /// Indices at which the seats' lines begin in `turns`, and at which the last one's end.
    starts: Vec<u32>,
    /// Every line's place and lot, by seat and priority.
    turns: Vec<(u32, LotId)>,
    /// Every line by lot, price descending, seat, priority.
    lines: Vec<BookLine>,
}

/// One line, at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BookLine {
    /// The price of the bid.
    pub(super) price: Tsuyama,
    pub(super) lot: LotId,
    pub(super) seat: u32,
    /// Index of the line by seat and priority.
    order: u32,
    /// The first place of its group: the lines of one lot at one price.
    pub(super) group: u32,
    /// The first place of its run: the lines of one group and team. Their priorities rise with the place.
    pub(super) run: u32,
}

impl OrderBook {
    /// Lays out the lists, in whatever order they come.
    pub(super) fn new(lists: &[TeamList]) -> Self {
        let mut seated: Vec<&TeamList> = lists.iter().filter(|list| !list.bids.is_empty()).collect();
        seated.sort_unstable_by_key(|list| list.team);
        let scale = OrderKeyWidths::of(&seated);
        if scale.fits_a_number() {
            Self::laid_out(&seated, |entry| scale.pack(entry), |number| scale.unpack(number))
        } else {
            Self::laid_out(&seated, |entry| entry, |entry| entry)
        }
    }

    fn laid_out<K: Ord>(
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

    /// Every line by lot, price descending, seat, priority.
    pub(super) fn lines(&self) -> &[BookLine] {
        &self.lines
    }

    pub(super) fn line(&self, place: u32) -> &BookLine {
        &self.lines[place as usize]
    }

    /// The teams with a line, by seat.
    pub(super) fn teams(&self) -> &[TeamId] {
        &self.teams
    }

    pub(super) fn team(&self, seat: u32) -> TeamId {
        self.teams[seat as usize]
    }

    /// Returns the seat of a team, if it has a line.
    pub(super) fn seat(&self, team: TeamId) -> Option<u32> {
        self.teams.binary_search(&team).ok().map(dense)
    }

    /// The lines of a seat, to be looked up with [`OrderBook::place`].
    pub(super) fn orders(&self, seat: u32) -> Range<u32> {
        self.starts[seat as usize]..self.starts[seat as usize + 1]
    }

    /// The place of a line that is known by seat and priority.
    pub(super) fn place(&self, order: u32) -> u32 {
        self.turn(order).0
    }

    /// The place and the lot of a line that is known by seat and priority.
    pub(super) fn turn(&self, order: u32) -> (u32, LotId) {
        self.turns[order as usize]
    }

    /// The place of a team's line, if there is such a line.
    pub(super) fn find(&self, team: TeamId, priority: Priority) -> Option<u32> {
        let orders = self.orders(self.seat(team)?);
        let order = orders.start.checked_add(priority.0.checked_sub(1)?)?;
        orders.contains(&order).then(|| self.place(order))
    }

    /// Returns the index of the line at a place within its seat, counted from the first line of all.
    pub(super) fn order(&self, place: u32) -> u32 {
        self.line(place).order
    }

    /// The priority of the line at a place.
    pub(super) fn priority(&self, place: u32) -> Priority {
        let line = self.line(place);
        Priority(line.order - self.starts[line.seat as usize] + 1)
    }
}

/// A number for a place in a list that is shorter than `u32::MAX`, as every list of lines is.
pub(super) fn dense(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// A line as places are sorted: its lot, price and seat, and which of the seat's lines it is, from 0.
type OrderKey = (LotId, Reverse<Tsuyama>, u32, u32);

/// Widths in bits of the parts of any line's entry, so that an entry can be packed into one number that sorts
/// as it does. Numbers sort much faster, and the entries of any contest fit.
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

/// Returns the number of bits that a number needs; at least 1, so that no part of an entry is as wide as all
/// of it.
fn bits(number: u64) -> u32 {
    u64::BITS - (number | 1).leading_zeros()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lists by team: lots and prices, each price made so much dearer.
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
