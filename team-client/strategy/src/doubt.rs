//! Doubts about a list, which the rules allow but the team should confirm.
//!
//! The screen asks about them, and the adviser avoids them.

use std::fmt;

use ishigaki_rules::auction::{Bid, Offer};
use ishigaki_rules::{Game, LotId, Priority, Revision, RoundNo, RoundRecord, RoundState, Tsuyama};

const FAR: u64 = 2;
const NEARLY_ALL: u128 = 90;
/// Multiple of the minimum price above which a first bid is unusual.
const FAR_ABOVE_MIN: u64 = 4;

/// An unusual feature of a list.
#[derive(Clone, PartialEq, Eq)]
pub enum Doubt {
    /// The price is far above all earlier bids for the lot.
    FarAbove { line: Priority, lot: LotId, price: Tsuyama, before: Tsuyama },
    /// The lot has no bids yet, and the price is far above its minimum and above the money per stone.
    FarAboveMin {
        line: Priority,
        lot: LotId,
        price: Tsuyama,
        min: Tsuyama,
        /// Money for each stone that the team can still win.
        share: Tsuyama,
    },
    /// The list can cost nearly all of the team's money, and it is not the last round.
    NearlyAll {
        /// Maximum cost of the list.
        cost: Tsuyama,
        held: Tsuyama,
    },
    /// A cheaper line comes before a more expensive one for the same lot: if both win, the more expensive one
    /// was unnecessary.
    CheaperFirst { first: Priority, then: Priority, lot: LotId },
    /// A list was submitted elsewhere, and the draft isn't based on it.
    Elsewhere { revision: Revision },
}

impl Doubt {
    /// Returns whether the doubt is about a price for this lot in a list, which doesn't need a second
    /// confirmation.
    pub fn is_about_price_in(&self, bids: &[Bid]) -> bool {
        match *self {
            Self::FarAbove { lot, price, .. } | Self::FarAboveMin { lot, price, .. } => {
                bids.contains(&Bid { lot, price })
            }
            Self::NearlyAll { .. } | Self::CheaperFirst { .. } | Self::Elsewhere { .. } => false,
        }
    }
}

/// Omits figures, because the list is still secret (`A4`).
impl fmt::Debug for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::FarAbove { .. } => "FarAbove",
            Self::FarAboveMin { .. } => "FarAboveMin",
            Self::NearlyAll { .. } => "NearlyAll",
            Self::CheaperFirst { .. } => "CheaperFirst",
            Self::Elsewhere { .. } => "Elsewhere",
        })
    }
}

/// Returns all doubts about a list for this round.
pub fn doubts(game: &Game, round: RoundNo, offer: &Offer, held: Tsuyama, bids: &[Bid]) -> Vec<Doubt> {
    let numbered = || (1..).map(Priority).zip(bids);
    let mut doubts = Vec::new();
    for (line, &Bid { lot, price }) in numbered() {
        match dearest(game, lot) {
            Some(before) if price > far(before) => {
                doubts.push(Doubt::FarAbove { line, lot, price, before });
            }
            Some(_) => {}
            None => doubts.extend(far_above_min(game, round, offer, held, (line, lot, price))),
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

fn far_above_min(
    game: &Game,
    round: RoundNo,
    offer: &Offer,
    held: Tsuyama,
    (line, lot, price): (Priority, LotId, Tsuyama),
) -> Option<Doubt> {
    let min = offer.lots.get(lot.index())?.min_price;
    let later = game.setup().rounds.iter().skip(round.index() + 1);
    let wins: u32 = later.map(|plan| plan.max_wins).fold(offer.max_wins, u32::saturating_add);
    let share = Tsuyama(held.0 / u64::from(wins.max(1)));
    let is_far = price.0 > min.0.saturating_mul(FAR_ABOVE_MIN) && price > share;
    is_far.then_some(Doubt::FarAboveMin { line, lot, price, min, share })
}

pub(crate) fn most_for(game: &Game, lot: LotId) -> Option<Tsuyama> {
    dearest(game, lot).map(far)
}

pub(crate) fn most_spent(game: &Game, round: RoundNo, held: Tsuyama) -> Tsuyama {
    let is_last = round.index() + 1 >= game.setup().rounds.len();
    let below = (u128::from(held.0) * NEARLY_ALL).saturating_sub(1) / 100;
    if is_last { held } else { Tsuyama(u64::try_from(below).unwrap_or(u64::MAX)) }
}

/// Returns the maximum cost of a list: a team wins at most W of its lines (`A5`).
pub fn cost(offer: &Offer, bids: &[Bid]) -> Tsuyama {
    let mut prices: Vec<Tsuyama> = bids.iter().map(|bid| bid.price).collect();
    prices.sort_unstable_by(|a, b| b.cmp(a));
    prices.into_iter().take(offer.max_wins as usize).sum()
}

/// Returns the opened rounds that count.
pub fn opened(game: &Game) -> impl DoubleEndedIterator<Item = &RoundRecord> {
    let records = game.rounds().iter().map(AsRef::as_ref);
    records.filter(|record| record.settlement.is_some() && !matches!(record.state, RoundState::Void { .. }))
}

fn dearest(game: &Game, lot: LotId) -> Option<Tsuyama> {
    let of_record = |record: &RoundRecord| {
        let bids = record.lists.iter().flat_map(|list| &list.bids);
        let bid = bids.filter(|bid| bid.lot == lot).map(|bid| bid.price).max();
        // A raise refers to a line of its team's list.
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
