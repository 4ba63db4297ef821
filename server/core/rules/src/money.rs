//! Money of the contest.

use core::fmt;
use core::iter::Sum;

/// An amount of TSUYAMA: whole, never negative (`G1`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tsuyama(pub u64);

impl Tsuyama {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// The sum, or the largest amount there is where it would be more: a total that is too large for the
    /// type is too large for every budget as well.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns what is left of this amount after `other` is taken away; nothing if `other` is more.
    #[must_use]
    pub const fn minus(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Sum for Tsuyama {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::plus)
    }
}

impl fmt::Display for Tsuyama {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
