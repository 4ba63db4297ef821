//! Is a re-bid valid (`A7`)?

use alloc::vec::Vec;
use core::fmt;

use super::check::exceeds;
use super::{Raise, Settlement};
use crate::{LotId, Priority, TeamId, Tsuyama};

/// One thing wrong with a re-bid. Any one voids the team's whole submission of that wave.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RebidFault {
    /// A tied line is named twice or more.
    DuplicateLine {
        priority: Priority,
        /// The entry that names it again, from 0: the first one that does.
        entry: usize,
    },
    /// The team has no tied line of that priority. The price of such an entry is not looked at.
    NotTied {
        priority: Priority,
        /// The entry, from 0.
        entry: usize,
    },
    /// The price is not above the tied price.
    NotAbove {
        priority: Priority,
        lot: LotId,
        price: Tsuyama,
        /// The tied price, which it must exceed.
        tied_at: Tsuyama,
        /// The entry, from 0.
        entry: usize,
    },
    /// The new prices add up to more than the team may name. Looked at only when nothing else is wrong.
    OverBudget {
        /// The sum of the new prices.
        total: Tsuyama,
        /// The most it may name: held, less its awards, less its other live lines.
        budget: Tsuyama,
    },
}

/// Silent about figures: a refused re-bid is as secret as a sealed one (`A4`).
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
    /// The rule it stands on, as the rule book numbers it.
    pub const fn rule(&self) -> &'static str {
        "A7"
    }
}

/// Checks what a team wants to send in the wave that is open (`A7`): all faults, or none. An empty
/// submission is valid: a pass.
///
/// # Errors
/// All faults, in the order of the raises; [`RebidFault::OverBudget`] only alone.
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
