//! The team's reading position on every panel, and what it has won in a round. Knows no screen.

use ishigaki_rules::{LotId, RoundNo, Tsuyama};

/// Won stones of a round, as its team is told of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WonStones {
    pub(crate) round: RoundNo,
    /// Whether all of the round is confirmed, and so paid (`A10`).
    pub(crate) is_final: bool,
    /// Each lot, what it costs, and whether the judge has confirmed it.
    pub(crate) stones: Vec<(LotId, Tsuyama, bool)>,
    /// TSUYAMA that the team holds then.
    pub(crate) left: Tsuyama,
}

/// Marks of what the team has read: what it has put away is not said again.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReadMarks {
    /// So many messages, which are not marked as read by that.
    pub(crate) messages: u32,
    /// So many events of the log.
    pub(crate) events: usize,
    pub(crate) won: Option<WonStones>,
}
