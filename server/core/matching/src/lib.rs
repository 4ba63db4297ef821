//! Matchings for pairings: the blossom algorithm of a library for the tournament's [`Matcher`].
//!
//! It is a separate crate, so that the tournament rules have no dependency and the library can be replaced.

use ishigaki_tournament::Matcher;

/// Finds matchings by the blossom algorithm, in at most n^3 steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blossom;

impl Matcher for Blossom {
    fn cheapest(&self, size: usize, costs: &[i128]) -> Vec<usize> {
        integer_blossom::min_weight_perfect_matching(costs, size)
    }
}
