//! Result slips, as they are spelled (`TO9`).

use ishigaki_othello::{Claim, Colour, Handicap, Irregularity, Reason, Square, Squares};
use ishigaki_tournament::{Score, Slip};
use serde::{Deserialize, Serialize};

use super::player::Player;
use crate::transcript::Error;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SlipLine {
    winner: Player,
    loser: Player,
    reason: ReasonName,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    black: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw_win: Option<Player>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    call: Option<ColourName>,
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
    kind: KindName,
    by: ColourName,
    number: u32,
    squares: Vec<String>,
    ruling: String,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ReasonName {
    Normal,
    Time,
    DoubleTime,
    Forfeit,
    Referee,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum ColourName {
    Black,
    White,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum KindName {
    WrongTurn,
    WrongColour,
    NoFlip,
    TooFewTurned,
    TooManyTurned,
    Displaced,
    PassWithMove,
}

impl SlipLine {
    pub(super) fn of(slip: &Slip) -> Self {
        Self {
            winner: slip.winner.into(),
            loser: slip.loser.into(),
            reason: match slip.reason {
                Reason::Normal => ReasonName::Normal,
                Reason::Time => ReasonName::Time,
                Reason::DoubleTime => ReasonName::DoubleTime,
                Reason::Forfeit => ReasonName::Forfeit,
                Reason::Referee => ReasonName::Referee,
            },
            black: slip.black.map(Player::from),
            draw_win: slip.draw_win.map(Player::from),
            call: slip.call.map(ColourName::of),
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
            reason: match self.reason {
                ReasonName::Normal => Reason::Normal,
                ReasonName::Time => Reason::Time,
                ReasonName::DoubleTime => Reason::DoubleTime,
                ReasonName::Forfeit => Reason::Forfeit,
                ReasonName::Referee => Reason::Referee,
            },
            black: self.black.map(Player::id).transpose()?,
            draw_win: self.draw_win.map(Player::id).transpose()?,
            call: self.call.map(ColourName::colour),
            handicap: Handicap::of(self.handicap).ok_or(Error::BadSlip)?,
            transcript: self.transcript,
            score: self.discs.map(|(winner, loser)| Score { winner, loser }),
            claims: self.claims.into_iter().map(ClaimLine::read).collect::<Result<_, _>>()?,
            signed: self.signed,
        })
    }
}

impl ColourName {
    fn of(colour: Colour) -> Self {
        match colour {
            Colour::Black => Self::Black,
            Colour::White => Self::White,
        }
    }

    fn colour(self) -> Colour {
        match self {
            Self::Black => Colour::Black,
            Self::White => Colour::White,
        }
    }
}

impl ClaimLine {
    fn of(claim: &Claim) -> Self {
        Self {
            kind: match claim.kind {
                Irregularity::WrongTurn => KindName::WrongTurn,
                Irregularity::WrongColour => KindName::WrongColour,
                Irregularity::NoFlip => KindName::NoFlip,
                Irregularity::TooFewTurned => KindName::TooFewTurned,
                Irregularity::TooManyTurned => KindName::TooManyTurned,
                Irregularity::Displaced => KindName::Displaced,
                Irregularity::PassWithMove => KindName::PassWithMove,
            },
            by: ColourName::of(claim.by),
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
        Ok(Claim {
            kind: match self.kind {
                KindName::WrongTurn => Irregularity::WrongTurn,
                KindName::WrongColour => Irregularity::WrongColour,
                KindName::NoFlip => Irregularity::NoFlip,
                KindName::TooFewTurned => Irregularity::TooFewTurned,
                KindName::TooManyTurned => Irregularity::TooManyTurned,
                KindName::Displaced => Irregularity::Displaced,
                KindName::PassWithMove => Irregularity::PassWithMove,
            },
            by: self.by.colour(),
            number: self.number,
            squares,
            ruling: self.ruling,
        })
    }
}
