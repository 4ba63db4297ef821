//! Means over games with confidence intervals.
//!
//! The unit is a game, because results within a game are correlated, however many teams play.

use serde::Serialize;

/// Normal quantile of a two-sided 95% interval.
const Z: f64 = 1.959_963_984_540_054;

/// A mean with its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    pub games: usize,
}

impl Estimate {
    /// Returns the mean of one figure per game, with Student's interval, which is unbounded for one game.
    /// `None` without games.
    pub fn of(figures: &[f64]) -> Option<Self> {
        if let [mean] = *figures {
            return Some(Self { mean, low: f64::NEG_INFINITY, high: f64::INFINITY, games: 1 });
        }
        let spread = Spread::of(figures)?;
        let half = spread.half();
        Some(Self {
            mean: spread.mean,
            low: spread.mean - half,
            high: spread.mean + half,
            games: figures.len(),
        })
    }

    /// Returns the mean of one share per game, each 0 to 1. The interval includes four pseudo-games, two with
    /// 0 and two with 1, so it has a width even if all games were equal. `None` without games.
    pub fn of_shares(shares: &[f64]) -> Option<Self> {
        let mean = Self::of(shares)?.mean;
        let mut more = shares.to_vec();
        more.extend([0.0, 0.0, 1.0, 1.0]);
        let wider = Spread::of(&more)?;
        let half = wider.half();
        let (low, high) = ((wider.mean - half).max(0.0), (wider.mean + half).min(1.0));
        Some(Self { mean, low, high, games: shares.len() })
    }
}

struct Spread {
    mean: f64,
    error: f64,
    count: f64,
}

impl Spread {
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
    fn of(figures: &[f64]) -> Option<Self> {
        if figures.len() < 2 {
            return None;
        }
        let count = figures.len() as f64;
        let mean = figures.iter().sum::<f64>() / count;
        let squares = figures.iter().map(|figure| (figure - mean).powi(2)).sum::<f64>();
        Some(Self { mean, error: (squares / (count - 1.0) / count).sqrt(), count })
    }

    fn half(&self) -> f64 {
        student(Z, self.count - 1.0) * self.error
    }
}

/// Student's quantile from the normal one by the first terms of its expansion; too small below four degrees
/// of freedom.
fn student(z: f64, free: f64) -> f64 {
    let first = (z.powi(3) + z) / (4.0 * free);
    let second = (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / (96.0 * free * free);
    let third = (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / (384.0 * free.powi(3));
    z + first + second + third
}

/// Normal quantile of a two-sided 90% interval, that is, of two one-sided tests at 5%.
const Z_ONE_SIDED: f64 = 1.644_853_626_951_472;

/// Difference of two independent means, with its 90% interval by Welch. Two one-sided tests at 5% find the
/// means equivalent if the whole interval is within the limits (Schuirmann 1987).
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct MeanDifference {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl MeanDifference {
    /// Returns the difference of one figure per game. `None` with fewer than two of either.
    pub fn of(these: &[f64], those: &[f64]) -> Option<Self> {
        Self::with(Z_ONE_SIDED, these, those)
    }

    /// Like [`Self::of`], with the 95% interval.
    pub fn of_two_sided(these: &[f64], those: &[f64]) -> Option<Self> {
        Self::with(Z, these, those)
    }

    fn with(z: f64, these: &[f64], those: &[f64]) -> Option<Self> {
        let (first, second) = (Spread::of(these)?, Spread::of(those)?);
        let (first_variance, second_variance) = (first.error.powi(2), second.error.powi(2));
        let mean = first.mean - second.mean;
        let error = (first_variance + second_variance).sqrt();
        if error == 0.0 {
            return Some(Self { mean, low: mean, high: mean });
        }
        let parts =
            first_variance.powi(2) / (first.count - 1.0) + second_variance.powi(2) / (second.count - 1.0);
        let free = error.powi(4) / parts;
        let half = student(z, free) * error;
        Some(Self { mean, low: mean - half, high: mean + half })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 0.005
    }

    #[test]
    fn interval_of_mean_is_students_t() {
        // Five games, mean 3, standard error 0.7071, t(4) = 2.776.
        let estimate = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!(near(estimate.mean, 3.0), "{estimate:?}");
        assert!((estimate.high - 4.963).abs() < 0.03 && (estimate.low - 1.037).abs() < 0.03, "{estimate:?}");
    }

    #[test]
    fn games_that_all_went_the_same_way_leave_a_doubt() {
        let few = Estimate::of_shares(&[1.0; 4]).unwrap();
        let many = Estimate::of_shares(&[1.0; 200]).unwrap();
        assert!(near(few.mean, 1.0) && few.low < 0.5, "{few:?}");
        assert!(many.low > 0.95 && many.low < 0.999, "{many:?}");
    }

    #[test]
    fn single_game_has_mean_without_bounds() {
        assert_eq!((Estimate::of(&[]), Estimate::of_shares(&[])), (None, None));
        let single = Estimate::of(&[3.0]).unwrap();
        assert!(
            near(single.mean, 3.0) && single.low == f64::NEG_INFINITY && single.high == f64::INFINITY,
            "{single:?}"
        );
        assert!(serde_json::to_string(&single).unwrap().contains(r#""low":null"#));
        let share = Estimate::of_shares(&[1.0]).unwrap();
        assert!(near(share.mean, 1.0) && share.low < 0.5, "{share:?}");
    }

    #[test]
    fn interval_of_difference_is_welchs() {
        // Means 3 and 4, both of standard error 0.7071 with 4 degrees of freedom each: 8 by Welch, t = 1.860.
        let difference = MeanDifference::of(&[1.0, 2.0, 3.0, 4.0, 5.0], &[2.0, 3.0, 4.0, 5.0, 6.0]).unwrap();
        assert!(near(difference.mean, -1.0), "{difference:?}");
        assert!(near(difference.high - difference.mean, 1.860), "{difference:?}");
        assert_eq!(MeanDifference::of(&[1.0], &[1.0, 2.0]), None);
    }
}
