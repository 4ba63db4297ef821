//! The selection of stones for a wall of many: those left out of which too few would cover it.

use crate::board::PartialBoard;
use crate::random::Random;

/// Leaves out large stones, awkward ones of a size first, until whatever covers exactly so many squares has at least so many
/// stones. Leaves the board as it is where no stones that are left would cover them.
pub(crate) fn leave_out(
    board: &mut PartialBoard<'_>,
    covered: u32,
    least_used: u32,
    worth: &[f32],
    random: &mut Random,
) {
    let mut stones: Vec<(u32, f32, u16)> = Vec::new();
    for (kind, &left) in (0_u16..).zip(&board.left) {
        let area = board.prepared.kinds[usize::from(kind)].area;
        stones.extend((0..left).map(|_| (area, worth[usize::from(kind)] + random.unit(), kind)));
    }
    stones.sort_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
    // By how many of the stones, smallest first, then by squares: the fewest that cover them.
    let fewest = fewest(stones.iter().map(|stone| stone.0), covered as usize);
    let is_enough = |row: &Vec<u32>| (least_used..NONE).contains(&row[covered as usize]);
    let Some(kept) = (0..=stones.len()).rev().find(|&kept| is_enough(&fewest[kept])) else { return };
    for (_, _, kind) in stones.drain(kept..) {
        board.take(kind);
    }
}

/// No stones cover that.
const NONE: u32 = u32::MAX;

/// For the first none, one, two .. of these stones: by squares up to so many, the fewest that cover them.
fn fewest(areas: impl Iterator<Item = u32>, most: usize) -> Vec<Vec<u32>> {
    let mut row = vec![NONE; most + 1];
    row[0] = 0;
    let mut rows = vec![row.clone()];
    for area in areas.map(|area| area as usize) {
        for squares in (area..=most).rev() {
            row[squares] = row[squares].min(row[squares - area].saturating_add(1));
        }
        rows.push(row.clone());
    }
    rows
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Cell, Frame, Shape};

    use super::leave_out;
    use crate::board::PartialBoard;
    use crate::prepared::PreparedProblem;
    use crate::problem::Problem;
    use crate::random::Random;

    #[test]
    fn what_is_left_covers_the_squares_with_no_fewer_stones() {
        let bar = |size| Shape::new((0..size).map(|col| Cell::new(0, col))).unwrap();
        let stones = vec![bar(4), bar(4), bar(3), bar(2), bar(2), bar(1), bar(1), bar(1)];
        let problem = Problem::new(Frame::parse(&["####", "####"]).unwrap(), stones).unwrap();
        let prepared = PreparedProblem::new(&problem);
        let left = |least_used| {
            let mut board = PartialBoard::new(&prepared);
            leave_out(&mut board, 8, least_used, &[0.0; 4], &mut Random::new(1, 0));
            board.left_by_area
        };
        assert_eq!(left(2), [0, 3, 2, 1, 2]);
        // Without the second bar of four, 8 squares are 4 + 3 + 1 or 4 + 2 + 2.
        assert_eq!(left(3), [0, 3, 2, 1, 1]);
        // 3 + 2 + 2 + 1.
        assert_eq!(left(4), [0, 3, 2, 1, 0]);
        // The five small ones come to 7: nothing would be left that covers 8 with five.
        assert_eq!(left(5), [0, 3, 2, 1, 2]);
    }
}
