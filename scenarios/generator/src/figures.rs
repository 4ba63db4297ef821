//! Static figures of a scenario, and the bands for a good game.
//!
//! They are forecasts: a scenario outside a band is playable. Shares are of 1.

use ishigaki_rules::LotSpec;
use ishigaki_scenarios::Scenario;
use serde::Serialize;

use crate::awkwardness::{AWKWARD, awkwardness};

/// Maximum squares of a small stone, which closes gaps.
pub const SMALL: usize = 3;

ishigaki_catalogue::keyed! {
    /// A figure computed from a scenario's file.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
    #[serde(rename_all = "kebab-case")]
    pub enum Figure: pub name, ALL {
        /// The squares of all stones, as a share of all frames. From 1 on every team could fill its frame in
        /// one game; well below, empty squares are inevitable (`E2`).
        StoneShare = "stone-share",
        /// The stones that a team may win in all rounds (sum of W), relative to the stones of an average
        /// wall. At 1 or less full walls are impossible; far above, W doesn't matter (`A5`).
        WinsShare = "wins-share",
        /// Maximum wins of all teams in the first round, as a share of all stones.
        FirstRoundShare = "first-round-share",
        /// Lines of a list per possible win (M per W), the mean over the rounds: room for fallback (`A5`).
        LinesPerWin = "lines-per-win",
        /// The minimum prices of all stones, as a share of all teams' money: the rest is left to compete with
        /// (`G1`).
        PriceShare = "price-share",
        /// Small stones, as a share of all stones.
        SmallShare = "small-share",
        /// The squares of awkward stones, as a share of all stones' squares.
        AwkwardShare = "awkward-share",
    }
}

/// A band, ends included.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Band {
    pub low: f64,
    pub high: f64,
}

/// A figure of one scenario.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Line {
    pub figure: Figure,
    pub value: f64,
    pub band: Band,
    pub inside: bool,
}

impl Band {
    /// Returns whether a value is in the band.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

impl Figure {
    /// Returns the band of the figure, from the contest's games and results of bots.
    pub fn band(self) -> Band {
        let (low, high) = match self {
            Self::StoneShare => (0.95, 1.0),
            Self::WinsShare => (1.1, 1.3),
            Self::FirstRoundShare => (0.08, 0.2),
            Self::LinesPerWin => (1.5, 4.0),
            Self::PriceShare => (0.6, 0.75),
            Self::SmallShare => (0.15, 0.33),
            Self::AwkwardShare => (0.05, 0.5),
        };
        Band { low, high }
    }

    /// Returns the maximum difference between equivalent scenarios: a problem and its spare, or heats of one
    /// stage.
    pub fn apart(self) -> f64 {
        match self {
            Self::StoneShare => 0.005,
            Self::WinsShare | Self::AwkwardShare => 0.05,
            Self::FirstRoundShare | Self::PriceShare | Self::SmallShare => 0.02,
            Self::LinesPerWin => 0.25,
        }
    }

    /// Computes the figure of a scenario for this many teams.
    pub fn of(self, scenario: &Scenario, teams: usize) -> f64 {
        let squares = |lot: &LotSpec| lot.shape.area() as u64 * u64::from(lot.copies);
        let sum = |part: &dyn Fn(&LotSpec) -> u64| scenario.lots.iter().map(part).sum::<u64>();
        let stones = sum(&|lot| u64::from(lot.copies));
        let area = sum(&squares);
        let walls = scenario.frame.area() as u64 * teams as u64;
        let wins = |rounds: usize| -> u64 {
            scenario.rounds.iter().take(rounds).map(|round| u64::from(round.max_wins)).sum()
        };
        match self {
            Self::StoneShare => share(area, walls),
            // A wall takes frame / (squares per stone) stones.
            Self::WinsShare => share(wins(usize::MAX) * area, scenario.frame.area() as u64 * stones),
            Self::FirstRoundShare => share(wins(1) * teams as u64, stones),
            Self::LinesPerWin => {
                let of_round = scenario
                    .rounds
                    .iter()
                    .map(|round| f64::from(round.max_bids) / f64::from(round.max_wins.max(1)));
                of_round.sum::<f64>()
                    / f64::from(u32::try_from(scenario.rounds.len()).unwrap_or(u32::MAX).max(1))
            }
            Self::PriceShare => {
                share(sum(&|lot| lot.min_price.0 * u64::from(lot.copies)), scenario.money.0 * teams as u64)
            }
            Self::SmallShare => {
                share(sum(&|lot| if lot.shape.area() <= SMALL { u64::from(lot.copies) } else { 0 }), stones)
            }
            Self::AwkwardShare => {
                let is_awkward = |lot: &LotSpec| awkwardness(&lot.shape) >= AWKWARD;
                share(sum(&|lot| if is_awkward(lot) { squares(lot) } else { 0 }), area)
            }
        }
    }

    /// Returns the figure with its band.
    pub fn line(self, scenario: &Scenario, teams: usize) -> Line {
        let (value, band) = (self.of(scenario, teams), self.band());
        Line { figure: self, value, band, inside: band.holds(value) }
    }
}

/// Returns all figures of a scenario for this many teams, in their order.
pub fn figures(scenario: &Scenario, teams: usize) -> Vec<Line> {
    Figure::ALL.iter().map(|figure| figure.line(scenario, teams)).collect()
}

#[expect(clippy::cast_precision_loss, reason = "files speak of less than 2^52 of anything")]
fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    #[test]
    fn tiny_2_is_counted_as_by_hand() {
        // A frame of 20 squares for two teams; 10 stones of 34 squares, minimum prices 29 of 120; 3 wins and 5 bids in
        // each of two rounds; three stones of two squares and one of three.
        let tiny = Scenario::find("tiny-2").unwrap();
        let is = |figure: Figure, known: f64| {
            let found = figure.of(&tiny, 2);
            assert!(near(found, known), "{figure:?}: {found}, not {known}");
        };
        is(Figure::StoneShare, 34.0 / 40.0);
        is(Figure::WinsShare, 6.0 / (20.0 / 3.4));
        is(Figure::FirstRoundShare, 0.6);
        is(Figure::LinesPerWin, 5.0 / 3.0);
        is(Figure::PriceShare, 29.0 / 120.0);
        is(Figure::SmallShare, 0.4);
    }

    #[test]
    fn band_includes_both_ends() {
        let band = Figure::WinsShare.band();
        assert!(band.holds(1.1) && band.holds(1.3) && !band.holds(1.0999) && !band.holds(1.3001));
    }
}
