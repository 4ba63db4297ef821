//! Who gets what (`A5`–`A9`).

use alloc::vec::Vec;

use super::{Offer, Outcome, TeamList, TeamRaises};
use crate::{LotId, Priority, TeamId, Tsuyama};

/// The state of a round's auction after its opening and the waves held so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settlement {}

/// A line that won a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Award {
    /// The lot.
    pub lot: LotId,
    /// The winner.
    pub team: TeamId,
    /// The winning line.
    pub priority: Priority,
    /// What it costs: the bid, or the re-bid where there was one (`A10`).
    pub price: Tsuyama,
}

/// A lot whose last copies are tied (`A6`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tie {
    /// The lot.
    pub lot: LotId,
    /// The tied price.
    pub price: Tsuyama,
    /// How many copies are contested, at least 1.
    pub copies: u32,
    /// The tied lines by team, then priority; of at least two teams.
    pub lines: Vec<TiedLine>,
}

/// One tied line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TiedLine {
    /// The team.
    pub team: TeamId,
    /// The line.
    pub priority: Priority,
}

/// Copies that nobody gets in this round (不調, `A8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The lot.
    pub lot: LotId,
    /// How many of its copies.
    pub copies: u32,
    /// Why.
    pub reason: FailureReason,
}

/// Why copies failed (`A8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureReason {
    /// No valid offer at all.
    NoRebid,
    /// Fewer offers than copies.
    ShortRebid,
    /// Offers of two or more teams were equal at the margin.
    TiedRebid,
}

/// A settlement asked to do what it cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SettlementFault {
    /// A wave was held although nothing is tied.
    NothingTied,
}

impl Settlement {
    /// Opens the lists and settles all that can be settled (`A5`, `A6`).
    ///
    /// The lists must be valid ([`super::check_bids`]), at most one per team; teams without lines may be
    /// absent. Their order does not matter.
    pub fn open(offer: &Offer, lists: &[TeamList]) -> Self {
        let _ = (offer, lists);
        unimplemented!()
    }

    /// Holds the wave that is open, then settles all that can be settled (`A7`–`A9`).
    ///
    /// The raises must be valid ([`super::check_rebid`]), at most one submission per team.
    pub fn wave(&mut self, raises: &[TeamRaises]) -> Result<(), SettlementFault> {
        let _ = raises;
        unimplemented!()
    }

    /// Whether nothing is tied any more, so that the judge can confirm (`A10`).
    pub fn is_settled(&self) -> bool {
        unimplemented!()
    }

    /// How many waves have been held.
    pub fn waves_held(&self) -> u32 {
        unimplemented!()
    }

    /// All awards so far by lot, price descending, team, priority. They never change again (`A6`).
    pub fn awards(&self) -> &[Award] {
        unimplemented!()
    }

    /// What is tied now, by lot.
    pub fn ties(&self) -> &[Tie] {
        unimplemented!()
    }

    /// What failed so far, by lot (`A8`). A lot fails at most once.
    pub fn failures(&self) -> &[Failure] {
        unimplemented!()
    }

    /// Free copies of each lot: not awarded, not failed, and 0 while and after a re-bid of the lot (`A8`).
    /// In the order of the offer's lots.
    pub fn free_copies(&self) -> &[u32] {
        unimplemented!()
    }

    /// The most that a team may name over its tied lines in the wave that is open: what it holds, less its
    /// awards, less its other live lines whose lot still has a free copy (`A7`). `None` if it has no tied
    /// line.
    pub fn rebid_budget(&self, team: TeamId, held: Tsuyama) -> Option<Tsuyama> {
        let _ = (team, held);
        unimplemented!()
    }

    /// The teams that have a tied line, in order.
    pub fn tied_teams(&self) -> Vec<TeamId> {
        unimplemented!()
    }

    /// The sum of a team's awards.
    pub fn charge(&self, team: TeamId) -> Tsuyama {
        let _ = team;
        unimplemented!()
    }

    /// What became of a line, so far; `None` if the team had no such line.
    pub fn outcome(&self, team: TeamId, priority: Priority) -> Option<Outcome> {
        let _ = (team, priority);
        unimplemented!()
    }
}
