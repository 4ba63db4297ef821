//! One round's auction (`A2`, `A5`–`A9`): valid lists, awards, and re-bids.
//!
//! The result depends only on the lists, not on their order, the team names or the times of submission.

mod check;
mod claims;
mod order_book;
mod outcome;
mod rebid;
mod settle;
mod wave;

use alloc::vec::Vec;

use crate::{LotId, Priority, TeamId, Tsuyama};

pub use check::{BidFault, check_bids};
pub use outcome::Outcome;
pub use rebid::{RebidFault, check_rebid};
pub use settle::{Award, FailedCopies, Settlement, SettlementFault, Tie, TiedLine};
pub use wave::FailureReason;

/// Offer of one round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Maximum number of lines in a list (M).
    pub max_bids: u32,
    /// Maximum number of stones that a team may win (W).
    pub max_wins: u32,
    /// The lots, indexed by [`LotId`]. A lot without copies left keeps its index.
    pub lots: Vec<OfferedLot>,
}

/// One lot on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedLot {
    /// Minimum bid.
    pub min_price: Tsuyama,
    pub copies: u32,
}

/// One line of a list: a bid for one copy of a lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid {
    pub lot: LotId,
    pub price: Tsuyama,
}

/// One entry of a re-bid: a new price for a tied line (`A7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Raise {
    pub priority: Priority,
    pub price: Tsuyama,
}

/// A team's list in a round: its lines in priority order, starting with priority 1 (`A2`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamList {
    pub team: TeamId,
    pub bids: Vec<Bid>,
}

/// A team's re-bid in one wave. Without raises it is a pass (`A7`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRaises {
    pub team: TeamId,
    pub raises: Vec<Raise>,
}
