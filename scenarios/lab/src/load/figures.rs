//! Durations as figures.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

#[derive(Clone, Debug, Default)]
pub(super) struct Spans(Vec<Duration>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct SpanFigures {
    pub(super) count: usize,
    pub(super) median_us: u64,
    pub(super) p99_us: u64,
    pub(super) longest_us: u64,
}

impl Spans {
    pub(super) fn add(&mut self, span: Duration) {
        self.0.push(span);
    }

    pub(super) fn join(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    pub(super) fn figures(mut self) -> SpanFigures {
        self.0.sort_unstable();
        let micros = |span: &Duration| u64::try_from(span.as_micros()).unwrap_or(u64::MAX);
        // The smallest duration that this percentage doesn't exceed.
        let share = |hundredths: usize| {
            let rank = (self.0.len() * hundredths).div_ceil(100).max(1);
            self.0.get(rank - 1).map_or(0, micros)
        };
        SpanFigures { count: self.0.len(), median_us: share(50), p99_us: share(99), longest_us: share(100) }
    }
}

impl fmt::Display for SpanFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |micros: u64| format!("{}.{:02} ms", micros / 1_000, micros % 1_000 / 10);
        write!(
            f,
            "median {}, p99 {}, longest {} ({} measured)",
            millis(self.median_us),
            millis(self.p99_us),
            millis(self.longest_us),
            self.count
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_the_spans_that_were_measured() {
        let mut spans = Spans::default();
        for span in (1..=200).rev() {
            spans.add(Duration::from_micros(span));
        }
        let figures = spans.figures();
        assert_eq!(figures, SpanFigures { count: 200, median_us: 100, p99_us: 198, longest_us: 200 });
        assert_eq!(Spans::default().figures(), SpanFigures::default());
        let mut spans = Spans::default();
        spans.add(Duration::from_micros(1_500));
        let text = spans.figures().to_string();
        assert_eq!(text, "median 1.50 ms, p99 1.50 ms, longest 1.50 ms (1 measured)");
    }
}
