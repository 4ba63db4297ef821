//! What is unusual about a list: worth a question before it is sealed. The rules allow all of it.

use std::fmt;

use ishigaki_rules::auction::{Bid, Offer};
use ishigaki_rules::{Game, LotId, Priority, Revision, Tsuyama};

use super::market::dearest;

/// A price is far above what was bid before from so many times on.
const FAR: u64 = 2;
/// Nearly all the money is this much of it, in percent.
const NEARLY_ALL: u128 = 90;

/// One thing that is unusual.
#[derive(Clone, PartialEq, Eq)]
pub enum Doubt {
    /// The price is far above all that anybody has bid for the lot so far.
    FarAbove {
        /// The line.
        line: Priority,
        /// Its lot.
        lot: LotId,
        /// Its price.
        price: Tsuyama,
        /// The highest so far.
        before: Tsuyama,
    },
    /// What the list can cost is nearly all that the team holds.
    NearlyAll {
        /// What it can cost: its dearest lines, as many as the team can win.
        cost: Tsuyama,
        /// What the team holds.
        held: Tsuyama,
    },
    /// A cheaper line stands before a dearer one for the same lot: if both win, the dearer was never needed.
    CheaperFirst {
        /// The cheaper line.
        first: Priority,
        /// The dearer one.
        then: Priority,
        /// Their lot.
        lot: LotId,
    },
    /// A list was sealed elsewhere, and the draft was not written on top of it.
    Elsewhere {
        /// The sealed revision.
        revision: Revision,
    },
}

/// Silent about figures: they are those of a list that is to be sealed (`A4`).
impl fmt::Debug for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FarAbove { .. } => "FarAbove",
            Self::NearlyAll { .. } => "NearlyAll",
            Self::CheaperFirst { .. } => "CheaperFirst",
            Self::Elsewhere { .. } => "Elsewhere",
        })
    }
}

/// All that is unusual about a list.
pub(crate) fn doubts(game: &Game, offer: &Offer, held: Tsuyama, bids: &[Bid]) -> Vec<Doubt> {
    let numbered = || (1..).map(Priority).zip(bids);
    let mut doubts = Vec::new();
    for (line, &Bid { lot, price }) in numbered() {
        if let Some(before) = dearest(game, lot).filter(|before| price.0 > before.0.saturating_mul(FAR)) {
            doubts.push(Doubt::FarAbove { line, lot, price, before });
        }
        let dearer = numbered().find(|(then, bid)| *then > line && bid.lot == lot && bid.price > price);
        if let Some((then, _)) = dearer {
            doubts.push(Doubt::CheaperFirst { first: line, then, lot });
        }
    }
    let cost = cost(offer, bids);
    if !bids.is_empty() && u128::from(cost.0) * 100 >= u128::from(held.0) * NEARLY_ALL {
        doubts.push(Doubt::NearlyAll { cost, held });
    }
    doubts
}

/// The most that a list can cost: a team wins at most W of its lines (`A5`).
pub(crate) fn cost(offer: &Offer, bids: &[Bid]) -> Tsuyama {
    let mut prices: Vec<Tsuyama> = bids.iter().map(|bid| bid.price).collect();
    prices.sort_unstable_by(|one, other| other.cmp(one));
    prices.into_iter().take(offer.max_wins as usize).sum()
}
