//! Validation of lists (`A2`).

use alloc::vec::Vec;
use core::fmt;

use super::{Bid, Offer, OfferedLot};
use crate::{LotId, Tsuyama};

/// A fault of a list. Any fault invalidates the whole list (`A2`). `line` counts from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BidFault {
    TooManyBids {
        lines: usize,
        max_bids: u32,
    },
    /// A lot has more lines than copies on offer.
    TooManyOfLot {
        lot: LotId,
        lines: usize,
        copies: u32,
    },
    /// The lot is unknown or has no copy left in this round.
    UnknownLot {
        line: usize,
        lot: LotId,
    },
    BelowMin {
        line: usize,
        lot: LotId,
        price: Tsuyama,
        min_price: Tsuyama,
    },
    /// The prices add up to more than the team holds. Checked only if nothing else is wrong.
    OverBudget {
        total: Tsuyama,
        held: Tsuyama,
    },
}

/// Omits figures, because a rejected list is as secret as a sealed one (`A4`).
impl fmt::Debug for BidFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooManyBids { .. } => "TooManyBids",
            Self::TooManyOfLot { .. } => "TooManyOfLot",
            Self::UnknownLot { .. } => "UnknownLot",
            Self::BelowMin { .. } => "BelowMin",
            Self::OverBudget { .. } => "OverBudget",
        })
    }
}

impl BidFault {
    /// Returns the number of the rule behind it in the rule book.
    pub const fn rule(&self) -> &'static str {
        "A2"
    }
}

/// Checks a list against the round's offer and the money held (`A2`). The total is checked only if nothing
/// else is wrong.
///
/// An empty list is valid: it declines explicitly.
///
/// # Errors
///
/// Returns all faults in the order of the lines. [`BidFault::OverBudget`] is always alone.
pub fn check_bids(offer: &Offer, held: Tsuyama, bids: &[Bid]) -> Result<(), Vec<BidFault>> {
    let mut faults = Vec::new();
    if bids.len() > offer.max_bids as usize {
        faults.push(BidFault::TooManyBids { lines: bids.len(), max_bids: offer.max_bids });
    }
    for (line, &Bid { lot, price }) in bids.iter().enumerate() {
        match offer.lots.get(lot.index()) {
            None | Some(OfferedLot { copies: 0, .. }) => faults.push(BidFault::UnknownLot { line, lot }),
            Some(&OfferedLot { min_price, .. }) if price < min_price => {
                faults.push(BidFault::BelowMin { line, lot, price, min_price });
            }
            Some(_) => {}
        }
    }
    let mut named: Vec<LotId> = bids.iter().map(|bid| bid.lot).collect();
    named.sort_unstable();
    for lines in named.chunk_by(LotId::eq) {
        let copies = offer.lots.get(lines[0].index()).map_or(0, |lot| lot.copies);
        if copies > 0 && lines.len() > copies as usize {
            faults.push(BidFault::TooManyOfLot { lot: lines[0], lines: lines.len(), copies });
        }
    }
    if faults.is_empty() && exceeds(bids.iter().map(|bid| bid.price), held) {
        faults.push(BidFault::OverBudget { total: bids.iter().map(|bid| bid.price).sum(), held });
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}

/// Returns whether the prices add up to more than `most`, even if the sum overflows.
pub(super) fn exceeds(prices: impl Iterator<Item = Tsuyama>, most: Tsuyama) -> bool {
    prices.map(|price| u128::from(price.0)).sum::<u128>() > u128::from(most.0)
}
