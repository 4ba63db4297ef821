//! The outcome of each line, with the reason (`A5`–`A9`).

use super::Settlement;
use super::claims::ClaimState;
use crate::{Priority, TeamId, Tsuyama};

/// Outcome of one line of an opened list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It won a copy at this price (`A5`, `A6`; after a re-bid `A8`). Awards are final.
    Awarded { price: Tsuyama, by_rebid: bool },
    /// Higher bids, or equal bids of the same team with better priority, left no copy for it (`A5`, `A6`).
    Outbid { by: TeamId, at: Tsuyama },
    /// It is tied and waits for the re-bid (`A6`).
    Tied { at: Tsuyama },
    /// It was tied, re-bid, and others re-bid higher (`A8`).
    LostRebid { to: TeamId, at: Tsuyama },
    /// It was tied, and the team did not raise it in the wave (`A7`).
    GivenUp,
    /// It was tied and re-bid, but re-bids at or above it were equal at the margin, so the copies failed
    /// (`A8`).
    FailedTie { at: Tsuyama },
    /// The re-bid closed the lot for the round to all other teams (`A8`).
    Closed,
    /// Others had won all copies before this line was considered (`A9`).
    NoCopyLeft,
    /// The team had won its maximum (W) with better priorities (`A5`).
    QuotaFull,
    /// The round isn't settled, and this line may still count (`A9`).
    Waiting,
}

impl Outcome {
    /// Returns the number of the rule behind it in the rule book.
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
    /// Returns the current outcome of a line, or `None` if the team has no such line.
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
                // At the marginal price, a line is always pushed out by a better line of its own team.
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

    /// Returns the reason why a line was not claimed, or not yet.
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
