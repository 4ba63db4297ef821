//! The report of a rehearsed event, for `--json`.

use serde::Serialize;

/// Report of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventReport {
    pub preset: &'static str,
    pub seed: u64,
    pub players: usize,
    /// Absent players (`TD7`).
    pub absent: usize,
    pub rounds: Vec<RoundReport>,
    /// Withdrawn players (`TW1`).
    pub withdrawn: usize,
    /// Rulings by the referee (`TV3`).
    pub rulings: usize,
    /// Acts that had to be rejected, and were.
    pub refused: usize,
    pub ranking: Vec<PlaceReport>,
    /// The commitment to settings and roster (`TV1`).
    pub commitment: String,
    pub fingerprint: String,
    pub head: String,
    pub records: u64,
}

/// A played round.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundReport {
    pub round: u32,
    /// Including play-offs.
    pub games: usize,
    /// Forfeited games (`TW2`).
    pub forfeits: usize,
    pub byes: usize,
    /// Byes of players who already had one (`TP3` (a)).
    pub second_byes: u32,
    /// Games between players who had already met (`TP3` (b)).
    pub rematches: u32,
}

/// A row of the final ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceReport {
    pub place: u32,
    pub player: u32,
    /// After the last league round (`TR1`).
    pub wins: u32,
    pub losses: u32,
}
