//! Bound on the covered part of the top row, because some of the remaining stones must support others up
//! there.
//!
//! Uses only heights and widths of stones, and rows.

use crate::board::PartialBoard;
use crate::orientation::OrientedPlacement;
use crate::prepared::PreparedProblem;

#[derive(Clone, Debug, Default)]
pub(crate) struct Climber {
    pub(crate) tallest: usize,
    pub(crate) widest: u32,
    pub(crate) uppers: Vec<(usize, u32)>,
}

pub(crate) fn climbers(prepared: &PreparedProblem) -> Vec<Climber> {
    let mut climbers = vec![Climber::default(); prepared.kinds.len()];
    for orient in &prepared.orients {
        let climber = &mut climbers[usize::from(orient.kind)];
        let tall = orient.rows.len();
        climber.tallest = climber.tallest.max(tall);
        if prepared.fits_row(orient, prepared.grid.top_row) {
            let wide = orient.rows[0].count_ones();
            climber.widest = climber.widest.max(wide);
            climber.uppers.push((tall, wide));
        }
    }
    climbers
}

/// The most squares of the top row that stones can cover if nothing is placed within `rows` rows of it;
/// `None` if they can't reach it.
///
/// In a chain of stones that support a stone of the top row, those below the first that touches the top row
/// cover nothing of it, and together they span all those rows.
pub(crate) fn most_from_below<'a>(stones: impl Iterator<Item = &'a Climber>, rows: usize) -> Option<u32> {
    // Indexed by rows so far, capped at the wanted number: the most squares, before and after the stone that
    // reaches the top.
    let (mut below, mut above) = (vec![None; rows + 1], vec![None; rows + 1]);
    below[0] = Some(0);
    for stone in stones {
        // Downwards, so that no stone is used twice.
        for at in (0..=rows).rev() {
            let carrying = (at + stone.tallest).min(rows);
            if let Some(squares) = above[at] {
                raise(&mut above[carrying], squares);
                raise(&mut above[at], squares + stone.widest);
            }
            if let Some(squares) = below[at] {
                for (tall, wide) in &stone.uppers {
                    raise(&mut above[(at + tall).min(rows)], squares + wide);
                }
                raise(&mut below[carrying], squares);
                raise(&mut below[at], squares + stone.widest);
            }
        }
    }
    above[rows]
}

/// The most squares of the top row that stones can cover while a chain of them spans `rows` rows that begin
/// `from` rows below the top row; `None` if they can't.
///
/// A stone of that chain covers nothing of the top row unless it touches both.
fn most_from_above<'a>(stones: impl Iterator<Item = &'a Climber>, from: usize, rows: usize) -> Option<u32> {
    let mut most: Vec<Option<u32>> = vec![None; rows + 1];
    most[0] = Some(0);
    for stone in stones {
        for at in (0..=rows).rev() {
            let Some(squares) = most[at] else { continue };
            for &(tall, wide) in stone.uppers.iter().filter(|(tall, _)| *tall > from) {
                raise(&mut most[(at + tall - from).min(rows)], squares + wide);
            }
            raise(&mut most[(at + stone.tallest).min(rows)], squares);
            raise(&mut most[at], squares + stone.widest);
        }
    }
    most[rows]
}

/// Returns whether the number of empty squares in the top row can be met while all unsupported stones and
/// those still to cover the top row are supported. `grounded` says which of the placed stones are supported.
pub(crate) fn may_meet(
    board: &PartialBoard<'_>,
    climbers: &[Climber],
    grounded: &[bool],
    top_gaps: u32,
) -> bool {
    let grid = &board.prepared.grid;
    let top = board.free_rows[grid.top_row].count_ones();
    let wanted = (board.top_holes + top).saturating_sub(top_gaps);
    let left = climbers.iter().zip(&board.left);
    let stones = left.flat_map(|(climber, &count)| std::iter::repeat_n(climber, usize::from(count)));
    let below = |put: &OrientedPlacement| grid.row(put.pos) + board.prepared.orient(*put).rows.len();
    let of = |stands: bool| {
        board.laid.iter().zip(grounded).filter(move |(_, grounded)| **grounded == stands).map(|(put, _)| put)
    };
    let standing = of(true).map(|put| grid.row(put.pos)).min().unwrap_or(grid.bottom_row + 1);
    // From the lowest unsupported stone down to the highest supported one.
    let most = match of(false).map(below).max() {
        Some(low) => most_from_above(stones, low - grid.top_row, standing.saturating_sub(low)),
        None if wanted == 0 || standing == grid.top_row => most_from_above(stones, 0, 0),
        None => most_from_below(stones, standing - grid.top_row),
    };
    most.is_some_and(|most| most >= wanted)
}

fn raise(most: &mut Option<u32>, to: u32) {
    *most = Some(most.map_or(to, |most| most.max(to)));
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Cell, Frame, Shape};

    use super::climbers;
    use crate::board::PartialBoard;
    use crate::exact::{Exact, Goal, Outcome};
    use crate::prepared::PreparedProblem;
    use crate::problem::Problem;
    use crate::random::Random;

    /// A small frame with squares broken out above its bottom row, and a few stones that leave much of it empty.
    fn drawn(random: &mut Random) -> Option<Problem> {
        let (rows, cols) = (3 + random.below(4), 2 + random.below(4));
        let mut drawing = vec!["#".repeat(cols); rows];
        for _ in 0..random.below(4) {
            let (row, col) = (random.below(rows - 1), random.below(cols));
            drawing[row].replace_range(col..=col, ".");
        }
        let rows: Vec<&str> = drawing.iter().map(String::as_str).collect();
        let frame = Frame::parse(&rows).ok()?;
        let stones = (0..2 + random.below(3)).map(|_| stone(1 + random.below(4), random)).collect();
        Problem::new(frame, stones).ok()
    }

    fn stone(size: usize, random: &mut Random) -> Shape {
        let mut cells = vec![Cell::new(0, 0)];
        while cells.len() < size {
            let Cell { row, col } = cells[random.below(cells.len())];
            let next = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.below(4)];
            let next = Cell::new(row + next.0, col + next.1);
            if !cells.contains(&next) {
                cells.push(next);
            }
        }
        Shape::new(cells).unwrap()
    }

    #[test]
    fn climb_pruning_keeps_search_outcome() {
        let mut random = Random::new(1, 0);
        let (mut found, mut exhausted, mut spared) = (0, 0, 0);
        for problem in std::iter::repeat_with(|| drawn(&mut random)).flatten().take(1500).collect::<Vec<_>>()
        {
            let prepared = PreparedProblem::new(&problem);
            let area: u32 = prepared.kinds.iter().map(|kind| kind.area * kind.stones.len() as u32).sum();
            let cells = prepared.grid.cells.len() as u32;
            let top = prepared.grid.rows[prepared.grid.top_row].count_ones();
            let Some(empty) = cells.checked_sub(area) else { continue };
            for top_gaps in 0..top {
                let goal = Goal { empty, top_gaps, used: 0 };
                let mut search = |from_top, top_first, is_asked: bool| {
                    let mut exact = Exact::new(vec![0.0; prepared.kinds.len()]);
                    (exact.from_top, exact.top_first) = (from_top, top_first);
                    if is_asked {
                        exact.climbers = climbers(&prepared);
                    }
                    let mut board = PartialBoard::new(&prepared);
                    let outcome = exact.search(&mut board, goal, u64::MAX, &mut random, &|| false);
                    (outcome, exact.nodes)
                };
                let (plain, _) = search(false, false, false);
                let (before, more) = search(true, false, false);
                let (asked, fewer) = search(true, false, true);
                let (first, _) = search(true, true, true);
                assert_eq!([before, asked, first], [plain; 3], "{problem:?} {goal:?}");
                match plain {
                    Outcome::Found => found += 1,
                    _ => exhausted += 1,
                }
                spared += usize::from(fewer < more);
            }
        }
        assert!(found > 500 && exhausted > 500 && spared > 300, "{found} {exhausted} {spared}");
    }
}
