//! The result of a game by its facts, for readers that do not know the rules: who was handed which stone for how much,
//! how the walls stand, the ranking.
//!
//! Everything here is worked out from a [`Game`]; nothing is decided here.

use ishigaki_rules::auction::{Award, FailedCopies, FailureReason, Settlement};
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, RoundRecord, RoundState, Standing, StoneId, TeamId, TeamState};
use serde::{Deserialize, Serialize};

use crate::codes::Codes;
use crate::error::Error;
use crate::figures::Figures;

/// The result of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The rounds that became final, in order (`A10`).
    pub rounds: Vec<RoundResult>,
    /// The teams, in the order of the set-up.
    pub teams: Vec<TeamResult>,
    /// The teams by place; empty unless the game has ended, and if it was abandoned (`E2`, `G4`).
    pub ranking: Vec<FinalPlace>,
}

/// A final round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundResult {
    /// The round, from 1.
    pub round: u32,
    /// Number of the attempt that became final, from 1 (`G5`).
    pub attempt: u32,
    /// Awards, by lot, then the higher price first.
    pub awards: Vec<Awarded>,
    /// The copies that failed in a re-bid, by lot (`A8`).
    pub failed: Vec<Failed>,
}

/// A stone that was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Awarded {
    pub lot: String,
    pub team: String,
    /// Number of the line of its list, from 1.
    pub priority: u32,
    /// Price that it paid, in TSUYAMA: the re-bid price where there was one.
    pub price: u64,
    /// The stone it was handed: lot and copy.
    pub stone: String,
}

/// Copies of a lot that nobody got.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    pub lot: String,
    /// Number of copies, at least 1.
    pub copies: u32,
    /// Reason of the failure.
    pub reason: Reason,
}

/// Reason for which copies failed (`A8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    NoRebid,
    /// Fewer raised than there were copies.
    ShortRebid,
    /// The raises were equal at the margin.
    TiedRebid,
}

/// Possessions of a team in the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamResult {
    pub team: String,
    pub held: u64,
    /// The stones it was handed.
    pub stones: Vec<String>,
    /// The stones on its wall; after the end without those that were lifted off (`W5`).
    pub wall: Vec<PlacedStone>,
    /// Figures that it is ranked by; absent without a ranking, and if the team is disqualified (`E3`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<Figures>,
}

/// A stone on a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedStone {
    /// The stone: lot and copy.
    pub stone: String,
    /// Clockwise quarter turns, 0 to 3 (`W2`).
    pub turn: u32,
    /// The row of its topmost square, from 0 at the top.
    pub row: i32,
    /// The column of its leftmost square, from 0 at the left.
    pub col: i32,
}

/// A row of the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalPlace {
    pub team: String,
    /// Its place, from 1; equal for teams that nothing separates.
    pub place: u32,
    /// Difference from the row below; absent in the last row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<Difference>,
}

/// Criterion that separates two teams (`E2`, `E3`), by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Difference(pub Criterion);

impl From<Difference> for &'static str {
    fn from(Difference(criterion): Difference) -> Self {
        criterion.name()
    }
}

impl TryFrom<String> for Difference {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        Criterion::named(&name).map(Self).ok_or_else(|| format!("nothing separates teams by `{name}`"))
    }
}

impl GameResult {
    /// Returns what follows from the facts of this game so far.
    ///
    /// # Errors
    /// [`Error::Foreign`], which no game that the rules have made leads to.
    pub fn of(game: &Game) -> Result<Self, Error> {
        let codes = Codes(game.setup());
        // Figures before the end are not what the team is ranked by, and would give the ranking away before its reveal.
        let is_ranked = game.phase().is_ranked();
        let standings = if is_ranked { game.standings() } else { Vec::new() };
        let is_final = |record: &&RoundRecord| record.state == RoundState::Final;
        let rounds = game
            .rounds()
            .iter()
            .map(AsRef::as_ref)
            .filter(is_final)
            .map(|record| RoundResult::of(codes, record));
        let teams = game.setup().team_ids().map(|team| {
            let standing = standings.iter().find(|standing| standing.team == team);
            TeamResult::of(codes, team, game.team(team).ok_or(Error::Foreign)?, standing)
        });
        let ranking = standings.iter().map(|standing| FinalPlace::of(codes, standing));
        Ok(Self {
            rounds: rounds.collect::<Result<_, _>>()?,
            teams: teams.collect::<Result<_, _>>()?,
            ranking: ranking.collect::<Result<_, _>>()?,
        })
    }
}

impl RoundResult {
    fn of(codes: Codes<'_>, record: &RoundRecord) -> Result<Self, Error> {
        let awards = record.handed.iter().map(|(stone, award)| Awarded::of(codes, *stone, award));
        let failures = record.settlement.iter().flat_map(Settlement::failures);
        Ok(Self {
            round: record.round.0,
            attempt: record.attempt,
            awards: awards.collect::<Result<_, _>>()?,
            failed: failures.map(|failure| Failed::of(codes, failure)).collect::<Result<_, _>>()?,
        })
    }
}

impl Awarded {
    fn of(codes: Codes<'_>, stone: StoneId, award: &Award) -> Result<Self, Error> {
        Ok(Self {
            lot: codes.lot(award.lot)?,
            team: codes.team(award.team)?,
            priority: award.priority.0,
            price: award.price.0,
            stone: codes.stone(stone)?,
        })
    }
}

impl From<FailureReason> for Reason {
    fn from(reason: FailureReason) -> Self {
        match reason {
            FailureReason::NoRebid => Self::NoRebid,
            FailureReason::ShortRebid => Self::ShortRebid,
            FailureReason::TiedRebid => Self::TiedRebid,
        }
    }
}

impl Failed {
    fn of(codes: Codes<'_>, failure: &FailedCopies) -> Result<Self, Error> {
        Ok(Self { lot: codes.lot(failure.lot)?, copies: failure.copies, reason: failure.reason.into() })
    }
}

impl TeamResult {
    fn of(
        codes: Codes<'_>,
        team: TeamId,
        state: &TeamState,
        standing: Option<&Standing>,
    ) -> Result<Self, Error> {
        let wall = state.laid.iter().map(|(&stone, spot)| {
            let stone = codes.stone(stone)?;
            Ok(PlacedStone { stone, turn: spot.turn.quarters(), row: spot.at.row, col: spot.at.col })
        });
        let tally = standing.and_then(|standing| standing.tally);
        Ok(Self {
            team: codes.team(team)?,
            held: state.held.0,
            stones: state.stones.iter().map(|&stone| codes.stone(stone)).collect::<Result<_, _>>()?,
            wall: wall.collect::<Result<_, Error>>()?,
            tally: tally.map(Figures::from),
        })
    }
}

impl FinalPlace {
    fn of(codes: Codes<'_>, standing: &Standing) -> Result<Self, Error> {
        Ok(Self {
            team: codes.team(standing.team)?,
            place: standing.place,
            decided_by: standing.decided_by.map(Difference),
        })
    }
}
