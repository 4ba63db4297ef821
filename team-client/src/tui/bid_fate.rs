//! What became of a bid, for its team.

use ishigaki_rules::TeamId;
use ishigaki_rules::auction::Outcome;

/// In the order of the results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum BidFate {
    Won,
    Open,
    Lost,
    NotNeeded,
}

impl BidFate {
    pub(crate) fn of(outcome: &Outcome, team: TeamId) -> Self {
        match *outcome {
            Outcome::Awarded { .. } => Self::Won,
            Outcome::Tied { .. } | Outcome::Waiting => Self::Open,
            Outcome::Outbid { by: to, .. } | Outcome::LostRebid { to, .. } if to == team => Self::NotNeeded,
            Outcome::QuotaFull => Self::NotNeeded,
            Outcome::Outbid { .. }
            | Outcome::LostRebid { .. }
            | Outcome::GivenUp
            | Outcome::FailedTie { .. }
            | Outcome::Closed
            | Outcome::NoCopyLeft => Self::Lost,
        }
    }
}
