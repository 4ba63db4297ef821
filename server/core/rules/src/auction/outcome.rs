//! The outcome of each line, and why (`A5`–`A9`).

use super::Settlement;
use super::claims::ClaimState;
use crate::{Priority, TeamId, Tsuyama};

/// Outcome of one line of an opened list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It won a copy at this price, for good (`A5`, `A6`; after a re-bid `A8`).
    Awarded {
        /// Price that the team pays: its bid, or its re-bid.
        price: Tsuyama,
        /// Whether the price comes from a re-bid.
        by_rebid: bool,
    },
    /// Higher bids, or equal bids of the same team with better priority, left no copy for it (`A5`, `A6`).
    Outbid {
        /// The team whose claim was the lowest of those that stayed.
        by: TeamId,
        at: Tsuyama,
    },
    /// It is tied now, and waits for the re-bid (`A6`).
    Tied { at: Tsuyama },
    /// It was tied, re-bid, and others re-bid higher (`A8`).
    LostRebid {
        /// The lowest re-bid that won.
        to: TeamId,
        at: Tsuyama,
    },
    /// It was tied, and the team did not raise it in the wave: given up (`A7`).
    GivenUp,
    /// It was tied and re-bid, and re-bids at or above its own were equal at the margin: nobody gets those
    /// copies (`A8`).
    FailedTie {
        /// The price at which the re-bids were equal.
        at: Tsuyama,
    },
    /// The lot was closed for the round to everybody else when its re-bid was called (`A8`).
    Closed,
    /// All copies had been won by others before this line's turn came (`A9`).
    NoCopyLeft,
    /// The team had won its most stones (W) with better priorities (`A5`).
    QuotaFull,
    /// The round is not settled yet, and this line may still come into play (`A9`).
    Waiting,
}

impl Outcome {
    /// The rule it stands on, as the rule book numbers it.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Awarded { by_rebid: false, .. } | Self::Outbid { .. } | Self::QuotaFull => "A5",
            Self::Tied { .. } => "A6",
            Self::GivenUp => "A7",
            Self::Awarded { by_rebid: true, .. }
            | Self::LostRebid { .. }
            | Self::FailedTie { .. }
            | Self::Closed => "A8",
            Self::NoCopyLeft | Self::Waiting => "A9",
        }
    }
}

impl Settlement {
    /// Returns what became of a line, so far; `None` if the team had no such line.
    pub fn outcome(&self, team: TeamId, priority: Priority) -> Option<Outcome> {
        let place = self.book.find(team, priority)?;
        let line = self.book.line(place);
        let outcome = match self.claims.state(place) {
            ClaimState::Open | ClaimState::Claimed => self.unclaimed(place),
            ClaimState::Awarded => Outcome::Awarded { price: line.price, by_rebid: false },
            ClaimState::Tied => Outcome::Tied { at: line.price },
            ClaimState::GivenUp => Outcome::GivenUp,
            ClaimState::Rejected => {
                let kept = self.book.line(self.claims.last_kept(line.lot.index())?);
                // What pushes a line out at the marginal price itself is always its own team's better line.
                let seat = if kept.price == line.price { line.seat } else { kept.seat };
                Outcome::Outbid { by: self.book.team(seat), at: kept.price }
            }
            ClaimState::WonRebid => {
                Outcome::Awarded { price: self.rebid(line.lot)?.price_won(place)?, by_rebid: true }
            }
            ClaimState::LostRebid => {
                let lowest = self.rebid(line.lot)?.lowest?;
                Outcome::LostRebid { to: self.book.team(lowest.seat), at: lowest.price }
            }
            ClaimState::FailedTie => Outcome::FailedTie { at: self.rebid(line.lot)?.equal_at? },
        };
        Some(outcome)
    }

    /// Returns the reason for which a line was not claimed, or not yet.
    fn unclaimed(&self, place: u32) -> Outcome {
        let line = self.book.line(place);
        let had_its_turn = self.book.order(place) < self.claims.cursor(line.seat);
        if !had_its_turn && self.wins[line.seat as usize] >= self.max_wins {
            Outcome::QuotaFull
        } else if self.free_copies_of(line.lot) > 0 {
            Outcome::Waiting
        } else if self.rebid(line.lot).is_some() {
            Outcome::Closed
        } else {
            Outcome::NoCopyLeft
        }
    }
}
