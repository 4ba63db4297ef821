//! Frames of a family with a given number of squares (`W1`).

use ishigaki_rules::Frame;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use crate::parameters::{Family, FramePlan};

const GAP: (usize, usize) = (2, 2);
const GATE: (usize, usize) = (2, 3);

struct RowInsets {
    cols: usize,
    left: Vec<usize>,
    right: Vec<usize>,
}

pub(crate) fn draw(plan: FramePlan, rng: &mut ChaCha8Rng) -> Option<Frame> {
    let squares = usize::try_from(plan.squares).ok()?;
    let hole = match plan.family {
        Family::OneSided | Family::Stepped => None,
        Family::Gapped => Some(GAP),
        Family::Gated => Some(GATE),
    };
    let wanted = squares + hole.map_or(0, |(rows, cols)| rows * cols);
    // A tenth to a third of the rectangle is cut off.
    let around = wanted * rng.random_range(110..=135_usize) / 100;
    let cols = (1..=64).find(|cols: &usize| cols * cols * 62 >= around * 100)?;
    let rows = around.div_ceil(cols);
    let mut draft = RowInsets { cols, left: vec![0; rows], right: vec![0; rows] };
    draft.cut((rows * cols).checked_sub(wanted)?, plan.family == Family::OneSided, rng)?;
    let mut drawing = draft.rows();
    if let Some(hole) = hole {
        let top = if plan.family == Family::Gated {
            rows.checked_sub(2 + hole.0)?
        } else {
            rng.random_range(rows / 3..=rows / 2)
        };
        let col = rng.random_range(0..cols - hole.1);
        open(&mut drawing, (top, col), hole)?;
    }
    let rows: Vec<String> = drawing.into_iter().map(String::from_iter).collect();
    Frame::parse(&rows).ok().filter(|frame| frame.area() == squares)
}

impl RowInsets {
    fn cut(&mut self, squares: usize, is_one_sided: bool, rng: &mut ChaCha8Rng) -> Option<()> {
        let rows = self.left.len();
        let narrowest = (self.cols / 2).max(4);
        let mut tries = 0;
        let mut cut = 0;
        while cut < squares {
            tries += 1;
            if tries > 10_000 {
                return None;
            }
            // Never the bottom row.
            let row = rng.random_range(0..rows - 1);
            let takes_left = is_one_sided || rng.random_range(0..2_u32) == 0;
            let is_wide = self.cols - self.left[row] - self.right[row] > narrowest;
            let side = if takes_left { &mut self.left } else { &mut self.right };
            let stays_under = row == 0 || side[row] < side[row - 1];
            if is_wide && stays_under {
                side[row] += 1;
                cut += 1;
            }
        }
        Some(())
    }

    fn rows(&self) -> Vec<Vec<char>> {
        let row = |(left, right): (&usize, &usize)| {
            let inside = |col: usize| col >= *left && col < self.cols - right;
            (0..self.cols).map(|col| if inside(col) { '#' } else { '.' }).collect()
        };
        self.left.iter().zip(&self.right).map(row).collect()
    }
}

fn open(drawing: &mut [Vec<char>], (top, left): (usize, usize), (rows, cols): (usize, usize)) -> Option<()> {
    const SIDE_MARGIN: usize = 3;
    if top < 2 || top + rows >= drawing.len() || left < SIDE_MARGIN {
        return None;
    }
    for row in drawing.get(top - 1..=top + rows)? {
        let around = row.get(left - SIDE_MARGIN..left + cols + SIDE_MARGIN)?;
        if around.contains(&'.') {
            return None;
        }
    }
    for row in &mut drawing[top..top + rows] {
        row[left..left + cols].fill('.');
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;

    use super::*;

    #[test]
    fn frame_families_can_be_drawn_at_usual_sizes() {
        for family in [Family::OneSided, Family::Stepped, Family::Gapped, Family::Gated] {
            for squares in [60, 90, 147, 200] {
                let plan = FramePlan { family, squares };
                let mut rng = ChaCha8Rng::seed_from_u64(u64::from(squares));
                let drawn: Vec<Frame> = (0..200).filter_map(|_| draw(plan, &mut rng)).take(5).collect();
                assert_eq!(drawn.len(), 5, "{family:?} {squares}");
                for frame in drawn {
                    assert_eq!(frame.area(), squares as usize);
                    let rows = frame.rows();
                    assert!(!rows.last().unwrap().contains('.'), "a foot as wide as the frame: {rows:?}");
                    let is_one_sided = rows.iter().all(|row| row.ends_with('#'));
                    assert!(family != Family::OneSided || is_one_sided, "{rows:?}");
                    let holes = rows.iter().filter(|row| row.trim_matches('.').contains('.')).count();
                    assert_eq!(holes, if matches!(family, Family::Gapped | Family::Gated) { 2 } else { 0 });
                }
            }
        }
    }
}
