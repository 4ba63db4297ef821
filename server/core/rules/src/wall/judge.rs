//! A whole wall judged at once, whatever the order of its placements (`W5`).

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::fit::{Fit, Fitter};
use super::layout::Layout;
use super::support::Support;
use super::{Placement, Placing, Spot, Verdict, WallCode, WallFault, WallScore};
use crate::{Cell, Frame, Shape};

/// Judges a whole wall: `owned` are all stones the team has, `placements` where it wants them.
///
/// A stone the team does not have is [`WallCode::NotOwned`] and nothing else. Of a stone named more than once
/// only the first placement is looked at, even if it cannot be laid. What lies wrong is laid all the same, so
/// that everything it is in the way of is named too; what stands is only asked once everything lies right.
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

/// Scores a wall of stones that a team has, each laid once, as [`judge`] scores it; `owned` is the number of stones it has.
/// `None` if some lie outside the frame or on others.
pub(crate) fn score_laid<S: Copy>(
    frame: &Frame,
    owned: usize,
    stones: &[PlacedShape<'_, S>],
) -> Option<WallScore<S>> {
    let layout = layout(frame, stones);
    layout.is_clear().then(|| score(frame, owned, stones, &layout, &Support::of(&layout, frame)))
}

/// As [`judge`], of a wall without a stone, for a team that has so many.
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

/// A stone that can be laid, and where.
pub(crate) struct PlacedShape<'a, S> {
    pub(crate) stone: S,
    pub(crate) shape: &'a Shape,
    pub(crate) spot: Spot,
}

fn layout<S>(frame: &Frame, stones: &[PlacedShape<'_, S>]) -> Layout {
    Layout::new(frame, stones.iter().map(|laid| (laid.shape, laid.spot)))
}

/// The placements one by one, before they meet on the grid.
struct PlacementReading<'a, S> {
    /// By stone, each once.
    stones: Vec<PlacedShape<'a, S>>,
    faults: Vec<(WallCode, S)>,
}

impl<'a, S: Copy + Ord> PlacementReading<'a, S> {
    fn new(owned: &BTreeMap<S, &'a Shape>, placements: &[Placement<S>]) -> Self {
        let mut sorted: Vec<&Placement<S>> = placements.iter().collect();
        // Stable, so that the first placement of a stone stays its first.
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

/// Counts a wall without geometry faults, after lifting off what does not stand.
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
        if support.stands(at) {
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

/// Returns the number of squares of the frame's top row.
fn top_squares(frame: &Frame) -> usize {
    (0..frame.width()).filter(|&col| frame.contains(Cell { row: frame.top_row(), col })).count()
}

/// Returns what is wrong with a wall without geometry faults.
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

/// One fault per code, by code name, with its stones in order.
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

/// A count of squares or stones: there are never more than `u32` holds, see the limits of frames and ids.
fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turn;

    #[test]
    fn what_lies_is_scored_as_it_is_judged() {
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
                let score = score_laid(&frame, owned.len(), &laid);
                assert_eq!(score, judge(&frame, &owned, &placements).score, "{one:?}, {other:?}");
                scored += usize::from(score.is_some());
            }
        }
        assert!(scored > 50, "{scored} walls lay right");
    }

    #[test]
    fn a_wall_without_a_stone_is_judged_as_any_other() {
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
