//! Lines of a list as they are sent.

use std::fmt;

use ishigaki_client::team::Sealing;
use ishigaki_proto::wire;
use ishigaki_rules::Tsuyama;

/// One line of a list by the lot's code, which need not exist: what the server makes of it is its matter. The
/// price shows in no debug output (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    pub lot: String,
    pub price: Tsuyama,
}

impl Line {
    /// A line: lot and price.
    pub fn new(lot: impl Into<String>, price: u64) -> Self {
        Self { lot: lot.into(), price: Tsuyama(price) }
    }

    /// These lines as a list to be sealed.
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
