//! Requests as acts of the rules. Who calls, and for which team, is known to whoever took the call.

use std::fmt;

use ishigaki_rules::auction::Bid;
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{
    Act, LotChoice, Millis, Revision, RoundNo, Secret, SettlementDigest, Setup, StoneId, TeamId, WaveNo,
};

use super::auction::asked_bids;
use super::wall::asked_placement;
use super::{
    LotReader, Names, count_from_wire, counted, placement_from_wire, raises_from_wire, stone_from_wire,
    stones_from_wire,
};
use crate::fault::{Fault, Origin};
use crate::{judge, organiser, team, wire};

/// An act that somebody asks for, and where the request names what it is about: a refusal points there.
#[derive(Clone, PartialEq, Eq)]
pub struct Asked {
    /// The act.
    pub act: Act,
    /// Where its parts come from.
    pub origin: Origin,
}

impl From<Act> for Asked {
    fn from(act: Act) -> Self {
        Self { act, origin: Origin::default() }
    }
}

/// Silent about what is asked for, as a list is secret (`A4`).
impl fmt::Debug for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Asked").finish_non_exhaustive()
    }
}

/// Seals a list (`A2`).
pub fn submit_bids(request: &team::SubmitBidsRequest, team: TeamId, setup: &Setup) -> Result<Asked, Fault> {
    let round = RoundNo(counted(request.round, "round")?);
    let (bids, origin) = list(&request.bids, setup);
    let act = Act::SubmitBids {
        team,
        round,
        attempt: attempt(request.attempt),
        replaces: revision(request.replaces_revision),
        bids,
        by_hand: None,
    };
    Ok(Asked { act, origin })
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
        by_hand: None,
    })
}

/// Lays or moves a stone (`W4`).
pub fn place_stone(request: &team::PlaceStoneRequest, team: TeamId, setup: &Setup) -> Result<Asked, Fault> {
    let placement = request.placement.as_ref().ok_or_else(|| Fault::missing_field("placement"))?;
    let placement = placement_from_wire(placement, setup, "placement")?;
    let replaces = revision(request.replaces_revision);
    Ok(Asked { act: Act::PlaceStone { team, replaces, placement }, origin: Origin::of_field("placement") })
}

/// Takes a stone off the wall (`W4`).
pub fn take_out_stone(
    request: &team::TakeOutStoneRequest,
    team: TeamId,
    setup: &Setup,
) -> Result<Asked, Fault> {
    let stone = stone_from_wire(request.stone.as_ref(), setup, "stone")?;
    let replaces = revision(request.replaces_revision);
    Ok(Asked { act: Act::TakeOutStone { team, replaces, stone }, origin: Origin::of_field("stone") })
}

/// Replaces a whole wall (`W5`).
pub fn submit_wall(request: &team::SubmitWallRequest, team: TeamId, setup: &Setup) -> Result<Asked, Fault> {
    let (placements, origin) = wall(&request.placements, setup)?;
    let replaces = revision(request.replaces_revision);
    Ok(Asked { act: Act::SubmitWall { team, replaces, placements, by_hand: None }, origin })
}

/// Marks stones as received (`W4`).
pub fn check_stones(request: &team::CheckStonesRequest, team: TeamId, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::CheckStones { team, stones: stones_from_wire(&request.stones, setup, "stones")? })
}

/// Seals a list for a team (`A2`, `G6`). It replaces what the team has sealed.
pub fn enter_bids(request: &organiser::EnterBidsRequest, setup: &Setup) -> Result<Asked, Fault> {
    let team = Names(setup).find_team(&request.team, "team")?;
    let round = RoundNo(counted(request.round, "round")?);
    let (bids, origin) = list(&request.bids, setup);
    let act = Act::SubmitBids {
        team,
        round,
        attempt: attempt(request.attempt),
        replaces: None,
        bids,
        by_hand: Some(request.reason.clone()),
    };
    Ok(Asked { act, origin })
}

/// Seals a re-bid for a team (`A7`, `G6`). It replaces what the team has sealed.
pub fn enter_rebid(request: &organiser::EnterRebidRequest, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::SubmitRebid {
        team: Names(setup).find_team(&request.team, "team")?,
        round: RoundNo(counted(request.round, "round")?),
        attempt: attempt(request.attempt),
        wave: WaveNo(counted(request.wave, "wave")?),
        replaces: None,
        raises: Secret(raises_from_wire(&request.raises)),
        by_hand: Some(request.reason.clone()),
    })
}

/// Replaces the wall of a team for it (`W5`, `G6`).
pub fn enter_wall(request: &organiser::EnterWallRequest, setup: &Setup) -> Result<Asked, Fault> {
    let team = Names(setup).find_team(&request.team, "team")?;
    let (placements, origin) = wall(&request.placements, setup)?;
    let replaces = revision(request.replaces_revision);
    let by_hand = Some(request.reason.clone());
    Ok(Asked { act: Act::SubmitWall { team, replaces, placements, by_hand }, origin })
}

/// Enters a count by hand, or takes it back (`E2`).
pub fn enter_count(request: &organiser::EnterCountRequest, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::CountWall {
        team: Names(setup).find_team(&request.team, "team")?,
        count: request.count.as_ref().map(count_from_wire),
        reason: request.reason.clone(),
    })
}

/// Ticks stones as carried (`W4`).
pub fn tick_stones(request: &judge::TickStonesRequest, setup: &Setup) -> Result<Act, Fault> {
    let stones = stones_from_wire(&request.stones, setup, "stones")?;
    Ok(Act::TickStones { stones, carried: request.carried })
}

/// Puts a remark on record.
pub fn add_remark(request: &judge::AddRemarkRequest) -> Act {
    Act::Remark { text: request.text.clone() }
}

/// A list, and which lots it names line by line.
fn list(bids: &[wire::Bid], setup: &Setup) -> (Secret<Vec<Bid>>, Origin) {
    let mut lots = LotReader::new(setup);
    let bids = asked_bids(bids, &mut lots);
    let origin = Origin::of_list(bids.iter().map(|bid| bid.lot).collect(), lots.into_unknown());
    (Secret(bids), origin)
}

/// A whole wall, and which stones it places entry by entry.
fn wall(placements: &[wire::Placement], setup: &Setup) -> Result<(Vec<Placement<StoneId>>, Origin), Fault> {
    let mut lots = LotReader::new(setup);
    let placement = |(at, placement)| asked_placement(placement, &mut lots, &format!("placements[{at}]"));
    let placements: Vec<_> = placements.iter().enumerate().map(placement).collect::<Result<_, _>>()?;
    let stones = placements.iter().map(|placement| placement.stone).collect();
    Ok((placements, Origin::of_wall(stones, lots.into_unknown())))
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
        seen: request.settlement_digest.map(SettlementDigest),
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
