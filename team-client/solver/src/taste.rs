//! Cost parameters of a beam's drafts.

use crate::random::Random;

/// Means of the distributions of a beam's costs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Taste {
    shape: f32,
    rarity: f32,
    end: f32,
    lesson: f32,
    rim: f32,
    dead_end: f32,
    thin: f32,
    corner: f32,
    colour: f32,
    noise: f32,
}

impl Taste {
    /// Returns parameters tuned on planted walls: see the README.
    pub(crate) fn tuned() -> Self {
        Self {
            shape: 7.0,
            rarity: 0.7,
            end: 0.7,
            lesson: 4.0,
            rim: 0.5,
            dead_end: 0.06,
            thin: 0.1,
            corner: 0.05,
            colour: 0.4,
            noise: 0.1,
        }
    }

    pub(crate) fn vary(self, power: f32, random: &mut Random) -> Self {
        let mut vary = |middle: f32| middle * (2.0 * power * random.unit() - power).exp2();
        Self {
            shape: vary(self.shape),
            rarity: vary(self.rarity),
            end: vary(self.end),
            lesson: self.lesson,
            rim: vary(self.rim),
            dead_end: vary(self.dead_end),
            thin: vary(self.thin),
            corner: vary(self.corner),
            colour: vary(self.colour),
            noise: vary(self.noise),
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) struct CostWeights {
    pub(crate) keep: Vec<f32>,
    pub(crate) guess: Vec<f32>,
    pub(crate) hole: f32,
    pub(crate) rim: f32,
    pub(crate) dead_end: f32,
    pub(crate) thin: f32,
    pub(crate) corner: f32,
    pub(crate) colour: f32,
    pub(crate) noise: f32,
}

impl CostWeights {
    pub(crate) fn new(taste: Taste, shapes: &[f32], rarities: &[f32], ends: &[f32]) -> Self {
        let mean = |of: &[f32]| of.iter().sum::<f32>() / of.len().max(1) as f32;
        let (shape, rarity) = (mean(shapes), mean(rarities));
        let end = mean(ends);
        let keep = shapes.iter().zip(rarities).zip(ends).map(|((s, r), e)| {
            taste.shape * (s - shape) + taste.rarity * (r - rarity) + taste.end * (e - end)
        });
        let keep: Vec<f32> = keep.collect();
        Self {
            guess: keep.clone(),
            keep,
            hole: 8.0,
            rim: taste.rim,
            dead_end: taste.dead_end,
            thin: taste.thin,
            corner: taste.corner,
            colour: taste.colour,
            noise: taste.noise,
        }
    }

    pub(crate) fn apply_lessons(&mut self, taste: Taste, lessons: &[f32]) {
        for (keep, lesson) in self.keep.iter_mut().zip(lessons) {
            *keep += taste.lesson * lesson;
        }
    }

    /// Cost of an imbalance of free dark and light squares, given the remaining stones: normally distributed
    /// by chance.
    pub(crate) fn colour(&self, imbalance: i32, squared: u32) -> f32 {
        self.colour * (imbalance * imbalance) as f32 / (squared as f32 + 0.5)
    }

    pub(crate) fn row(&self, up: u64, free: u64, down: u64) -> f32 {
        if free | up == 0 {
            return 0.0;
        }
        let RowFeatures { rim, dead_ends, thin, corners } = RowFeatures::of(up, free, down);
        self.rim * rim as f32
            + self.dead_end * dead_ends as f32
            + self.thin * thin as f32
            + self.corner * corners as f32
    }

    pub(crate) fn rows(&self, rows: &[u64], from: usize, to: usize) -> f32 {
        let row = |at: usize| rows.get(at).copied().unwrap_or(0);
        (from..to).map(|at| self.row(at.checked_sub(1).map_or(0, row), row(at), row(at + 1))).sum()
    }
}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RowFeatures {
    pub(crate) rim: u32,
    pub(crate) dead_ends: u32,
    pub(crate) thin: u32,
    pub(crate) corners: u32,
}

impl RowFeatures {
    fn of(up: u64, free: u64, down: u64) -> Self {
        let (left, right) = (free << 1, free >> 1);
        // Every run has two ends, horizontally and vertically: one of each is counted twice.
        let rim = 2 * ((free & !left).count_ones() + (free & !up).count_ones());
        let two = (left & right) | (up & down) | ((left | right) & (up | down));
        let dead_ends = (free & !two).count_ones();
        let thin = (free & ((!left & !right) | (!up & !down))).count_ones();
        let odd = free ^ up;
        let corners = (odd ^ (odd << 1)).count_ones();
        Self { rim, dead_ends, thin, corners }
    }

    pub(crate) fn of_all(rows: &[u64]) -> Self {
        let row = |at: usize| rows.get(at).copied().unwrap_or(0);
        let mut all = Self::default();
        for at in 0..=rows.len() {
            let features = Self::of(at.checked_sub(1).map_or(0, row), row(at), row(at + 1));
            all.rim += features.rim;
            all.dead_ends += features.dead_ends;
            all.thin += features.thin;
            all.corners += features.corners;
        }
        all
    }
}
