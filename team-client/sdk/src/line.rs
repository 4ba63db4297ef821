//! Lines of a list as submitted.

use std::fmt;

use ishigaki_client::team::Sealing;
use ishigaki_proto::wire;
use ishigaki_rules::Tsuyama;

/// A line of a list by the lot's code, which need not exist: the server checks it. `Debug` omits the price
/// (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    pub lot: String,
    pub price: Tsuyama,
}

impl Line {
    /// Returns a line with this lot and price.
    pub fn new(lot: impl Into<String>, price: u64) -> Self {
        Self { lot: lot.into(), price: Tsuyama(price) }
    }

    pub(crate) fn sealing(lines: &[Self]) -> Sealing {
        let bid = |line: &Self| wire::Bid { lot: line.lot.clone(), price: line.price.0 };
        Sealing::Bids(lines.iter().map(bid).collect())
    }
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
