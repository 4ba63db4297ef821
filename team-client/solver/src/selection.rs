//! Selection of stones for walls of many stones: omits large ones, because too few of them would cover the
//! wall.

use crate::board::PartialBoard;
use crate::random::Random;

/// Omits large stones, awkward ones of a size first, until every exact cover has at least the wanted number
/// of stones. Leaves the board unchanged if no cover would remain.
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
    stones.sort_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
    // Indexed by the number of stones, smallest first, then by squares: the fewest that cover them.
    let fewest = fewest(stones.iter().map(|stone| stone.0), covered as usize);
    let is_enough = |row: &Vec<u32>| (least_used..NONE).contains(&row[covered as usize]);
    let Some(kept) = (0..=stones.len()).rev().find(|&kept| is_enough(&fewest[kept])) else { return };
    for (_, _, kind) in stones.drain(kept..) {
        board.take(kind);
    }
}

const NONE: u32 = u32::MAX;

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
    fn selection_leaves_stones_needed_for_target_count() {
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
