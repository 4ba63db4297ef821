//! Money of the contest.

use core::fmt;
use core::iter::Sum;

/// An amount of TSUYAMA: whole, never negative (`G1`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tsuyama(pub u64);

impl Tsuyama {
    /// No money.
    pub const ZERO: Self = Self(0);

    /// Returns the sum, capped at the largest amount. A sum that overflows also exceeds every budget.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// Returns the difference, or zero if `other` is more.
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
