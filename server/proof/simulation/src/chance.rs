//! Chance: every choice of a simulated game comes from one seed. Knows nothing of what is chosen.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};

/// A stream of choices. The same seed gives the same choices, on every machine.
#[derive(Debug)]
pub(crate) struct Chance(ChaCha8Rng);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A stream of its own, for somebody who chooses at moments of their own.
    pub(crate) fn fork(&mut self) -> Self {
        Self::new(self.0.random())
    }

    /// Returns whether something happens that happens so many times in a thousand.
    pub(crate) fn permille(&mut self, often: u64) -> bool {
        often > 0 && self.below(1_000) < often
    }

    /// A number from 0 to below `end`; 0 if there is none.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        if end == 0 { 0 } else { self.0.random_range(0..end) }
    }

    /// A number from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: u64, high: u64) -> u64 {
        low + self.below(high.saturating_sub(low).saturating_add(1))
    }

    /// As [`Chance::between`], for counts.
    pub(crate) fn count(&mut self, low: u32, high: u32) -> u32 {
        u32::try_from(self.between(low.into(), high.into())).unwrap_or(high)
    }

    /// A place in a list of this length.
    pub(crate) fn index(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap_or(u64::MAX))).unwrap_or(0)
    }

    /// One of these, or `None` if there is none.
    pub(crate) fn pick<'a, T>(&mut self, among: &'a [T]) -> Option<&'a T> {
        if among.is_empty() { None } else { among.get(self.index(among.len())) }
    }
}
