//! The result of a game by its facts, for readers that don't know the rules: awards, walls, ranking.

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
    /// The final rounds, in order (`A10`).
    pub rounds: Vec<RoundResult>,
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
    /// Number of the final attempt, from 1 (`G5`).
    pub attempt: u32,
    pub awards: Vec<Awarded>,
    pub failed: Vec<Failed>,
}

/// A stone that was won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Awarded {
    pub lot: String,
    pub team: String,
    /// Priority of its line in the list, from 1.
    pub priority: u32,
    /// Price in TSUYAMA: the re-bid's if there was one.
    pub price: u64,
    pub stone: String,
}

/// Copies of a lot that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failed {
    pub lot: String,
    /// At least 1.
    pub copies: u32,
    pub reason: Reason,
}

/// Reason why copies failed (`A8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    NoRebid,
    ShortRebid,
    TiedRebid,
}

/// Possessions of a team at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamResult {
    pub team: String,
    pub held: u64,
    pub stones: Vec<String>,
    /// The stones on its wall; after the end without the removed ones (`W5`).
    pub wall: Vec<PlacedStone>,
    /// Its ranking figures; absent without a ranking, and if the team is disqualified (`E3`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tally: Option<Figures>,
}

/// A stone on a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlacedStone {
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
    /// Its place, from 1; equal teams share it.
    pub place: u32,
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
    /// Returns the result of this game so far.
    ///
    /// # Errors
    ///
    /// [`Error::Foreign`], which can't happen for a game made by the rules.
    pub fn of(game: &Game) -> Result<Self, Error> {
        let codes = Codes(game.setup());
        // Before the end, figures aren't ranking figures, and would reveal the ranking in advance.
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
