//! Requests and their acts. The service knows the caller and the team.

use std::fmt;

use ishigaki_rules::auction::Bid;
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Act, Revision, RoundNo, Secret, Setup, StoneId, TeamId, WaveNo};

use super::auction::requested_bids;
use super::field::WireField;
use super::wall::requested_placement;
use super::{LotReader, Names, counted, placement_from_wire, raises_from_wire, stone_from_wire};
use crate::fault::{Fault, RequestOrigin};
use crate::padding::pad_message;
use crate::{judge, organiser, team, wire};

/// A requested act, with the positions of its parts in the request for rejections.
#[derive(Clone, PartialEq, Eq)]
pub struct RequestedAct {
    pub act: Act,
    pub origin: RequestOrigin,
}

impl From<Act> for RequestedAct {
    fn from(act: Act) -> Self {
        Self { act, origin: RequestOrigin::default() }
    }
}

/// Omits the contents, because a list is secret (`A4`).
impl fmt::Debug for RequestedAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RequestedAct").finish_non_exhaustive()
    }
}

/// Reads the submission of a list (`A2`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn submit_bids(
    request: &team::SubmitBidsRequest,
    team: TeamId,
    setup: &Setup,
) -> Result<RequestedAct, Fault> {
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
    Ok(RequestedAct { act, origin })
}

/// Reads the submission of a re-bid (`A7`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
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

/// Reads the placing or moving of a stone (`W4`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn place_stone(
    request: &team::PlaceStoneRequest,
    team: TeamId,
    setup: &Setup,
) -> Result<RequestedAct, Fault> {
    let requested = request.placement.as_ref().ok_or_else(|| Fault::missing_field("placement"))?;
    let placement = placement_from_wire(requested, setup, "placement")?;
    let replaces = revision(request.replaces_revision);
    let origin = RequestOrigin::of_field("placement").with_placement(&placement, requested);
    Ok(RequestedAct { act: Act::PlaceStone { team, replaces, placement }, origin })
}

/// Reads the removal of a stone (`W4`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn take_out_stone(
    request: &team::TakeOutStoneRequest,
    team: TeamId,
    setup: &Setup,
) -> Result<RequestedAct, Fault> {
    let stone = stone_from_wire(request.stone.as_ref(), setup, "stone")?;
    let replaces = revision(request.replaces_revision);
    Ok(RequestedAct {
        act: Act::TakeOutStone { team, replaces, stone },
        origin: RequestOrigin::of_field("stone"),
    })
}

/// Reads the replacement of a wall (`W5`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn submit_wall(
    request: &team::SubmitWallRequest,
    team: TeamId,
    setup: &Setup,
) -> Result<RequestedAct, Fault> {
    let (placements, origin) = wall(&request.placements, setup)?;
    let replaces = revision(request.replaces_revision);
    Ok(RequestedAct { act: Act::SubmitWall { team, replaces, placements, by_hand: None }, origin })
}

/// Reads the marking of stones as received (`W4`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn check_stones(request: &team::CheckStonesRequest, team: TeamId, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::CheckStones { team, stones: WireField::from_wire(&request.stones, Names(setup), "stones")? })
}

/// Reads a question to the judge.
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn ask_question(request: &team::AskQuestionRequest, team: TeamId, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::AskQuestion { team, text: WireField::from_wire(&request.text, Names(setup), "text")? })
}

/// Reads a read mark.
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn mark_read(request: &team::MarkReadRequest, team: TeamId, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::MarkRead { team, through: WireField::from_wire(&request.through, Names(setup), "through")? })
}

/// Reads a list entered for a team (`A2`, `G6`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn enter_bids(request: &organiser::EnterBidsRequest, setup: &Setup) -> Result<RequestedAct, Fault> {
    let team = Names(setup).find_team(&request.team, "team")?;
    let round = RoundNo(counted(request.round, "round")?);
    let (bids, origin) = list(&request.bids, setup);
    let act = Act::SubmitBids {
        team,
        round,
        attempt: attempt(request.attempt),
        replaces: request.replaces_submitted.then_some(Revision::FIRST),
        bids,
        by_hand: Some(request.reason.clone()),
    };
    Ok(RequestedAct { act, origin })
}

/// Reads a re-bid entered for a team (`A7`, `G6`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn enter_rebid(request: &organiser::EnterRebidRequest, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::SubmitRebid {
        team: Names(setup).find_team(&request.team, "team")?,
        round: RoundNo(counted(request.round, "round")?),
        attempt: attempt(request.attempt),
        wave: WaveNo(counted(request.wave, "wave")?),
        replaces: request.replaces_submitted.then_some(Revision::FIRST),
        raises: Secret(raises_from_wire(&request.raises)),
        by_hand: Some(request.reason.clone()),
    })
}

/// Reads a wall entered for a team (`W5`, `G6`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn enter_wall(request: &organiser::EnterWallRequest, setup: &Setup) -> Result<RequestedAct, Fault> {
    let team = Names(setup).find_team(&request.team, "team")?;
    let (placements, origin) = wall(&request.placements, setup)?;
    let replaces = revision(request.replaces_revision);
    let by_hand = Some(request.reason.clone());
    Ok(RequestedAct { act: Act::SubmitWall { team, replaces, placements, by_hand }, origin })
}

/// Reads a manual count or its withdrawal (`E2`).
///
/// # Errors
///
/// [`Fault`] with a missing or invalid field.
pub fn enter_count(request: &organiser::EnterCountRequest, setup: &Setup) -> Result<Act, Fault> {
    Ok(Act::CountWall {
        team: Names(setup).find_team(&request.team, "team")?,
        count: WireField::from_wire(&request.count, Names(setup), "count")?,
        reason: request.reason.clone(),
    })
}

/// A request that asks for an act of the judge.
pub trait JudgeRequest: Sized {
    fn of(game: &str, act: &Act, setup: &Setup) -> Option<Self>;

    fn game(&self) -> &str;

    fn act(&self, setup: &Setup) -> Result<Act, Fault>;
}

/// Passes the table of the judge's acts to the macro `then`: for each act the method of the service, request
/// and answer, the act, and its fields with their names in the request.
///
/// Service, clients and conversions are generated from this table.
#[macro_export]
macro_rules! judge_calls {
    ($then:ident) => {
        $then! {
            open_round OpenRoundRequest OpenRoundResponse OpenRound { round: round }
            confirm_lots ConfirmLotsRequest ConfirmLotsResponse ConfirmLots {
                round: round, attempt: attempt, lots: choice, seen: settlement_digest
            }
            signal_end SignalEndRequest SignalEndResponse SignalEnd {}
            enter_janken EnterJankenRequest EnterJankenResponse EnterJanken { order: order }
            disqualify_team DisqualifyTeamRequest DisqualifyTeamResponse Disqualify { team: team, reason: reason }
            reinstate_team ReinstateTeamRequest ReinstateTeamResponse Reinstate { team: team, reason: reason }
            declare_result DeclareResultRequest DeclareResultResponse DeclareResult {}
            pause_game PauseGameRequest PauseGameResponse Pause { reason: reason }
            resume_game ResumeGameRequest ResumeGameResponse Resume {}
            extend_window ExtendWindowRequest ExtendWindowResponse Extend { by: by_ms, reason: reason }
            void_round VoidRoundRequest VoidRoundResponse VoidRound { round: round, attempt: attempt, reason: reason }
            tick_stones TickStonesRequest TickStonesResponse TickStones { stones: stones, carried: carried }
            add_remark AddRemarkRequest AddRemarkResponse Remark { text: text }
            announce AnnounceRequest AnnounceResponse Announce {
                teams: teams, text: text, asked: asked, corrects: corrects
            }
            answer_question AnswerQuestionRequest AnswerQuestionResponse AnswerQuestion {
                team: team, question: question, replaces: replaces_revision, text: text, to_all: to_all
            }
            abandon_game AbandonGameRequest AbandonGameResponse Abandon { reason: reason }
        }
    };
}

/// Pads a request with a restricted message to the length of all of its kind.
macro_rules! ready {
    (announce $request:ident) => {
        pad_message($request)
    };
    (answer_question $request:ident) => {
        pad_message($request)
    };
    ($method:ident $request:ident) => {
        $request
    };
}

macro_rules! requests {
    ($($method:ident $request:ident $response:ident $act:ident { $($field:ident: $spelled:ident),* })*) => {$(
        impl JudgeRequest for judge::$request {
            fn of(game: &str, act: &Act, setup: &Setup) -> Option<Self> {
                let (game, _names) = (game.to_owned(), Names(setup));
                match act {
                    Act::$act { $($field),* } => {
                        let mut request = Self::default();
                        request.game = game;
                        $(request.$spelled = $field.to_wire(_names);)*
                        Some(ready!($method request))
                    }
                    _ => None,
                }
            }

            fn game(&self) -> &str {
                &self.game
            }

            fn act(&self, setup: &Setup) -> Result<Act, Fault> {
                let (Self { $($spelled,)* .. }, _names) = (self, Names(setup));
                Ok(Act::$act { $($field: WireField::from_wire($spelled, _names, stringify!($spelled))?),* })
            }
        }
    )*};
}

judge_calls!(requests);

fn list(bids: &[wire::Bid], setup: &Setup) -> (Secret<Vec<Bid>>, RequestOrigin) {
    let mut lots = LotReader::new(setup);
    let bids = requested_bids(bids, &mut lots);
    let origin = RequestOrigin::of_list(bids.iter().map(|bid| bid.lot).collect(), lots.into_unknown());
    (Secret(bids), origin)
}

fn wall(
    requested: &[wire::Placement],
    setup: &Setup,
) -> Result<(Vec<Placement<StoneId>>, RequestOrigin), Fault> {
    let mut lots = LotReader::new(setup);
    let placement = |(at, placement): (usize, &wire::Placement)| {
        requested_placement(placement, &mut lots)
            .map_err(|fault| fault.within(format_args!("placements[{at}]")))
    };
    let placements: Vec<_> = requested.iter().enumerate().map(placement).collect::<Result<_, _>>()?;
    let stones = placements.iter().map(|placement| placement.stone).collect();
    let origin = RequestOrigin::of_wall(stones, lots.into_unknown());
    let origin = placements
        .iter()
        .zip(requested)
        .fold(origin, |origin, (placement, requested)| origin.with_placement(placement, requested));
    Ok((placements, origin))
}

/// The attempt that is named, if one is.
fn attempt(attempt: u32) -> Option<u32> {
    (attempt > 0).then_some(attempt)
}

fn revision(revision: u32) -> Option<Revision> {
    (revision > 0).then_some(Revision(revision))
}
