//! Lines of a list as they are sent.

use std::fmt;

use ishigaki_rules::Tsuyama;

/// One line of a list by the lot's code, which need not exist: what the server makes of it is its matter. The
/// price shows in no debug output (`A4`).
#[derive(Clone, PartialEq, Eq)]
pub struct Line {
    /// The lot's code.
    pub lot: String,
    /// The price offered.
    pub price: Tsuyama,
}

impl fmt::Debug for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}
