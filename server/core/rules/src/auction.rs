//! One round's auction (`A2`, `A5`–`A9`): is a list valid, who gets what, who must bid again.
//!
//! Nothing here depends on anything but the lists: not on who sealed first, nor on names, nor on the order
//! in which things are looked at.

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
    /// The most lines a list may have (M).
    pub max_bids: u32,
    /// The most stones a team may win (W).
    pub max_wins: u32,
    /// The lots; a [`LotId`] is a place in this list. A lot with no copies left stays in its place.
    pub lots: Vec<OfferedLot>,
}

/// One lot on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OfferedLot {
    /// The least price of a bid.
    pub min_price: Tsuyama,
    /// Copies on offer in this round.
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
    /// The tied line, by its priority in the team's list.
    pub priority: Priority,
    pub price: Tsuyama,
}

/// A team's list in a round: its lines in priority order, the first being priority 1 (`A2`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamList {
    pub team: TeamId,
    pub bids: Vec<Bid>,
}

/// Re-bid of a team in one wave. No raises at all is a pass (`A7`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeamRaises {
    pub team: TeamId,
    pub raises: Vec<Raise>,
}
