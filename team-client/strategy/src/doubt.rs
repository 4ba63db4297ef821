//! The doubts about a list: worth a question before it is sealed. The rules allow all of it.
//!
//! Knows the game as everybody sees it. The screen asks by it, and the adviser keeps within it.

use std::fmt;

use ishigaki_rules::auction::{Bid, Offer};
use ishigaki_rules::{Game, LotId, Priority, Revision, RoundNo, RoundRecord, RoundState, Tsuyama};

/// A price is far above what was bid before from so many times on.
const FAR: u64 = 2;
/// Nearly all the money is this much of it, in percent.
const NEARLY_ALL: u128 = 90;

/// One thing that is unusual.
#[derive(Clone, PartialEq, Eq)]
pub enum Doubt {
    /// The price is far above all that anybody has bid for the lot so far.
    FarAbove {
        line: Priority,
        lot: LotId,
        price: Tsuyama,
        /// The highest so far.
        before: Tsuyama,
    },
    /// The list can cost nearly all that the team holds, and there are rounds to come. In the last round there is nothing
    /// to save it for but the third figure of the ranking (`E2`).
    NearlyAll {
        /// Greatest cost of the list: its dearest lines, as many as the team can win.
        cost: Tsuyama,
        /// TSUYAMA that the team holds.
        held: Tsuyama,
    },
    /// A cheaper line stands before a dearer one for the same lot: if both win, the dearer was never needed.
    CheaperFirst { first: Priority, then: Priority, lot: LotId },
    /// A list was sealed elsewhere, and the draft was not written on top of it.
    Elsewhere { revision: Revision },
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

/// All that is unusual about a list for this round.
pub fn doubts(game: &Game, round: RoundNo, offer: &Offer, held: Tsuyama, bids: &[Bid]) -> Vec<Doubt> {
    let numbered = || (1..).map(Priority).zip(bids);
    let mut doubts = Vec::new();
    for (line, &Bid { lot, price }) in numbered() {
        if let Some(before) = dearest(game, lot).filter(|&before| price > far(before)) {
            doubts.push(Doubt::FarAbove { line, lot, price, before });
        }
        let dearer = numbered().find(|(then, bid)| *then > line && bid.lot == lot && bid.price > price);
        if let Some((then, _)) = dearer {
            doubts.push(Doubt::CheaperFirst { first: line, then, lot });
        }
    }
    let cost = cost(offer, bids);
    if cost > most_spent(game, round, held) {
        doubts.push(Doubt::NearlyAll { cost, held });
    }
    doubts
}

/// The highest price for a lot that is not far above what was bid before; `None` if nobody has bid for it yet.
pub(crate) fn most_for(game: &Game, lot: LotId) -> Option<Tsuyama> {
    dearest(game, lot).map(far)
}

/// The most that a list can cost in this round and is not nearly all of what the team holds.
pub(crate) fn most_spent(game: &Game, round: RoundNo, held: Tsuyama) -> Tsuyama {
    let is_last = round.index() + 1 >= game.setup().rounds.len();
    let below = (u128::from(held.0) * NEARLY_ALL).saturating_sub(1) / 100;
    if is_last { held } else { Tsuyama(u64::try_from(below).unwrap_or(u64::MAX)) }
}

/// The most that a list can cost: a team wins at most W of its lines (`A5`).
pub fn cost(offer: &Offer, bids: &[Bid]) -> Tsuyama {
    let mut prices: Vec<Tsuyama> = bids.iter().map(|bid| bid.price).collect();
    prices.sort_unstable_by(|one, other| other.cmp(one));
    prices.into_iter().take(offer.max_wins as usize).sum()
}

/// The rounds that have been opened and stand.
pub fn opened(game: &Game) -> impl DoubleEndedIterator<Item = &RoundRecord> {
    let records = game.rounds().iter().map(AsRef::as_ref);
    records.filter(|record| record.settlement.is_some() && !matches!(record.state, RoundState::Void { .. }))
}

/// The highest price that anybody has named for a lot in an opened round, re-bids included.
fn dearest(game: &Game, lot: LotId) -> Option<Tsuyama> {
    let of_record = |record: &RoundRecord| {
        let bids = record.lists.iter().flat_map(|list| &list.bids);
        let bid = bids.filter(|bid| bid.lot == lot).map(|bid| bid.price).max();
        // A raise names a line of its team's list.
        let raises = record.waves.iter().flatten().flat_map(|sent| {
            let list = record.lists.iter().find(|list| list.team == sent.team);
            sent.raises.iter().filter(move |raise| {
                list.and_then(|list| list.bids.get(raise.priority.index())).is_some_and(|bid| bid.lot == lot)
            })
        });
        bid.max(raises.map(|raise| raise.price).max())
    };
    opened(game).filter_map(of_record).max()
}

fn far(before: Tsuyama) -> Tsuyama {
    Tsuyama(before.0.saturating_mul(FAR))
}
