//! Spelling of result slips (`TO9`).

use ishigaki_othello::{Claim, Colour, Handicap, Irregularity, Reason, Square, Squares};
use ishigaki_tournament::{Score, Slip};
use serde::{Deserialize, Serialize};

use super::name::Name;
use super::player::Player;
use crate::transcript::Error;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SlipLine {
    winner: Player,
    loser: Player,
    reason: Name<Reason>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw_win: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<Name<Colour>>,
    handicap: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    transcript: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    discs: Option<(u32, u32)>,
    claims: Vec<ClaimLine>,
    signed: (bool, bool),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ClaimLine {
    kind: Name<Irregularity>,
    by: Name<Colour>,
    number: u32,
    squares: Vec<String>,
    ruling: String,
}

impl SlipLine {
    pub(super) fn of(slip: &Slip) -> Self {
        Self {
            winner: slip.winner.into(),
            loser: slip.loser.into(),
            reason: Name(slip.reason),
            black: slip.black.map(Player::from),
            draw_win: slip.draw_win.map(Player::from),
            call: slip.call.map(Name),
            handicap: slip.handicap.discs(),
            transcript: slip.transcript.clone(),
            discs: slip.score.map(|score| (score.winner, score.loser)),
            claims: slip.claims.iter().map(ClaimLine::of).collect(),
            signed: slip.signed,
        }
    }

    pub(super) fn read(self) -> Result<Slip, Error> {
        Ok(Slip {
            winner: self.winner.id()?,
            loser: self.loser.id()?,
            reason: self.reason.0,
            black: self.black.map(Player::id).transpose()?,
            draw_win: self.draw_win.map(Player::id).transpose()?,
            call: self.call.map(|Name(colour)| colour),
            handicap: Handicap::of(self.handicap).ok_or(Error::BadSlip)?,
            transcript: self.transcript,
            score: self.discs.map(|(winner, loser)| Score { winner, loser }),
            claims: self.claims.into_iter().map(ClaimLine::read).collect::<Result<_, _>>()?,
            signed: self.signed,
        })
    }
}

impl ClaimLine {
    fn of(claim: &Claim) -> Self {
        Self {
            kind: Name(claim.kind),
            by: Name(claim.by),
            number: claim.number,
            squares: claim.squares.into_iter().map(|square| square.to_string()).collect(),
            ruling: claim.ruling.clone(),
        }
    }

    fn read(self) -> Result<Claim, Error> {
        let mut squares = Squares::NONE;
        for name in &self.squares {
            squares = squares.with(Squares::only(Square::parse(name).ok_or(Error::BadSlip)?));
        }
        Ok(Claim { kind: self.kind.0, by: self.by.0, number: self.number, squares, ruling: self.ruling })
    }
}
