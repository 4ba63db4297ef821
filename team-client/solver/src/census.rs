//! Estimates the number of drafts by free squares.
//!
//! Works like a beam with representative drafts: if there are too many, some are drawn at random, expensive
//! ones rarely, and each counts by the inverse of its probability (priority sampling), so that the sums are
//! unbiased for any costs. Drafts with the same free squares and stones are merged. The next square depends
//! on the draft alone, so each fill is counted once.

use std::collections::HashMap;

use crate::board::{PartialBoard, SquareDecision};
use crate::choice::narrowest;
use crate::orientation::OrientedPlacement;
use crate::random::Random;
use crate::regions::{RegionSurvey, Regions, Waste, is_whole_around};
use crate::taste::CostWeights;

#[derive(Clone, Copy, Debug)]
struct SampledWall {
    count: f64,
    bias: f64,
    rank: f64,
    kept: f32,
    hash: u64,
    before: u32,
    last: Option<OrientedPlacement>,
}

pub(crate) struct Census<'a> {
    board: PartialBoard<'a>,
    weights: CostWeights,
    regions: Regions,
    survey: RegionSurvey,
    trail: Vec<(u32, OrientedPlacement)>,
    drafts: Vec<Vec<SampledWall>>,
    limits: Vec<f64>,
}

const BIAS: f64 = 0.7;

const TRIES: usize = 4;

impl<'a> Census<'a> {
    pub(crate) fn new(board: PartialBoard<'a>, weights: CostWeights) -> Self {
        let sizes = board.free as usize + 1;
        Self {
            board,
            weights,
            regions: Regions::default(),
            survey: RegionSurvey::default(),
            trail: Vec::new(),
            drafts: vec![Vec::new(); sizes],
            limits: vec![f64::NEG_INFINITY; sizes],
        }
    }

    /// Returns, by free squares, the logarithm of the estimated number of drafts without an obvious dead end,
    /// from `width` of each.
    pub(crate) fn run(mut self, width: usize, random: &mut Random) -> Vec<f64> {
        let first = self.board.free as usize;
        self.drafts[first].push(SampledWall {
            count: 0.0,
            bias: 0.0,
            rank: f64::INFINITY,
            kept: 0.0,
            hash: 0,
            before: 0,
            last: None,
        });
        let mut counts = vec![f64::NEG_INFINITY; first + 1];
        for free in (0..=first).rev() {
            let drafts = std::mem::take(&mut self.drafts[free]);
            for draft in settled(drafts, width, self.limits[free]) {
                self.show(&draft);
                if free == 0 || self.grow(&draft, width, random) {
                    counts[free] = sum(counts[free], draft.count);
                }
            }
        }
        counts
    }

    fn show(&mut self, draft: &SampledWall) {
        let mut puts: Vec<OrientedPlacement> = draft.last.into_iter().collect();
        let mut at = draft.before;
        while at > 0 {
            let (before, put) = self.trail[at as usize - 1];
            puts.push(put);
            at = before;
        }
        puts.reverse();
        let same = puts.iter().zip(&self.board.laid).take_while(|(a, b)| a == b).count();
        self.board.rewind(same);
        for &put in &puts[same..] {
            self.board.lay(put);
        }
        if let Some(put) = draft.last {
            self.trail.push((draft.before, put));
        }
    }

    fn grow(&mut self, draft: &SampledWall, width: usize, random: &mut Random) -> bool {
        let Some((square, _)) = narrowest(&self.board, TRIES, 1) else { return false };
        let mut ways = Vec::new();
        self.board.each_cover(square, |put| {
            ways.push(put);
            true
        });
        self.survey.take(&self.board, &mut self.regions);
        let mut grown = false;
        for put in ways {
            if self.check_dead(put) {
                continue;
            }
            grown = true;
            let prepared = self.board.prepared;
            let hash = self.board.hash_after(put);
            let kept = draft.kept - self.weights.keep[usize::from(prepared.orient(put).kind)];
            self.board.lay(put);
            let rows = &self.board.free_rows;
            let colours = &self.board.colours;
            let cost = kept
                + self.weights.rows(rows, 0, rows.len() + 1)
                + self.weights.colour(colours.free, colours.squared);
            let free = self.board.free as usize;
            self.board.undo();
            let bias = -BIAS * f64::from(cost);
            let rank = draft.count + bias - f64::from(random.unit()).max(1e-9).ln();
            if rank > self.limits[free] {
                let before = if draft.last.is_some() { self.trail.len() as u32 } else { 0 };
                let drafts = &mut self.drafts[free];
                drafts.push(SampledWall {
                    count: draft.count,
                    bias,
                    rank,
                    kept,
                    hash,
                    before,
                    last: Some(put),
                });
                if drafts.len() > 3 * width {
                    self.limits[free] = self.limits[free].max(drawn(drafts, width));
                }
            }
        }
        grown
    }

    fn check_dead(&mut self, put: OrientedPlacement) -> bool {
        let (prepared, colours) = (self.board.prepared, &self.board.colours);
        let sum = colours.sum - prepared.kinds[usize::from(prepared.orient(put).kind)].imbalance;
        if (colours.free - prepared.imbalance(put)).unsigned_abs() > sum {
            return true;
        }
        if is_whole_around(&self.board, put) {
            return self.survey.without(&self.board, put) > 0;
        }
        self.board.choose(SquareDecision::Lay(put));
        let waste = self.regions.waste(&self.board, false);
        self.board.undo();
        waste != Waste::AtLeast(0)
    }
}

fn drawn(drafts: &mut Vec<SampledWall>, width: usize) -> f64 {
    drafts.sort_unstable_by(|a, b| b.rank.total_cmp(&a.rank));
    let limit = drafts.get(width).map_or(f64::NEG_INFINITY, |draft| draft.rank);
    drafts.truncate(width);
    limit
}

fn settled(mut drafts: Vec<SampledWall>, width: usize, limit: f64) -> Vec<SampledWall> {
    let limit = limit.max(drawn(&mut drafts, width));
    let mut places: HashMap<u64, usize> = HashMap::new();
    let mut settled: Vec<SampledWall> = Vec::new();
    for mut draft in drafts {
        draft.count = draft.count.max(limit - draft.bias);
        let place = *places.entry(draft.hash).or_insert(settled.len());
        match settled.get_mut(place) {
            Some(same) => same.count = sum(same.count, draft.count),
            None => settled.push(draft),
        }
    }
    settled
}

fn sum(a: f64, b: f64) -> f64 {
    let (more, less) = (a.max(b), a.min(b));
    if less == f64::NEG_INFINITY { more } else { more + (less - more).exp().ln_1p() }
}

#[cfg(test)]
mod tests {
    use ishigaki_rules::{Cell, Frame, Shape};

    use super::Census;

    use crate::board::PartialBoard;
    use crate::random::Random;
    use crate::taste::{CostWeights, Taste};
    use crate::{Problem, prepared::PreparedProblem};

    fn tilings(cols: usize, width: usize, seed: u64) -> f64 {
        let domino = Shape::new([Cell::new(0, 0), Cell::new(0, 1)]).unwrap();
        let frame = Frame::parse(&["#".repeat(cols), "#".repeat(cols)]).unwrap();
        let prepared = PreparedProblem::new(&Problem::new(frame, vec![domino; cols]).unwrap());
        let weights = CostWeights::new(Taste::tuned(), &[0.0], &[0.0], &[0.0]);
        Census::new(PartialBoard::new(&prepared), weights).run(width, &mut Random::new(seed, 0))[0].exp()
    }

    #[test]
    fn wide_census_counts_each_fill_once() {
        // Fibonacci's numbers.
        for (cols, count) in [(1, 1.0), (2, 2.0), (4, 5.0), (9, 55.0)] {
            assert!((tilings(cols, 1000, 1) - count).abs() < 1e-6, "{cols} columns");
        }
    }

    #[test]
    fn narrow_census_is_unbiased() {
        let mean = (1..=400).map(|seed| tilings(9, 2, seed)).sum::<f64>() / 400.0;
        assert!((mean / 55.0 - 1.0).abs() < 0.1, "{mean}");
    }

    #[test]
    fn unfillable_frame_has_no_fills() {
        let tee = Shape::new([Cell::new(0, 0), Cell::new(0, 1), Cell::new(0, 2), Cell::new(1, 1)]).unwrap();
        let frame = Frame::parse(&["####", "####"]).unwrap();
        let prepared = PreparedProblem::new(&Problem::new(frame, vec![tee; 2]).unwrap());
        let weights = CostWeights::new(Taste::tuned(), &[0.0], &[0.0], &[0.0]);
        let counts = Census::new(PartialBoard::new(&prepared), weights).run(100, &mut Random::new(1, 0));
        assert!(counts[0] == f64::NEG_INFINITY);
    }
}
