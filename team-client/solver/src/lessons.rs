//! Lessons of endgames: which kinds are good to have left.
//!
//! The number of steps that come near the end is modelled as a product: one factor per remaining stone, and
//! factors for the size and raggedness of the free area. They are fitted to endgame results (Poisson
//! regression, Newton steps).

/// Features of the free area and of the guessed costs, which are no kind's effect.
pub(crate) const ABOUT: usize = 6;

#[derive(Clone, Debug)]
pub(crate) struct Sample {
    pub(crate) about: [f64; ABOUT],
    pub(crate) kinds: Vec<u16>,
    pub(crate) hope: f64,
}

#[derive(Debug)]
pub(crate) struct Lessons {
    samples: Vec<Sample>,
    next: usize,
    fresh: usize,
    factors: Vec<f64>,
    pub(crate) costs: Vec<f32>,
}

const MOST_SAMPLES: usize = 20_000;

const WORTH: usize = 250;

const MOST_KINDS: usize = 192;

const FIRST_KIND: usize = 1 + ABOUT;

/// Weight of the prior of the factors.
const DOUBT: f64 = 0.1;
const TRUST: f64 = 8.0;

const STEPS: usize = 6;
const LONGEST: f64 = 1.5;

impl Lessons {
    pub(crate) fn new(kinds: usize) -> Self {
        Self {
            samples: Vec::new(),
            next: 0,
            fresh: 0,
            factors: vec![0.0; FIRST_KIND + kinds],
            costs: vec![0.0; kinds],
        }
    }

    pub(crate) fn take(&mut self, samples: impl IntoIterator<Item = Sample>) {
        if self.costs.len() > MOST_KINDS {
            return;
        }
        for sample in samples {
            if self.samples.len() < MOST_SAMPLES {
                self.samples.push(sample);
            } else {
                self.samples[self.next] = sample;
                self.next = (self.next + 1) % MOST_SAMPLES;
            }
            self.fresh += 1;
        }
        if self.fresh >= WORTH {
            self.fresh = 0;
            self.fit();
        }
    }

    fn fit(&mut self) {
        let hope = self.samples.iter().map(|sample| sample.hope).sum::<f64>() / self.samples.len() as f64;
        if hope <= 0.0 {
            return;
        }
        let scales = self.scales();
        // Each sample counts as half a step on average.
        let unit = 0.5 / hope;
        if self.factors[0] == 0.0 {
            self.factors[0] = 0.5_f64.ln();
        }
        for _ in 0..STEPS {
            if !self.newton(&scales, unit) {
                break;
            }
        }
        let kinds = &self.factors[FIRST_KIND..];
        let mean = kinds.iter().sum::<f64>() / kinds.len().max(1) as f64;
        for (cost, factor) in self.costs.iter_mut().zip(kinds) {
            *cost = (mean - factor) as f32;
        }
    }

    fn scales(&self) -> [(f64, f64); ABOUT] {
        let count = self.samples.len() as f64;
        std::array::from_fn(|at| {
            let figures = || self.samples.iter().map(|sample| sample.about[at]);
            let mean = figures().sum::<f64>() / count;
            let spread = figures().map(|figure| (figure - mean).powi(2)).sum::<f64>() / count;
            (mean, spread.sqrt().max(1e-6))
        })
    }

    fn newton(&mut self, scales: &[(f64, f64); ABOUT], unit: f64) -> bool {
        let size = self.factors.len();
        let mut normal = Normal::new(size);
        let mut row: Vec<(usize, f64)> = Vec::new();
        for sample in &self.samples {
            row.clear();
            row.push((0, 1.0));
            let about =
                sample.about.iter().zip(scales).map(|(figure, (mean, spread))| (figure - mean) / spread);
            row.extend((1..).zip(about));
            for &kind in &sample.kinds {
                let at = FIRST_KIND + usize::from(kind);
                match row.last_mut() {
                    Some(last) if last.0 == at => last.1 += 1.0,
                    _ => row.push((at, 1.0)),
                }
            }
            let expected: f64 = row.iter().map(|&(at, figure)| self.factors[at] * figure).sum();
            normal.add(&row, sample.hope * unit, expected.clamp(-20.0, 20.0).exp());
        }
        for at in 1..size {
            let weight = if at < FIRST_KIND { DOUBT } else { TRUST };
            normal.hold(at, weight, self.factors[at]);
        }
        let Some(step) = normal.solved() else { return false };
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let share = if longest > LONGEST { LONGEST / longest } else { 1.0 };
        for (factor, part) in self.factors.iter_mut().zip(step) {
            *factor += share * part;
        }
        longest > 1e-3
    }
}

struct Normal {
    matrix: Vec<Vec<f64>>,
    right: Vec<f64>,
}

impl Normal {
    fn new(size: usize) -> Self {
        Self { matrix: (1..=size).map(|len| vec![0.0; len]).collect(), right: vec![0.0; size] }
    }

    fn add(&mut self, row: &[(usize, f64)], observed: f64, expected: f64) {
        for (count, &(at, figure)) in row.iter().enumerate() {
            self.right[at] += figure * (observed - expected);
            for &(other, second) in &row[..=count] {
                self.matrix[at][other] += figure * second * expected;
            }
        }
    }

    fn hold(&mut self, at: usize, weight: f64, now: f64) {
        self.matrix[at][at] += weight;
        self.right[at] -= weight * now;
    }

    fn solved(mut self) -> Option<Vec<f64>> {
        let size = self.right.len();
        for at in 0..size {
            let (above, rest) = self.matrix.split_at_mut(at);
            let row = &mut rest[0];
            for (other, above) in above.iter().enumerate() {
                let known: f64 = row[..other].iter().zip(above).map(|(a, b)| a * b).sum();
                row[other] = (row[other] - known) / above[other];
            }
            let square = row[at] - row[..at].iter().map(|part| part * part).sum::<f64>();
            if square <= 1e-12 {
                return None;
            }
            row[at] = square.sqrt();
            let known: f64 = row[..at].iter().zip(&self.right).map(|(a, b)| a * b).sum();
            self.right[at] = (self.right[at] - known) / row[at];
        }
        for at in (0..size).rev() {
            let below = (at + 1..size).map(|other| self.matrix[other][at] * self.right[other]).sum::<f64>();
            self.right[at] = (self.right[at] - below) / self.matrix[at][at];
        }
        Some(self.right)
    }
}

#[cfg(test)]
mod tests {
    use super::{ABOUT, Lessons, Normal, Sample};
    use crate::random::Random;

    #[test]
    fn equations_are_solved() {
        let mut normal = Normal { matrix: vec![vec![4.0], vec![2.0, 5.0]], right: vec![8.0, 12.0] };
        normal.hold(1, 0.0, 0.0);
        let solution = normal.solved().unwrap();
        assert!((solution[0] - 1.0).abs() < 1e-9 && (solution[1] - 2.0).abs() < 1e-9);
    }

    #[test]
    fn equations_without_a_single_solution_are_refused() {
        let normal = Normal { matrix: vec![vec![1.0], vec![1.0, 1.0]], right: vec![1.0, 1.0] };
        assert!(normal.solved().is_none());
    }

    #[test]
    fn costs_separate_good_from_bad_kinds() {
        // Eight of twenty kinds are left at a time; the first halves hope, the second doubles it, the rim divides it.
        let mut random = Random::new(1, 0);
        let mut lessons = Lessons::new(20);
        lessons.take((0..8000).map(|_| {
            let mut kinds: Vec<u16> = (0..20).filter(|_| random.below(5) < 2).collect();
            kinds.sort_unstable();
            let rim = random.below(10) as f64;
            let has = |kind: u16| f64::from(u8::from(kinds.contains(&kind)));
            let mean = (has(1) - has(0) - 0.3 * rim).exp2() * 3.0;
            let hope = if f64::from(random.unit()) < mean / 8.0 { 8.0 } else { 0.0 };
            let mut about = [0.0; ABOUT];
            about[1] = rim;
            Sample { about, kinds, hope }
        }));
        let costs = &lessons.costs;
        assert!((costs[0] - 0.69).abs() < 0.15 && (costs[1] + 0.69).abs() < 0.15, "{costs:?}");
        assert!(costs[2..].iter().all(|cost| cost.abs() < 0.2), "{costs:?}");
    }
}
