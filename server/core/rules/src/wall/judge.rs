//! Judging a whole wall at once, independent of the order of placements (`W5`).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::fit::{Fit, Fitter};
use super::layout::Layout;
use super::support::Support;
use super::{Placement, Placing, Spot, Verdict, WallCode, WallFault, WallScore};
use crate::{Cell, Frame, Shape};

/// Judges a whole wall: `owned` are the team's stones, `placements` their positions.
///
/// A stone that the team doesn't have only gets [`WallCode::NotOwned`]. If a stone is placed repeatedly, only the
/// first placement counts, even if it is invalid. Stones with faults are still placed, so that the faults of
/// stones that collide with them are found too. Support is checked only if the geometry is valid.
pub fn judge<S: Copy + Ord>(
    frame: &Frame,
    owned: &BTreeMap<S, &Shape>,
    placements: &[Placement<S>],
) -> Verdict<S> {
    let PlacementReading { stones, mut faults } = PlacementReading::new(owned, placements);
    let layout = layout(frame, &stones);
    for (at, laid) in stones.iter().enumerate() {
        if layout.is_out_of_frame(at) {
            faults.push((WallCode::OutOfFrame, laid.stone));
        }
        if layout.is_overlapping(at) {
            faults.push((WallCode::Overlap, laid.stone));
        }
    }
    let (faults, score) = if faults.is_empty() {
        let support = Support::of(&layout, frame);
        let score = score(frame, owned.len(), &stones, &layout, &support);
        (standing_faults(&stones, &support, &score), Some(score))
    } else {
        (grouped(faults), None)
    };
    Verdict { faults, laid: stones.iter().map(|laid| (laid.stone, laid.spot)).collect(), score }
}

/// Scores a wall with each stone placed once, as [`judge`] does; `owned` is the team's number of stones.
/// `None` if some are outside the frame or overlap.
pub(crate) fn score_stones<S: Copy>(
    frame: &Frame,
    owned: usize,
    stones: &[PlacedShape<'_, S>],
) -> Option<WallScore<S>> {
    let layout = layout(frame, stones);
    layout.is_clear().then(|| score(frame, owned, stones, &layout, &Support::of(&layout, frame)))
}

pub(crate) fn bare<S: Ord>(frame: &Frame, owned: usize) -> Verdict<S> {
    let score = WallScore {
        empty: count(frame.area()),
        top_gaps: count(top_squares(frame)),
        used: 0,
        unused: count(owned),
        lifted: Vec::new(),
    };
    Verdict { faults: Vec::new(), laid: BTreeMap::new(), score: Some(score) }
}

pub(crate) struct PlacedShape<'a, S> {
    pub(crate) stone: S,
    pub(crate) shape: &'a Shape,
    pub(crate) spot: Spot,
}

fn layout<S>(frame: &Frame, stones: &[PlacedShape<'_, S>]) -> Layout {
    Layout::new(frame, stones.iter().map(|laid| (laid.shape, laid.spot)))
}

/// The placements one by one, before they are combined on the grid.
struct PlacementReading<'a, S> {
    stones: Vec<PlacedShape<'a, S>>,
    faults: Vec<(WallCode, S)>,
}

impl<'a, S: Copy + Ord> PlacementReading<'a, S> {
    fn new(owned: &BTreeMap<S, &'a Shape>, placements: &[Placement<S>]) -> Self {
        let mut sorted: Vec<&Placement<S>> = placements.iter().collect();
        // The sort is stable, so that a stone's first placement stays its first.
        sorted.sort_by_key(|placement| placement.stone);
        let mut reading = Self { stones: Vec::with_capacity(sorted.len()), faults: Vec::new() };
        let mut fitter = Fitter::default();
        let mut owned = owned.iter().peekable();
        for same in sorted.chunk_by(|one, next| one.stone == next.stone) {
            let Some(first) = same.first() else { continue };
            while owned.next_if(|(stone, _)| **stone < first.stone).is_some() {}
            let Some((_, shape)) = owned.next_if(|(stone, _)| **stone == first.stone) else {
                reading.faults.push((WallCode::NotOwned, first.stone));
                continue;
            };
            if same.len() > 1 {
                reading.faults.push((WallCode::DuplicateStone, first.stone));
            }
            match spot(&mut fitter, shape, &first.placing) {
                Ok(spot) => reading.stones.push(PlacedShape { stone: first.stone, shape, spot }),
                Err(code) => reading.faults.push((code, first.stone)),
            }
        }
        reading
    }
}

fn spot(fitter: &mut Fitter, shape: &Shape, placing: &Placing) -> Result<Spot, WallCode> {
    match placing {
        Placing::Turned(spot) => Ok(*spot),
        Placing::BadRotation => Err(WallCode::BadRotation),
        Placing::Cells(squares) => match fitter.fit(shape, squares) {
            Fit::Turned(spot) => Ok(spot),
            Fit::Mirrored => Err(WallCode::Mirrored),
            Fit::Never => Err(WallCode::ShapeMismatch),
        },
    }
}

/// Scores a wall with valid geometry, after removing unsupported stones.
fn score<S: Copy>(
    frame: &Frame,
    owned: usize,
    stones: &[PlacedShape<'_, S>],
    layout: &Layout,
    support: &Support,
) -> WallScore<S> {
    let below_top = frame.row_start(frame.top_row().saturating_add(1));
    let (mut used, mut covered, mut top_covered) = (0, 0, 0);
    let mut lifted = Vec::new();
    for (at, laid) in stones.iter().enumerate() {
        if support.is_supported(at) {
            let squares = layout.squares(at);
            used += 1;
            covered += squares.len();
            top_covered += squares.iter().filter(|&&square| square < below_top).count();
        } else {
            lifted.push(laid.stone);
        }
    }
    WallScore {
        empty: count(frame.area() - covered),
        top_gaps: count(top_squares(frame) - top_covered),
        used: count(used),
        unused: count(owned - used),
        lifted,
    }
}

fn top_squares(frame: &Frame) -> usize {
    (0..frame.width()).filter(|&col| frame.contains(Cell { row: frame.top_row(), col })).count()
}

/// Returns the support faults of a wall with valid geometry.
fn standing_faults<S: Copy>(
    stones: &[PlacedShape<'_, S>],
    support: &Support,
    score: &WallScore<S>,
) -> Vec<WallFault<S>> {
    let mut faults = Vec::new();
    if !stones.is_empty() && !support.touches_bottom() {
        faults.push(WallFault { code: WallCode::NoBottom, stones: Vec::new() });
    }
    if !score.lifted.is_empty() {
        faults.push(WallFault { code: WallCode::Unsupported, stones: score.lifted.clone() });
    }
    faults
}

/// One fault per code, by code name, with sorted stones.
fn grouped<S: Copy + Ord>(mut faults: Vec<(WallCode, S)>) -> Vec<WallFault<S>> {
    faults.sort_unstable();
    faults
        .chunk_by(|one, next| one.0 == next.0)
        .filter_map(|same| {
            let (code, _) = *same.first()?;
            Some(WallFault { code, stones: same.iter().map(|&(_, stone)| stone).collect() })
        })
        .collect()
}

/// Converts a number of squares or stones. The limits of frames and ids keep it within `u32`.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turn;

    #[test]
    fn score_laid_equals_judge_score() {
        let frame = Frame::parse(&[".##", "###", "###"]).unwrap();
        let shape = Shape::new([Cell { row: 0, col: 0 }, Cell { row: 0, col: 1 }]).unwrap();
        let owned: BTreeMap<u8, &Shape> = [(0, &shape), (1, &shape), (2, &shape)].into();
        let spots = || {
            let cells = (-1..3).flat_map(|row| (-1..3).map(move |col| Cell { row, col }));
            cells.flat_map(|at| [Turn::None, Turn::Quarter].map(|turn| Spot { turn, at }))
        };
        let mut scored = 0;
        for one in spots() {
            for other in spots() {
                let stones = [(0, one), (2, other)];
                let placements =
                    stones.map(|(stone, spot)| Placement { stone, placing: Placing::Turned(spot) });
                let laid = stones.map(|(stone, spot)| PlacedShape { stone, shape: &shape, spot });
                let score = score_stones(&frame, owned.len(), &laid);
                assert_eq!(score, judge(&frame, &owned, &placements).score, "{one:?}, {other:?}");
                scored += usize::from(score.is_some());
            }
        }
        assert!(scored > 50, "{scored} walls lay right");
    }

    #[test]
    fn bare_wall_result_equals_judge_result() {
        let shape = Shape::new([Cell { row: 0, col: 0 }]).unwrap();
        for rows in [&["####", "####"][..], &[".##.", "####"], &["#"], &["####", "#..#", "####"]] {
            let frame = Frame::parse(rows).unwrap();
            for owned in 0..3_u8 {
                let stones: BTreeMap<u8, &Shape> = (0..owned).map(|stone| (stone, &shape)).collect();
                assert_eq!(bare(&frame, stones.len()), judge(&frame, &stones, &[]), "{rows:?}, {owned}");
            }
        }
    }
}
