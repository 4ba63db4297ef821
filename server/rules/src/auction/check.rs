//! Is a list valid (`A2`)?

use alloc::vec::Vec;

use super::{Bid, Offer};
use crate::{LotId, Tsuyama};

/// One thing wrong with a list. Any one voids the whole list (`A2`). `line` counts from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BidFault {
    /// More lines than the round allows (M).
    TooManyBids {
        /// Lines in the list.
        lines: usize,
        /// The most allowed.
        max_bids: u32,
    },
    /// A lot stands in more lines than it has copies on offer.
    TooManyOfLot {
        /// The lot.
        lot: LotId,
        /// Lines that name it.
        lines: usize,
        /// Copies on offer.
        copies: u32,
    },
    /// No such lot in this round: unknown, or no copy of it is left.
    UnknownLot {
        /// The line.
        line: usize,
        /// What it names.
        lot: LotId,
    },
    /// The price is below the lot's minimum price.
    BelowMin {
        /// The line.
        line: usize,
        /// The lot.
        lot: LotId,
        /// The price offered.
        price: Tsuyama,
        /// The minimum price.
        min_price: Tsuyama,
    },
    /// The prices add up to more than the team holds. Looked at only when nothing else is wrong.
    OverBudget {
        /// The sum of all prices.
        total: Tsuyama,
        /// What the team holds.
        held: Tsuyama,
    },
}

/// Checks a list against the round's offer and the money held (`A2`): all faults, or none.
///
/// An empty list is valid: it is an explicit decline.
pub fn check_bids(offer: &Offer, held: Tsuyama, bids: &[Bid]) -> Result<(), Vec<BidFault>> {
    let _ = (offer, held, bids);
    unimplemented!()
}
