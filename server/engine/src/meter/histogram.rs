//! Histograms and counters.

use std::collections::BTreeMap;

/// Upper bounds of durations, in seconds: a local call takes well under a millisecond, a worn disk's sync a
/// tenth of a second.
pub(crate) const SECONDS: &[f64] =
    &[0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];

/// Upper bounds of the number of records per write; a batch has at most some hundreds.
pub(crate) const RECORDS: &[f64] = &[1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0];

/// A histogram over fixed bounds.
#[derive(Clone)]
pub struct Histogram {
    bounds: &'static [f64],
    /// Number of values per bucket; the last one has no upper bound.
    counts: Vec<u64>,
    sum: f64,
}

impl Histogram {
    fn over(bounds: &'static [f64]) -> Self {
        Self { bounds, counts: vec![0; bounds.len() + 1], sum: 0.0 }
    }

    pub(crate) fn add(&mut self, value: f64) {
        let place = self.bounds.partition_point(|bound| *bound < value);
        if let Some(count) = self.counts.get_mut(place) {
            *count += 1;
        }
        self.sum += value;
    }

    fn absorb(&mut self, other: &Self) {
        for (count, more) in self.counts.iter_mut().zip(&other.counts) {
            *count += more;
        }
        self.sum += other.sum;
    }

    /// Returns the sum, the number of values, and the number per bucket; the last bound is infinite.
    pub fn figures(&self) -> (f64, u64, Vec<(f64, u64)>) {
        let bounds = self.bounds.iter().copied().chain([f64::INFINITY]);
        (self.sum, self.counts.iter().sum(), bounds.zip(self.counts.iter().copied()).collect())
    }
}

/// The counters of one game, or of all of them.
#[derive(Clone)]
pub struct Counters {
    /// Durations of calls that seal, in seconds.
    pub sealing: Histogram,
    /// Durations until records were durable, in seconds.
    pub appends: Histogram,
    /// Numbers of records that were written at once.
    pub batches: Histogram,
    pub refusals: BTreeMap<String, u64>,
}

impl Default for Counters {
    fn default() -> Self {
        Self {
            sealing: Histogram::over(SECONDS),
            appends: Histogram::over(SECONDS),
            batches: Histogram::over(RECORDS),
            refusals: BTreeMap::new(),
        }
    }
}

impl Counters {
    pub(crate) fn refuse(&mut self, reason: &str) {
        match self.refusals.get_mut(reason) {
            Some(count) => *count += 1,
            None => _ = self.refusals.insert(reason.to_owned(), 1),
        }
    }

    /// Adds the counts of other counters.
    pub(crate) fn absorb(&mut self, other: &Self) {
        self.sealing.absorb(&other.sealing);
        self.appends.absorb(&other.appends);
        self.batches.absorb(&other.batches);
        for (reason, more) in &other.refusals {
            *self.refusals.entry(reason.clone()).or_default() += more;
        }
    }
}

/// The maximum of the last complete ten seconds. It changes only every ten seconds, so that its changes don't
/// reveal when anything happened.
#[derive(Clone, Copy, Default)]
pub(crate) struct RecentMaximum {
    /// Number of the current ten seconds.
    slot: u64,
    worst: f64,
    before: f64,
}

impl RecentMaximum {
    const SLOT: u64 = 10_000;

    /// `now` is in milliseconds.
    pub(crate) fn add(&mut self, now: u64, value: f64) {
        self.turn(now);
        self.worst = self.worst.max(value);
    }

    /// `now` is in milliseconds.
    pub(crate) fn worst(&mut self, now: u64) -> f64 {
        self.turn(now);
        self.before
    }

    fn turn(&mut self, now: u64) {
        let slot = now / Self::SLOT;
        if slot > self.slot {
            self.before = if slot == self.slot + 1 { self.worst } else { 0.0 };
            self.worst = 0.0;
            self.slot = slot;
        }
    }
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "the figures are exact")]
mod tests {
    use super::*;

    #[test]
    fn value_is_counted_in_first_bucket_not_below_it() {
        let mut histogram = Histogram::over(RECORDS);
        for value in [1.0, 2.0, 3.0, 4.0, 300.0] {
            histogram.add(value);
        }
        let (sum, count, buckets) = histogram.figures();
        assert_eq!((sum, count), (310.0, 5));
        assert_eq!(buckets[..3], [(1.0, 1), (2.0, 1), (4.0, 2)]);
        assert_eq!(buckets.last(), Some(&(f64::INFINITY, 1)));
    }

    #[test]
    fn counters_absorb_adds_other_counts() {
        let (mut all, mut one) = (Counters::default(), Counters::default());
        one.sealing.add(0.1);
        one.refuse("LATE");
        all.refuse("LATE");
        all.absorb(&one);
        assert_eq!(all.sealing.figures().1, 1);
        assert_eq!(all.refusals["LATE"], 2);
    }

    #[test]
    fn recent_maximum_shows_after_ten_seconds_for_ten_seconds() {
        let mut recent = RecentMaximum::default();
        recent.add(1_000, 0.5);
        recent.add(2_000, 0.1);
        assert_eq!(recent.worst(9_999), 0.0);
        assert_eq!(recent.worst(10_000), 0.5);
        assert_eq!(recent.worst(19_999), 0.5);
        assert_eq!(recent.worst(20_000), 0.0);
    }
}
