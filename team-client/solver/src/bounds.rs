//! Upper bounds for every wall, from areas, colourings, single squares, and the way up to the top row.

use crate::account::Account;
use crate::climb::{climbers, most_from_below};
use crate::independent_squares;
use crate::prepared::PreparedProblem;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    Areas,
    Checkerboard,
    All,
}

#[derive(Debug)]
pub(crate) struct Bounds {
    area: usize,
    dead: u32,
    least_top_gaps: u32,
    independent_empty: u32,
    accounts: Vec<Account>,
}

impl Bounds {
    pub(crate) fn new(prepared: &PreparedProblem, depth: Depth) -> Self {
        let mut accounts = vec![Account::new(prepared, &|_, _| 0)];
        if depth != Depth::Areas {
            accounts.push(Account::new(prepared, &|row, col| 1 - 2 * ((row + col) as i32 & 1)));
        }
        if depth == Depth::All {
            accounts.push(Account::new(prepared, &|row, _| 1 - 2 * (row as i32 & 1)));
            accounts.push(Account::new(prepared, &|_, col| 1 - 2 * (col as i32 & 1)));
            for third in 0..2 {
                accounts.push(Account::new(prepared, &|row, col| i32::from((row + col) % 3 == third)));
                accounts.push(Account::new(prepared, &|row, col| i32::from((row + 2 * col) % 3 == third)));
            }
        }
        Self {
            area: prepared.grid.cells.len(),
            dead: prepared.dead.0,
            least_top_gaps: least_top_gaps(prepared),
            independent_empty: if depth == Depth::All {
                independent_squares::least_empty(prepared)
            } else {
                0
            },
            accounts: accounts.into_iter().flatten().collect(),
        }
    }

    pub(crate) fn is_quick(prepared: &PreparedProblem) -> bool {
        prepared.grid.cells.len() * prepared.kinds.iter().map(|kind| kind.stones.len()).sum::<usize>() < 2000
    }

    pub(crate) fn least_empty(&self) -> u32 {
        let lost =
            (self.independent_empty as usize..=self.area).find(|&lost| self.most_covering(lost).is_some());
        self.dead + lost.unwrap_or(self.area) as u32
    }

    pub(crate) fn least_top_gaps(&self) -> u32 {
        self.least_top_gaps
    }

    /// The most stones of a wall with this many empty squares; 0 if impossible.
    pub(crate) fn most_used(&self, empty: u32) -> u32 {
        self.most_covering(empty.saturating_sub(self.dead) as usize).unwrap_or(0)
    }

    fn most_covering(&self, lost: usize) -> Option<u32> {
        let covered = self.area.checked_sub(lost)?;
        let counts = self.accounts.iter().map(|account| account.most(covered, lost));
        counts.collect::<Option<Vec<u32>>>()?.into_iter().min()
    }
}

/// Gaps in the top row of every wall: squares that no stone can cover, and losses because stones are needed
/// as support.
fn least_top_gaps(prepared: &PreparedProblem) -> u32 {
    let grid = &prepared.grid;
    let climbers = climbers(prepared);
    let stones = prepared.kinds.iter().zip(&climbers);
    let stones = stones.flat_map(|(kind, climber)| std::iter::repeat_n(climber, kind.stones.len()));
    let most = most_from_below(stones, grid.bottom_row + 1 - grid.top_row);
    prepared.dead.1 + grid.rows[grid.top_row].count_ones().saturating_sub(most.unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Cell, Frame, Shape};

    use super::{Bounds, Depth};
    use crate::{Problem, prepared::PreparedProblem};

    fn prepared(rows: &[&str], stones: &[&[(i32, i32)]]) -> PreparedProblem {
        let shapes =
            stones.iter().map(|cells| Shape::new(cells.iter().map(|&(row, col)| Cell::new(row, col))));
        PreparedProblem::new(
            &Problem::new(Frame::parse(rows).unwrap(), shapes.map(Result::unwrap).collect()).unwrap(),
        )
    }

    fn least_empty(prepared: &PreparedProblem, depth: Depth) -> u32 {
        Bounds::new(prepared, depth).least_empty()
    }

    const TEE: &[(i32, i32)] = &[(0, 0), (0, 1), (0, 2), (1, 1)];
    const BAR: &[(i32, i32)] = &[(0, 0), (0, 1), (0, 2), (0, 3)];

    #[test]
    fn checkerboard_bound_excludes_full_fill_by_three_tees() {
        let prepared = prepared(&["####", "####", "####"], &[TEE; 3]);
        assert_eq!(least_empty(&prepared, Depth::Areas), 0);
        assert_eq!(least_empty(&prepared, Depth::Checkerboard), 4);
    }

    #[test]
    fn stripes_show_that_lying_bars_miss_the_row_above() {
        let single: &[(i32, i32)] = &[(0, 0)];
        let prepared = prepared(&["#.#.#.#", "#######"], &[BAR, BAR, single, single]);
        assert_eq!(least_empty(&prepared, Depth::Areas), 1);
        // One bar and the two single squares.
        assert_eq!(least_empty(&prepared, Depth::All), 5);
    }

    #[test]
    fn steps_for_which_there_are_too_few_narrow_stones_stay_empty() {
        let single: &[(i32, i32)] = &[(0, 0)];
        let prepared = prepared(&["#.#.#.#", "#######"], &[BAR, BAR, single, single]);
        assert_eq!(crate::independent_squares::least_empty(&prepared), 2);
    }

    #[test]
    fn top_gap_bound_excludes_stones_needed_below() {
        // One of the three bars has to stand, and reaches up with one square; only one lies across at the top.
        let tower = prepared(&["######", "######", "######", "######", "######"], &[BAR, BAR]);
        assert_eq!(Bounds::new(&tower, Depth::Areas).least_top_gaps(), 2);
        // None is tall enough, and none is left to get there.
        let tall = prepared(&["####", "####", "####", "####", "####"], &[BAR]);
        assert_eq!(Bounds::new(&tall, Depth::Areas).least_top_gaps(), 4);
    }
}
