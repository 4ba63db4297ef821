//! Requests as acts of the rules. Who calls, and for which team, is known to whoever took the call.

use ishigaki_rules::{Act, LotChoice, Millis, Revision, RoundNo, Secret, Setup, TeamId, WaveNo};

use super::{Names, bids_from_wire, counted, placement_from_wire, raises_from_wire, stone_from_wire};
use crate::fault::Fault;
use crate::{judge, team};

/// Seals a list (`A2`).
pub fn submit_bids(request: &team::SubmitBidsRequest, team: TeamId, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::SubmitBids {
        team,
        round: RoundNo(counted(request.round, "round")?),
        attempt: attempt(request.attempt),
        replaces: revision(request.replaces_revision),
        bids: Secret(bids_from_wire(&request.bids, setup)?),
    })
}

/// Seals a re-bid (`A7`).
pub fn submit_rebid(request: &team::SubmitRebidRequest, team: TeamId) -> Result<Act, Fault> {
    Ok(Act::SubmitRebid {
        team,
        round: RoundNo(counted(request.round, "round")?),
        attempt: attempt(request.attempt),
        wave: WaveNo(counted(request.wave, "wave")?),
        replaces: revision(request.replaces_revision),
        raises: Secret(raises_from_wire(&request.raises)),
    })
}

/// Lays or moves a stone (`W4`).
pub fn place_stone(request: &team::PlaceStoneRequest, team: TeamId, setup: &Setup) -> Result<Act, Fault> {
    let placement = request.placement.as_ref().ok_or_else(|| Fault::missing_field("placement"))?;
    Ok(Act::PlaceStone { team, placement: placement_from_wire(placement, setup, "placement")? })
}

/// Takes a stone off the wall (`W4`).
pub fn take_out_stone(
    request: &team::TakeOutStoneRequest,
    team: TeamId,
    setup: &Setup,
) -> Result<Act, Fault> {
    Ok(Act::TakeOutStone { team, stone: stone_from_wire(request.stone.as_ref(), setup, "stone")? })
}

/// Replaces a whole wall (`W5`).
pub fn submit_wall(request: &team::SubmitWallRequest, team: TeamId, setup: &Setup) -> Result<Act, Fault> {
    let placements = request
        .placements
        .iter()
        .enumerate()
        .map(|(at, placement)| placement_from_wire(placement, setup, &format!("placements[{at}]")));
    Ok(Act::SubmitWall { team, placements: placements.collect::<Result<_, _>>()? })
}

/// Opens a round (`A1`).
pub fn open_round(request: &judge::OpenRoundRequest) -> Result<Act, Fault> {
    Ok(Act::OpenRound { round: RoundNo(counted(request.round, "round")?) })
}

/// Confirms lots (`A10`).
pub fn confirm_lots(request: &judge::ConfirmLotsRequest, setup: &Setup) -> Result<Act, Fault> {
    use judge::confirm_lots_request::Choice;
    let lots = match &request.choice {
        None => return Err(Fault::missing_field("choice")),
        Some(Choice::All(judge::AllLots {})) => LotChoice::All,
        Some(Choice::Lot(code)) => LotChoice::One(Names(setup).find_lot(code, "lot")?),
    };
    Ok(Act::ConfirmLots {
        round: RoundNo(counted(request.round, "round")?),
        attempt: counted(request.attempt, "attempt")?,
        lots,
    })
}

/// Enters a janken (`E2`).
pub fn enter_janken(request: &judge::EnterJankenRequest, setup: &Setup) -> Result<Act, Fault> {
    let team = |(at, code): (usize, &String)| Names(setup).find_team(code, &format!("order[{at}]"));
    Ok(Act::EnterJanken { order: request.order.iter().enumerate().map(team).collect::<Result<_, _>>()? })
}

/// Disqualifies a team (`E3`).
pub fn disqualify_team(request: &judge::DisqualifyTeamRequest, setup: &Setup) -> Result<Act, Fault> {
    let team = Names(setup).find_team(&request.team, "team")?;
    Ok(Act::Disqualify { team, reason: request.reason.clone() })
}

/// Takes a disqualification back (`E3`).
pub fn reinstate_team(request: &judge::ReinstateTeamRequest, setup: &Setup) -> Result<Act, Fault> {
    let team = Names(setup).find_team(&request.team, "team")?;
    Ok(Act::Reinstate { team, reason: request.reason.clone() })
}

/// Stops the clocks (`T`).
pub fn pause_game(request: &judge::PauseGameRequest) -> Act {
    Act::Pause { reason: request.reason.clone() }
}

/// Gives the running window more time (`T`).
pub fn extend_window(request: &judge::ExtendWindowRequest) -> Act {
    Act::Extend { by: Millis(request.by_ms), reason: request.reason.clone() }
}

/// Voids a round (`G5`, `T`).
pub fn void_round(request: &judge::VoidRoundRequest) -> Result<Act, Fault> {
    Ok(Act::VoidRound {
        round: RoundNo(counted(request.round, "round")?),
        attempt: attempt(request.attempt),
        reason: request.reason.clone(),
    })
}

/// Abandons the game (`G4`).
pub fn abandon_game(request: &judge::AbandonGameRequest) -> Act {
    Act::Abandon { reason: request.reason.clone() }
}

/// The attempt that is named, if one is.
fn attempt(attempt: u32) -> Option<u32> {
    (attempt > 0).then_some(attempt)
}

fn revision(revision: u32) -> Option<Revision> {
    (revision > 0).then_some(Revision(revision))
}
