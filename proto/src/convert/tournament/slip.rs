//! Result slips (`TO9`).

use ishigaki_othello::{Claim, Handicap, Reason, Square, Squares};
use ishigaki_tournament::{Score, Slip};

use super::name::{needed, number_of, part};
use super::{line_of, player_from_wire, some_player};
use crate::convert::counted;
use crate::event as wire;
use crate::fault::Fault;
use crate::names::player_to_wire;

/// Returns a slip as the wire has it.
pub fn slip_to_wire(slip: &Slip) -> wire::Slip {
    wire::Slip {
        winner: player_to_wire(slip.winner),
        loser: player_to_wire(slip.loser),
        reason: number_of(slip.reason),
        black: line_of(slip.black),
        draw_win: line_of(slip.draw_win),
        call: slip.call.map_or(0, number_of),
        handicap: slip.handicap.discs().into(),
        transcript: slip.transcript.clone().unwrap_or_default(),
        discs: slip.score.map(|Score { winner, loser }| wire::DiscCount { winner, loser }),
        claims: slip.claims.iter().map(claim_to_wire).collect(),
        winner_signed: slip.signed.0,
        loser_signed: slip.signed.1,
    }
}

/// Reads a slip.
///
/// # Errors
///
/// [`Fault`] if it or one of its parts is missing or invalid.
pub fn slip_from_wire(slip: Option<&wire::Slip>, field: &str) -> Result<Slip, Fault> {
    let slip = slip.ok_or_else(|| Fault::missing_field(field))?;
    parts_from_wire(slip).map_err(|fault| fault.within(field))
}

fn parts_from_wire(slip: &wire::Slip) -> Result<Slip, Fault> {
    let handicap = u8::try_from(slip.handicap).ok().and_then(Handicap::of);
    let claim = |(at, claim): (usize, &wire::Claim)| {
        claim_from_wire(claim).map_err(|fault| fault.within(format_args!("claims[{at}]")))
    };
    let bad = || Fault::bad_field("handicap").with("value", slip.handicap).with("most", 4);
    Ok(Slip {
        winner: player_from_wire(slip.winner, "winner")?,
        loser: player_from_wire(slip.loser, "loser")?,
        reason: part(slip.reason, "reason")?.unwrap_or(Reason::Normal),
        black: some_player(slip.black),
        draw_win: some_player(slip.draw_win),
        call: part(slip.call, "call")?,
        handicap: handicap.ok_or_else(bad)?,
        transcript: Some(slip.transcript.clone()).filter(|transcript| !transcript.is_empty()),
        score: slip.discs.map(|wire::DiscCount { winner, loser }| Score { winner, loser }),
        claims: slip.claims.iter().enumerate().map(claim).collect::<Result<_, _>>()?,
        signed: (slip.winner_signed, slip.loser_signed),
    })
}

fn claim_to_wire(claim: &Claim) -> wire::Claim {
    wire::Claim {
        kind: number_of(claim.kind),
        by: number_of(claim.by),
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
        kind: needed(claim.kind, "kind")?,
        by: needed(claim.by, "by")?,
        number: counted(claim.number, "number")?,
        squares,
        ruling: claim.ruling.clone(),
    })
}
