//! A mean over games and how sure it is. Knows numbers only.
//!
//! Games are the units: what happens inside one hangs together, so a game counts once however many teams play in it.

use serde::Serialize;

/// The normal quantile of a two-sided 95% interval.
const Z: f64 = 1.959_963_984_540_054;

/// A mean with the ends of its 95% confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The mean over the games.
    pub mean: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// How many games it is of.
    pub games: usize,
}

impl Estimate {
    /// The mean of one figure a game, with Student's interval. `None` of fewer than two games.
    pub fn of(figures: &[f64]) -> Option<Self> {
        let spread = Spread::of(figures)?;
        let half = spread.half();
        Some(Self {
            mean: spread.mean,
            low: spread.mean - half,
            high: spread.mean + half,
            games: figures.len(),
        })
    }

    /// The mean of one share a game, each 0 to 1. The interval is the one of the games and of four more, two with nothing
    /// and two with all: so it has a width also where every game went the same way. `None` of fewer than two games.
    pub fn of_shares(shares: &[f64]) -> Option<Self> {
        let seen = Spread::of(shares)?;
        let mut more = shares.to_vec();
        more.extend([0.0, 0.0, 1.0, 1.0]);
        let wider = Spread::of(&more)?;
        let half = wider.half();
        let (low, high) = ((wider.mean - half).max(0.0), (wider.mean + half).min(1.0));
        Some(Self { mean: seen.mean, low, high, games: shares.len() })
    }
}

struct Spread {
    mean: f64,
    /// The standard error of the mean.
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

    /// Half of the interval: Student's quantile by the first terms of its expansion, too small below five games.
    fn half(&self) -> f64 {
        let free = self.count - 1.0;
        let first = (Z.powi(3) + Z) / (4.0 * free);
        let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / (96.0 * free * free);
        let third =
            (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / (384.0 * free.powi(3));
        (Z + first + second + third) * self.error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64) -> bool {
        (found - wanted).abs() < 0.005
    }

    #[test]
    fn the_interval_is_students() {
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
    fn one_game_says_nothing() {
        assert_eq!((Estimate::of(&[1.0]), Estimate::of_shares(&[])), (None, None));
    }
}
