//! Read marks of the team, and its won stones of a round.

use ishigaki_rules::{LotId, RoundNo, Tsuyama};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WonStones {
    pub(crate) round: RoundNo,
    /// True if all of the round is confirmed, and so paid (`A10`).
    pub(crate) is_final: bool,
    pub(crate) stones: Vec<(LotId, Tsuyama, bool)>,
    /// Number of lost bids.
    pub(crate) lost: usize,
    pub(crate) left: Tsuyama,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ReadMarks {
    /// Dismissed messages, which are not marked as read by that.
    pub(crate) messages: u32,
    pub(crate) events: usize,
    pub(crate) won: Option<WonStones>,
}
