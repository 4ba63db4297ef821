//! Result slips (`TO9`).

use ishigaki_othello::{Claim, Colour, Handicap, Irregularity, Reason, Square, Squares};
use ishigaki_tournament::{Score, Slip};

use super::{line_of, player_from_wire, some_player};
use crate::convert::counted;
use crate::event as wire;
use crate::fault::Fault;
use crate::names::player_to_wire;

/// A slip as the wire has it.
pub fn slip_to_wire(slip: &Slip) -> wire::Slip {
    wire::Slip {
        winner: player_to_wire(slip.winner),
        loser: player_to_wire(slip.loser),
        reason: match slip.reason {
            Reason::Normal => wire::EndReason::Normal,
            Reason::Time => wire::EndReason::Time,
            Reason::DoubleTime => wire::EndReason::DoubleTime,
            Reason::Forfeit => wire::EndReason::Forfeit,
            Reason::Referee => wire::EndReason::Referee,
        }
        .into(),
        black: line_of(slip.black),
        draw_win: line_of(slip.draw_win),
        call: slip.call.map_or(wire::Colour::Unspecified, colour_to_wire).into(),
        handicap: slip.handicap.discs().into(),
        transcript: slip.transcript.clone().unwrap_or_default(),
        discs: slip.score.map(|Score { winner, loser }| wire::DiscCount { winner, loser }),
        claims: slip.claims.iter().map(claim_to_wire).collect(),
        winner_signed: slip.signed.0,
        loser_signed: slip.signed.1,
    }
}

/// The slip that the wire says; the field is named in the fault.
///
/// # Errors
/// [`Fault`]: it is missing, or one of its parts is missing or holds what it cannot.
pub fn slip_from_wire(slip: Option<&wire::Slip>, field: &str) -> Result<Slip, Fault> {
    let slip = slip.ok_or_else(|| Fault::missing_field(field))?;
    parts_from_wire(slip).map_err(|fault| fault.within(field))
}

fn parts_from_wire(slip: &wire::Slip) -> Result<Slip, Fault> {
    let handicap = u8::try_from(slip.handicap).ok().and_then(Handicap::of);
    let bad = |name: &str, value: u32| Fault::bad_field(name).with("value", value);
    let claim = |(at, claim): (usize, &wire::Claim)| {
        claim_from_wire(claim).map_err(|fault| fault.within(format_args!("claims[{at}]")))
    };
    let known = |number: i32| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Slip {
        winner: player_from_wire(slip.winner, "winner")?,
        loser: player_from_wire(slip.loser, "loser")?,
        reason: match wire::EndReason::try_from(slip.reason) {
            Ok(wire::EndReason::Unspecified | wire::EndReason::Normal) => Reason::Normal,
            Ok(wire::EndReason::Time) => Reason::Time,
            Ok(wire::EndReason::DoubleTime) => Reason::DoubleTime,
            Ok(wire::EndReason::Forfeit) => Reason::Forfeit,
            Ok(wire::EndReason::Referee) => Reason::Referee,
            Err(_) => return Err(bad("reason", known(slip.reason))),
        },
        black: some_player(slip.black),
        draw_win: some_player(slip.draw_win),
        call: match wire::Colour::try_from(slip.call) {
            Ok(wire::Colour::Unspecified) => None,
            Ok(wire::Colour::Black) => Some(Colour::Black),
            Ok(wire::Colour::White) => Some(Colour::White),
            Err(_) => return Err(bad("call", known(slip.call))),
        },
        handicap: handicap.ok_or_else(|| bad("handicap", slip.handicap).with("most", 4))?,
        transcript: Some(slip.transcript.clone()).filter(|transcript| !transcript.is_empty()),
        score: slip.discs.map(|wire::DiscCount { winner, loser }| Score { winner, loser }),
        claims: slip.claims.iter().enumerate().map(claim).collect::<Result<_, _>>()?,
        signed: (slip.winner_signed, slip.loser_signed),
    })
}

fn colour_to_wire(colour: Colour) -> wire::Colour {
    match colour {
        Colour::Black => wire::Colour::Black,
        Colour::White => wire::Colour::White,
    }
}

fn claim_to_wire(claim: &Claim) -> wire::Claim {
    wire::Claim {
        kind: match claim.kind {
            Irregularity::WrongTurn => wire::Irregularity::WrongTurn,
            Irregularity::WrongColour => wire::Irregularity::WrongColour,
            Irregularity::NoFlip => wire::Irregularity::NoFlip,
            Irregularity::TooFewTurned => wire::Irregularity::TooFewTurned,
            Irregularity::TooManyTurned => wire::Irregularity::TooManyTurned,
            Irregularity::Displaced => wire::Irregularity::Displaced,
            Irregularity::PassWithMove => wire::Irregularity::PassWithMove,
        }
        .into(),
        by: colour_to_wire(claim.by).into(),
        number: claim.number,
        squares: claim.squares.into_iter().map(|square| square.to_string()).collect(),
        ruling: claim.ruling.clone(),
    }
}

fn claim_from_wire(claim: &wire::Claim) -> Result<Claim, Fault> {
    let mut squares = Squares::NONE;
    for name in &claim.squares {
        let bad = || Fault::bad_field("squares").with("value", name);
        squares = squares.with(Squares::only(Square::parse(name).ok_or_else(bad)?));
    }
    Ok(Claim {
        kind: match claim.kind() {
            wire::Irregularity::Unspecified => return Err(Fault::missing_field("kind")),
            wire::Irregularity::WrongTurn => Irregularity::WrongTurn,
            wire::Irregularity::WrongColour => Irregularity::WrongColour,
            wire::Irregularity::NoFlip => Irregularity::NoFlip,
            wire::Irregularity::TooFewTurned => Irregularity::TooFewTurned,
            wire::Irregularity::TooManyTurned => Irregularity::TooManyTurned,
            wire::Irregularity::Displaced => Irregularity::Displaced,
            wire::Irregularity::PassWithMove => Irregularity::PassWithMove,
        },
        by: match claim.by() {
            wire::Colour::Unspecified => return Err(Fault::missing_field("by")),
            wire::Colour::Black => Colour::Black,
            wire::Colour::White => Colour::White,
        },
        number: counted(claim.number, "number")?,
        squares,
        ruling: claim.ruling.clone(),
    })
}
