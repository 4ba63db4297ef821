//! Judgement of a mean: inside its band, outside, or open, with the reason.

use ishigaki_generator::figures::Band;
use serde::Serialize;

/// Minimum games for a verdict: intervals of fewer are unreliable, most of all if a figure is usually 0.
pub(super) const LEAST_GAMES: usize = 20;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum BandVerdict {
    Inside,
    Outside,
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OpenReason {
    FewGames,
    NoSpread,
    Interval,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Judgement {
    pub(super) verdict: BandVerdict,
    #[serde(rename = "open", skip_serializing_if = "Option::is_none")]
    pub(super) doubt: Option<OpenReason>,
}

impl Judgement {
    pub(super) fn of(interval: Option<(f64, f64)>, games: usize, band: Band) -> Self {
        let open = |doubt| Self { verdict: BandVerdict::Open, doubt: Some(doubt) };
        let firm = |verdict| Self { verdict, doubt: None };
        match interval {
            None => open(OpenReason::FewGames),
            Some(_) if games < LEAST_GAMES => open(OpenReason::FewGames),
            Some((low, high)) if low >= high => open(OpenReason::NoSpread),
            Some((low, high)) if band.holds(low) && band.holds(high) => firm(BandVerdict::Inside),
            Some((low, high)) if high < band.low || low > band.high => firm(BandVerdict::Outside),
            Some(_) => open(OpenReason::Interval),
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct VerdictCounts {
    pub(super) inside: usize,
    pub(super) outside: usize,
    pub(super) open: usize,
}

impl VerdictCounts {
    pub(super) fn verdict(self) -> BandVerdict {
        match self {
            Self { outside: 1.., .. } => BandVerdict::Outside,
            Self { open: 1.., .. } => BandVerdict::Open,
            _ => BandVerdict::Inside,
        }
    }
}

impl Extend<BandVerdict> for VerdictCounts {
    fn extend<T: IntoIterator<Item = BandVerdict>>(&mut self, verdicts: T) {
        for verdict in verdicts {
            match verdict {
                BandVerdict::Inside => self.inside += 1,
                BandVerdict::Outside => self.outside += 1,
                BandVerdict::Open => self.open += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::estimate::Estimate;

    const BAND: Band = Band { low: 0.2, high: 0.8 };

    fn judged(low: f64, high: f64, games: usize) -> (BandVerdict, Option<OpenReason>) {
        let judgement = Judgement::of(Some((low, high)), games, BAND);
        (judgement.verdict, judgement.doubt)
    }

    #[test]
    fn verdict_needs_interval_on_one_side_and_enough_games() {
        assert_eq!(judged(0.3, 0.7, LEAST_GAMES), (BandVerdict::Inside, None));
        assert_eq!(judged(0.9, 1.0, LEAST_GAMES), (BandVerdict::Outside, None));
        assert_eq!(judged(0.0, 0.1, LEAST_GAMES), (BandVerdict::Outside, None));
        for straddling in [(0.1, 0.3), (0.7, 0.9), (0.1, 0.9)] {
            let (low, high) = straddling;
            assert_eq!(
                judged(low, high, 100_000),
                (BandVerdict::Open, Some(OpenReason::Interval)),
                "{straddling:?}"
            );
        }
        for games in [2, LEAST_GAMES - 1] {
            assert_eq!(judged(0.3, 0.7, games), (BandVerdict::Open, Some(OpenReason::FewGames)));
            assert_eq!(judged(0.9, 1.0, games), (BandVerdict::Open, Some(OpenReason::FewGames)));
        }
        assert_eq!(Judgement::of(None, 1, BAND).doubt, Some(OpenReason::FewGames));
    }

    #[test]
    fn equal_games_leave_a_mean_open_and_a_share_by_interval() {
        let of = |estimate: Option<Estimate>, band| {
            let estimate = estimate.unwrap();
            Judgement::of(Some((estimate.low, estimate.high)), estimate.games, band)
        };
        let same = of(Estimate::of(&[0.5; 40]), BAND);
        assert_eq!((same.verdict, same.doubt), (BandVerdict::Open, Some(OpenReason::NoSpread)));
        // That none of 40 games needed a janken does not show that fewer than one in a hundred does.
        let rare = Band { low: 0.0, high: 0.01 };
        assert_eq!(of(Estimate::of_shares(&[0.0; 40]), rare).doubt, Some(OpenReason::Interval));
        assert_eq!(of(Estimate::of_shares(&[0.0; 1_000]), rare).verdict, BandVerdict::Inside);
    }

    #[test]
    fn outside_verdict_outweighs_open_and_open_outweighs_inside() {
        let of = |verdicts: &[BandVerdict]| {
            let mut count = VerdictCounts::default();
            count.extend(verdicts.iter().copied());
            count.verdict()
        };
        assert_eq!(of(&[BandVerdict::Inside, BandVerdict::Open, BandVerdict::Outside]), BandVerdict::Outside);
        assert_eq!(of(&[BandVerdict::Open, BandVerdict::Inside]), BandVerdict::Open);
        assert_eq!(of(&[BandVerdict::Inside]), BandVerdict::Inside);
    }
}
