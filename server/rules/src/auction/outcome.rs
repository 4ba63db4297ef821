//! Why: what became of each line (`A5`–`A9`).

use crate::{TeamId, Tsuyama};

/// What became of one line of an opened list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It won a copy at this price, for good (`A5`, `A6`; after a re-bid `A8`).
    Awarded {
        /// What the team pays: its bid, or its re-bid.
        price: Tsuyama,
        /// Whether the price comes from a re-bid.
        by_rebid: bool,
    },
    /// Higher bids, or equal bids of the same team with better priority, took every copy (`A5`).
    Outbid {
        /// The team whose claim was the lowest of those that stayed.
        by: TeamId,
        /// That claim's price.
        at: Tsuyama,
    },
    /// It is tied now, and waits for the re-bid (`A6`).
    Tied {
        /// The tied price.
        at: Tsuyama,
    },
    /// It was tied, re-bid, and others re-bid higher (`A8`).
    LostRebid {
        /// The lowest re-bid that won.
        to: TeamId,
        /// Its price.
        at: Tsuyama,
    },
    /// It was tied, and the team did not raise it in the wave: given up (`A7`).
    GivenUp,
    /// It was tied and re-bid, and the re-bids were equal at the margin: nobody gets those copies (`A8`).
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
