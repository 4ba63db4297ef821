//! Matchings for pairings: the blossom algorithm of a library behind the tournament's [`Matcher`].
//!
//! A room of its own so that the tournament's rules stay without a dependency, and another library takes this one's
//! place without a change of them. This room knows no event.

use ishigaki_tournament::Matcher;

/// Finds matchings by the blossom algorithm, in at most n^3 steps.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blossom;

impl Matcher for Blossom {
    fn cheapest(&self, size: usize, costs: &[i128]) -> Vec<usize> {
        integer_blossom::min_weight_perfect_matching(costs, size)
    }
}
