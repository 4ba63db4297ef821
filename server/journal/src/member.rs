//! The number of a member: see [`Membership`](crate::Membership).

use std::fmt;

/// Number of a member: no two that ever joined have the same, also not one that joins again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MemberId(pub u64);

impl fmt::Display for MemberId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
