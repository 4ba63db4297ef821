//! Validation of re-bids (`A7`).

use alloc::vec::Vec;
use core::fmt;

use super::check::exceeds;
use super::{Raise, Settlement};
use crate::{LotId, Priority, TeamId, Tsuyama};

/// A fault of a re-bid. Any fault invalidates the team's whole submission of that wave.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RebidFault {
    DuplicateLine {
        priority: Priority,
        /// The first entry that repeats it, from 0.
        entry: usize,
    },
    /// The team has no tied line with that priority. The entry's price isn't checked.
    NotTied { priority: Priority, entry: usize },
    /// The price is not above the tied price.
    NotAbove {
        priority: Priority,
        lot: LotId,
        price: Tsuyama,
        /// The tied price, which it must exceed.
        tied_at: Tsuyama,
        entry: usize,
    },
    /// The new prices exceed the team's budget. Checked only if nothing else is wrong.
    OverBudget {
        total: Tsuyama,
        /// Money held, minus its awards and its other live lines.
        budget: Tsuyama,
    },
}

/// Omits figures, because a rejected re-bid is as secret as a sealed one (`A4`).
impl fmt::Debug for RebidFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::DuplicateLine { .. } => "DuplicateLine",
            Self::NotTied { .. } => "NotTied",
            Self::NotAbove { .. } => "NotAbove",
            Self::OverBudget { .. } => "OverBudget",
        })
    }
}

impl RebidFault {
    /// Returns the number of the rule behind it in the rule book.
    pub const fn rule(&self) -> &'static str {
        "A7"
    }
}

/// Checks a team's submission to the open wave (`A7`). An empty submission is valid: a pass.
///
/// # Errors
///
/// Returns all faults in the order of the raises. [`RebidFault::OverBudget`] is always alone.
pub fn check_rebid(
    settlement: &Settlement,
    team: TeamId,
    held: Tsuyama,
    raises: &[Raise],
) -> Result<(), Vec<RebidFault>> {
    let mut faults = Vec::new();
    let named = raises.iter().enumerate().map(|(entry, raise)| (raise.priority, entry));
    let mut named: Vec<(Priority, usize)> = named.collect();
    named.sort_unstable();
    for same in named.chunk_by(|one, next| one.0 == next.0) {
        if let Some(&(priority, entry)) = same.get(1) {
            faults.push(RebidFault::DuplicateLine { priority, entry });
        }
    }
    for (entry, &Raise { priority, price }) in raises.iter().enumerate() {
        match settlement.tied_line(team, priority) {
            None => faults.push(RebidFault::NotTied { priority, entry }),
            Some((lot, tied_at)) if price <= tied_at => {
                faults.push(RebidFault::NotAbove { priority, lot, price, tied_at, entry });
            }
            Some(_) => {}
        }
    }
    let budget = settlement.rebid_budget(team, held).unwrap_or_default();
    if faults.is_empty() && exceeds(raises.iter().map(|raise| raise.price), budget) {
        faults.push(RebidFault::OverBudget { total: raises.iter().map(|raise| raise.price).sum(), budget });
    }
    if faults.is_empty() { Ok(()) } else { Err(faults) }
}
