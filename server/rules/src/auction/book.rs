//! All lines of a round, laid out flat: by team and priority, and by lot from the highest price down.
//!
//! A line is known by its *place* in the second order. Knows nothing of who gets what.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::{BitAnd, BitOr, Range, Shl, Shr};

use super::{Bid, TeamList};
use crate::{LotId, Priority, TeamId, Tsuyama};

/// The lines of all lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Book {
    /// The teams with a line, in order. A *seat* is a place in this list.
    teams: Vec<TeamId>,
    /// Where each seat's lines begin in `turns`, and where the last one's end.
    starts: Vec<u32>,
    /// Every line's place and lot, by seat and priority.
    turns: Vec<(u32, LotId)>,
    /// Every line by lot, price descending, seat, priority.
    lines: Vec<Line>,
}

/// One line, at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The price of the bid.
    pub(super) price: Tsuyama,
    /// The lot.
    pub(super) lot: LotId,
    /// The team's seat.
    pub(super) seat: u32,
    /// Which line it is by seat and priority.
    order: u32,
    /// The first place of its group: the lines of one lot at one price.
    pub(super) group: u32,
    /// The first place of its run: the lines of one group and team. Their priorities rise with the place.
    pub(super) run: u32,
}

impl Book {
    /// Lays out the lists, in whatever order they come.
    pub(super) fn new(lists: &[TeamList]) -> Self {
        let mut seated: Vec<&TeamList> = lists.iter().filter(|list| !list.bids.is_empty()).collect();
        seated.sort_unstable_by_key(|list| list.team);
        let scale = Scale::of(&seated);
        // Half as wide numbers are sorted in much less than the time, and are wide enough for any contest.
        if scale.bits() <= u64::BITS {
            Self::laid_out::<u64>(&seated, scale)
        } else {
            Self::laid_out::<u128>(&seated, scale)
        }
    }

    fn laid_out<K: Key>(seated: &[&TeamList], scale: Scale) -> Self {
        let count = scale.lines;
        let mut starts = Vec::with_capacity(seated.len() + 1);
        let mut seats = Vec::with_capacity(count);
        let mut keys: Vec<K> = Vec::with_capacity(count);
        starts.push(0);
        for (seat, list) in (0..).zip(seated) {
            keys.extend((dense(keys.len())..).zip(&list.bids).map(|(order, bid)| scale.key(*bid, order)));
            seats.resize(keys.len(), seat);
            starts.push(dense(keys.len()));
        }
        keys.sort_unstable();
        let mut turns = vec![(0, LotId(0)); count];
        let mut lines: Vec<Line> = Vec::with_capacity(count);
        for (place, key) in (0..).zip(keys) {
            let (Bid { lot, price }, order) = scale.line(key);
            let seat = seats[order as usize];
            let before = lines.last().filter(|line| line.lot == lot && line.price == price);
            let group = before.map_or(place, |line| line.group);
            let run = before.filter(|line| line.seat == seat).map_or(place, |line| line.run);
            lines.push(Line { price, lot, seat, order, group, run });
            turns[order as usize] = (place, lot);
        }
        Self { teams: seated.iter().map(|list| list.team).collect(), starts, turns, lines }
    }

    /// Every line by lot, price descending, seat, priority.
    pub(super) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The line at a place.
    pub(super) fn line(&self, place: u32) -> &Line {
        &self.lines[place as usize]
    }

    /// The teams with a line, by seat.
    pub(super) fn teams(&self) -> &[TeamId] {
        &self.teams
    }

    /// The team of a seat.
    pub(super) fn team(&self, seat: u32) -> TeamId {
        self.teams[seat as usize]
    }

    /// Where a team sits, if it has a line.
    pub(super) fn seat(&self, team: TeamId) -> Option<u32> {
        self.teams.binary_search(&team).ok().map(dense)
    }

    /// The lines of a seat, to be looked up with [`Book::place`].
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

    /// Which line of its seat stands at a place, counted from the first line of all.
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

/// How large the numbers of the lines are, so that each line can be packed into one number that sorts as
/// places do; numbers sort much faster than lines.
#[derive(Clone, Copy)]
struct Scale {
    lines: usize,
    top_lot: LotId,
    top_price: Tsuyama,
}

/// A number to pack a line into.
trait Key:
    Copy
    + Ord
    + From<u32>
    + From<u64>
    + TryInto<u32>
    + TryInto<u64>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitOr<Output = Self>
    + BitAnd<Output = Self>
{
}

impl Key for u64 {}
impl Key for u128 {}

impl Scale {
    fn of(seated: &[&TeamList]) -> Self {
        let mut scale = Self { lines: 0, top_lot: LotId(0), top_price: Tsuyama::ZERO };
        for list in seated {
            scale.lines += list.bids.len();
            for bid in &list.bids {
                scale.top_lot = scale.top_lot.max(bid.lot);
                scale.top_price = scale.top_price.max(bid.price);
            }
        }
        scale
    }

    fn bits(self) -> u32 {
        u32::BITS - self.top_lot.0.leading_zeros() + self.price_bits() + self.order_bits()
    }

    fn price_bits(self) -> u32 {
        u64::BITS - self.top_price.0.leading_zeros()
    }

    fn order_bits(self) -> u32 {
        usize::BITS - self.lines.leading_zeros()
    }

    fn key<K: Key>(self, bid: Bid, order: u32) -> K {
        let discount = self.top_price.minus(bid.price).0;
        K::from(bid.lot.0) << (self.price_bits() + self.order_bits())
            | K::from(discount) << self.order_bits()
            | K::from(order)
    }

    fn line<K: Key>(self, key: K) -> (Bid, u32) {
        let mask = |bits: u32| K::from(u64::MAX.checked_shr(u64::BITS - bits).unwrap_or(0));
        let order = key & mask(self.order_bits());
        let discount = key >> self.order_bits() & mask(self.price_bits());
        let lot = key >> (self.price_bits() + self.order_bits());
        let price = self.top_price.minus(Tsuyama(discount.try_into().unwrap_or(0)));
        (Bid { lot: LotId(lot.try_into().unwrap_or(0)), price }, order.try_into().unwrap_or(0))
    }
}
