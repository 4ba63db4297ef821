//! The judgement of a mean: inside its band, outside, or open, and why it is open.
//!
//! Knows intervals and bands; not what was played.

use ishigaki_generator::figures::Band;
use serde::Serialize;

/// With fewer games nothing is said: intervals of so few are themselves a guess, most of all where a figure is rarely
/// anything but 0.
pub(super) const LEAST_GAMES: usize = 20;

/// Position of a mean, with its interval, relative to its band.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// The whole interval is in the band.
    Inside,
    /// The whole interval is outside.
    Outside,
    /// Neither, or there is no interval to go by: more games would tell.
    Open,
}

/// Reason for which a verdict is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Doubt {
    /// Fewer than [`LEAST_GAMES`] have shown the figure.
    FewGames,
    /// All of them came to the same, so that nothing shows how far another one may be off.
    NoSpread,
    /// The interval reaches over an end of the band.
    Interval,
}

/// A verdict, and where it is open the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Judgement {
    pub(super) verdict: Verdict,
    #[serde(rename = "open", skip_serializing_if = "Option::is_none")]
    pub(super) doubt: Option<Doubt>,
}

impl Judgement {
    /// Of an interval from so many games; `None`: of too few for an interval.
    pub(super) fn of(interval: Option<(f64, f64)>, games: usize, band: Band) -> Self {
        let open = |doubt| Self { verdict: Verdict::Open, doubt: Some(doubt) };
        let firm = |verdict| Self { verdict, doubt: None };
        match interval {
            None => open(Doubt::FewGames),
            Some(_) if games < LEAST_GAMES => open(Doubt::FewGames),
            Some((low, high)) if low >= high => open(Doubt::NoSpread),
            Some((low, high)) if band.holds(low) && band.holds(high) => firm(Verdict::Inside),
            Some((low, high)) if high < band.low || low > band.high => firm(Verdict::Outside),
            Some(_) => open(Doubt::Interval),
        }
    }
}

/// Number of verdicts of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) inside: usize,
    pub(super) outside: usize,
    pub(super) open: usize,
}

impl Count {
    /// Of all: outside if any is, else open if any is.
    pub(super) fn verdict(self) -> Verdict {
        match self {
            Self { outside: 1.., .. } => Verdict::Outside,
            Self { open: 1.., .. } => Verdict::Open,
            _ => Verdict::Inside,
        }
    }
}

impl Extend<Verdict> for Count {
    fn extend<T: IntoIterator<Item = Verdict>>(&mut self, verdicts: T) {
        for verdict in verdicts {
            match verdict {
                Verdict::Inside => self.inside += 1,
                Verdict::Outside => self.outside += 1,
                Verdict::Open => self.open += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::estimate::Estimate;

    const BAND: Band = Band { low: 0.2, high: 0.8 };

    fn judged(low: f64, high: f64, games: usize) -> (Verdict, Option<Doubt>) {
        let judgement = Judgement::of(Some((low, high)), games, BAND);
        (judgement.verdict, judgement.doubt)
    }

    #[test]
    fn a_verdict_is_firm_only_of_a_whole_interval_from_enough_games() {
        assert_eq!(judged(0.3, 0.7, LEAST_GAMES), (Verdict::Inside, None));
        assert_eq!(judged(0.9, 1.0, LEAST_GAMES), (Verdict::Outside, None));
        assert_eq!(judged(0.0, 0.1, LEAST_GAMES), (Verdict::Outside, None));
        for straddling in [(0.1, 0.3), (0.7, 0.9), (0.1, 0.9)] {
            let (low, high) = straddling;
            assert_eq!(judged(low, high, 100_000), (Verdict::Open, Some(Doubt::Interval)), "{straddling:?}");
        }
        for games in [2, LEAST_GAMES - 1] {
            assert_eq!(judged(0.3, 0.7, games), (Verdict::Open, Some(Doubt::FewGames)));
            assert_eq!(judged(0.9, 1.0, games), (Verdict::Open, Some(Doubt::FewGames)));
        }
        assert_eq!(Judgement::of(None, 1, BAND).doubt, Some(Doubt::FewGames));
    }

    #[test]
    fn games_that_all_came_to_the_same_leave_a_mean_open_and_a_share_by_its_interval() {
        let of = |estimate: Option<Estimate>, band| {
            let estimate = estimate.unwrap();
            Judgement::of(Some((estimate.low, estimate.high)), estimate.games, band)
        };
        let same = of(Estimate::of(&[0.5; 40]), BAND);
        assert_eq!((same.verdict, same.doubt), (Verdict::Open, Some(Doubt::NoSpread)));
        // That none of 40 games needed a janken does not show that fewer than one in a hundred does.
        let rare = Band { low: 0.0, high: 0.01 };
        assert_eq!(of(Estimate::of_shares(&[0.0; 40]), rare).doubt, Some(Doubt::Interval));
        assert_eq!(of(Estimate::of_shares(&[0.0; 1_000]), rare).verdict, Verdict::Inside);
    }

    #[test]
    fn one_that_is_outside_decides_and_one_that_is_open_leaves_all_open() {
        let of = |verdicts: &[Verdict]| {
            let mut count = Count::default();
            count.extend(verdicts.iter().copied());
            count.verdict()
        };
        assert_eq!(of(&[Verdict::Inside, Verdict::Open, Verdict::Outside]), Verdict::Outside);
        assert_eq!(of(&[Verdict::Open, Verdict::Inside]), Verdict::Open);
        assert_eq!(of(&[Verdict::Inside]), Verdict::Inside);
    }
}
