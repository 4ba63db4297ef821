//! Rating of bots: the Bradley-Terry model on Elo's scale.
//!
//! The first of two bots with strengths g and h has the better place with probability g / (g + h)
//! (R. A. Bradley and M. E. Terry, *Biometrika* 39, 1952). The strengths maximise the likelihood of the
//! games, by the MM algorithm (D. R. Hunter, *Annals of Statistics* 32, 2004), so they are independent of the
//! order of games. A rating is 1500 + 400 lg
//! g, with the geometric mean of all strengths at 1500: 400 points are ten to one. Each bot also has one
//! draw, spread over all others, which keeps ratings finite if all games were equal, and connects bots that
//! never met.

use std::f64::consts::LN_10;

const MIDDLE: f64 = 1500.0;

const DECADE: f64 = 400.0;

const Z: f64 = 1.959_963_984_540_054;

const STEPS: usize = 10_000;

/// Results of games between several bots.
#[derive(Clone, Debug)]
pub struct Meetings {
    bots: usize,
    won: Vec<f64>,
    met: Vec<f64>,
}

/// A rating with its 95% interval, from the curvature of the likelihood at its maximum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub rating: f64,
    pub low: f64,
    pub high: f64,
}

impl Meetings {
    /// Returns empty results.
    pub fn of(bots: usize) -> Self {
        let none = vec![0.0; bots * bots];
        Self { bots, won: none.clone(), met: none }
    }

    /// Adds a meeting of this weight; the first bot has won this share, 0 to 1.
    pub fn add(&mut self, a: usize, b: usize, share: f64, weight: f64) {
        for (mine, theirs, share) in [(a, b, share), (b, a, 1.0 - share)] {
            let at = mine * self.bots + theirs;
            if let (Some(won), Some(met)) = (self.won.get_mut(at), self.met.get_mut(at)) {
                *won += share * weight;
                *met += weight;
            }
        }
    }

    /// Returns the ratings by bot.
    pub fn ratings(&self) -> Vec<Rating> {
        let all = self.with_draws();
        let strengths = all.strengths();
        // Only differences are determined: the likelihood is flat along a common change of all strengths,
        // which is fixed.
        let mean = 1.0 / count(self.bots);
        let mut curvature = all.curvature(&strengths);
        for figure in curvature.iter_mut().flatten() {
            *figure += mean;
        }
        let spread = inverse(curvature);
        let rating = |(bot, strength): (usize, &f64)| {
            let variance =
                spread.get(bot).and_then(|row| row.get(bot)).map_or(0.0, |variance| variance - mean);
            let half = Z * variance.max(0.0).sqrt() * DECADE / LN_10;
            let rating = MIDDLE + DECADE * strength.log10();
            Rating { rating, low: rating - half, high: rating + half }
        };
        strengths.iter().enumerate().map(rating).collect()
    }

    fn with_draws(&self) -> Self {
        let mut all = self.clone();
        for a in 0..self.bots {
            for b in a + 1..self.bots {
                all.add(a, b, 0.5, 1.0 / count(self.bots - 1));
            }
        }
        all
    }

    fn row<'a>(&self, of: &'a [f64], bot: usize) -> &'a [f64] {
        of.get(bot * self.bots..(bot + 1) * self.bots).unwrap_or_default()
    }

    fn strengths(&self) -> Vec<f64> {
        let mut strengths = vec![1.0; self.bots];
        for _ in 0..STEPS {
            let mut better: Vec<f64> = (0..self.bots).map(|bot| self.better(&strengths, bot)).collect();
            let mean = (better.iter().map(|strength| strength.ln()).sum::<f64>() / count(self.bots)).exp();
            for strength in &mut better {
                *strength /= mean;
            }
            let change = |(new, old): (&f64, &f64)| (new / old - 1.0).abs();
            let change = better.iter().zip(&strengths).map(change).fold(0.0, f64::max);
            strengths = better;
            if change < 1e-12 {
                break;
            }
        }
        strengths
    }

    fn better(&self, strengths: &[f64], bot: usize) -> f64 {
        let own = strengths.get(bot).copied().unwrap_or(1.0);
        let won: f64 = self.row(&self.won, bot).iter().sum();
        let met = self.row(&self.met, bot).iter().zip(strengths).map(|(met, rival)| met / (own + rival));
        if self.bots > 1 { won / met.sum::<f64>() } else { 1.0 }
    }

    fn curvature(&self, strengths: &[f64]) -> Vec<Vec<f64>> {
        let row = |(bot, &own): (usize, &f64)| {
            let of = |(met, &rival): (&f64, &f64)| met * own * rival / (own + rival).powi(2);
            let mut row: Vec<f64> = self.row(&self.met, bot).iter().zip(strengths).map(of).collect();
            let all: f64 = row.iter().sum();
            for (at, doubt) in row.iter_mut().enumerate() {
                *doubt = if at == bot { all } else { -*doubt };
            }
            row
        };
        strengths.iter().enumerate().map(row).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody has 2^52 bots")]
fn count(bots: usize) -> f64 {
    bots as f64
}

/// The pivots of a positive definite matrix are never 0.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|col| if col == at { 1.0 } else { 0.0 }));
    }
    for at in 0..size {
        let mut pivot = std::mem::take(&mut matrix[at]);
        let scale = pivot[at];
        for figure in &mut pivot {
            *figure /= scale;
        }
        for row in matrix.iter_mut().filter(|row| !row.is_empty()) {
            let factor = row[at];
            for (figure, of) in row.iter_mut().zip(&pivot) {
                *figure -= factor * of;
            }
        }
        matrix[at] = pivot;
    }
    matrix.into_iter().map(|row| row.into_iter().skip(size).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two(share: f64, games: u32) -> Vec<Rating> {
        let mut meetings = Meetings::of(2);
        for _ in 0..games {
            meetings.add(0, 1, share, 1.0);
        }
        meetings.ratings()
    }

    #[test]
    fn ten_to_one_are_four_hundred_points_in_the_long_run() {
        let ratings = two(10.0 / 11.0, 100_000);
        let gap = ratings[0].rating - ratings[1].rating;
        assert!((gap - 400.0).abs() < 0.1, "{ratings:?}");
        assert!((ratings[0].rating + ratings[1].rating - 3_000.0).abs() < 0.1, "{ratings:?}");
    }

    #[test]
    fn even_bots_have_the_middle_and_that_interval() {
        let ratings = two(0.5, 99);
        assert!((ratings[0].rating - 1500.0).abs() < 1e-6, "{ratings:?}");
        // With the draw 100 meetings, each of curvature 1/4: the difference has the variance 1/25, each side a quarter of it.
        let half = Z * 0.1 * 400.0 / LN_10;
        assert!((ratings[0].high - 1500.0 - half).abs() < 1e-6, "{ratings:?} {half}");
    }

    #[test]
    fn unbeaten_player_has_finite_rating_and_interval() {
        let (few, many) = (two(1.0, 4), two(1.0, 400));
        assert!(few[0].rating > few[1].rating && few[0].low < few[1].high, "{few:?}");
        assert!(many[0].rating > few[0].rating && many[0].low > many[1].high, "{many:?}");
        assert!(many[0].rating.is_finite());
    }

    #[test]
    fn strength_passes_over_a_third_bot() {
        let mut meetings = Meetings::of(4);
        for _ in 0..50 {
            meetings.add(0, 1, 0.8, 1.0);
            meetings.add(1, 2, 0.8, 1.0);
        }
        let ratings = meetings.ratings();
        assert!(ratings[0].rating - ratings[2].rating > 350.0, "{ratings:?}");
        let width = |rating: &Rating| rating.high - rating.low;
        assert!(ratings[..3].iter().all(|rating| width(rating) < width(&ratings[3])), "{ratings:?}");
        assert!((ratings[3].rating - 1500.0).abs() < 20.0, "{ratings:?}");
    }

    #[test]
    fn single_player_has_middle_rating() {
        assert_eq!(Meetings::of(1).ratings(), [Rating { rating: 1500.0, low: 1500.0, high: 1500.0 }]);
        assert_eq!(Meetings::of(0).ratings(), []);
    }
}
