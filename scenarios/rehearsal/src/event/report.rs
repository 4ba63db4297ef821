//! The report of a rehearsed event, as `--json` shows it.

use serde::Serialize;

/// Report of an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EventReport {
    pub preset: &'static str,
    /// Seed that everything was drawn from.
    pub seed: u64,
    /// Lines of the roster.
    pub players: usize,
    /// Those who did not come (`TD7`).
    pub absent: usize,
    /// Everything that was played, round by round.
    pub rounds: Vec<RoundReport>,
    /// Those who withdrew (`TW1`).
    pub withdrawn: usize,
    /// Rulings by the referee (`TV3`).
    pub rulings: usize,
    /// Acts that were refused, as they had to be.
    pub refused: usize,
    pub ranking: Vec<PlaceReport>,
    /// The commitment to settings and roster (`TV1`).
    pub commitment: String,
    /// The fingerprint of the server's key.
    pub fingerprint: String,
    /// The last signed head.
    pub head: String,
    /// Facts in the record.
    pub records: u64,
}

/// A round that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundReport {
    /// Number of the round, from 1.
    pub round: u32,
    /// Games, of the play-offs too.
    pub games: usize,
    /// Games that were forfeited (`TW2`).
    pub forfeits: usize,
    /// Pools with a bye.
    pub byes: usize,
    /// Byes that their receivers had had already (`TP3` (a)).
    pub second_byes: u32,
    /// Games that the pairs had played already (`TP3` (b)).
    pub rematches: u32,
}

/// A row of the final ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlaceReport {
    /// The place, from 1.
    pub place: u32,
    /// The line of the roster, from 1.
    pub player: u32,
    /// Wins after the last league round (`TR1`).
    pub wins: u32,
    pub losses: u32,
}
