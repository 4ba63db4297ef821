//! The judge's acts as calls of the judge's service.

use ishigaki_client::Link;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{convert, judge, wire};
use ishigaki_rules::{Act, GameTime, LotChoice, Setup, TeamId};
use tonic::{Code, Status};

use super::ledger::{Answer, Outcome};

/// Sends an act of the judge, or of the organiser in the judge's stead.
pub(super) async fn send(link: &Link, game: &str, setup: &Setup, act: &Act) -> Outcome {
    outcome(
        answer(link, game, setup, act).await.map(|clock| Answer {
            answered_at: clock.map(|clock| GameTime(clock.now_ms)),
            ..Answer::default()
        }),
    )
}

/// What came of a call, by how it ended.
pub(super) fn outcome(ended: Result<Answer, Status>) -> Outcome {
    match ended {
        Ok(answer) => Outcome::Acknowledged(answer),
        Err(status) => match Fault::from_status(&status) {
            // What the engine had decided when its journal failed may be there or not.
            Some(fault) if !fault.is_standstill() && fault.reason != ErrorReason::TimedOut => {
                Outcome::Refused
            }
            _ => Outcome::Unknown,
        },
    }
}

async fn answer(link: &Link, game: &str, setup: &Setup, act: &Act) -> Result<Option<wire::Clock>, Status> {
    let mut client = link.judge();
    let game = game.to_owned();
    let code = |team: &TeamId| setup.team(*team).map(|spec| spec.code.clone()).unwrap_or_default();
    macro_rules! call {
        ($method:ident($request:expr)) => {
            client.$method($request).await?.into_inner().clock
        };
    }
    Ok(match act {
        Act::OpenRound { round } => call!(open_round(judge::OpenRoundRequest { game, round: round.0 })),
        Act::ConfirmLots { round, attempt, lots, seen } => {
            let choice = Some(choice(*lots, setup));
            let (round, attempt, settlement_digest) = (round.0, *attempt, seen.map(|seen| seen.0));
            call!(confirm_lots(judge::ConfirmLotsRequest { game, round, attempt, choice, settlement_digest }))
        }
        Act::SignalEnd => call!(signal_end(judge::SignalEndRequest { game })),
        Act::EnterJanken { order } => {
            let order = order.iter().map(code).collect();
            call!(enter_janken(judge::EnterJankenRequest { game, order }))
        }
        Act::Disqualify { team, reason } => {
            let (team, reason) = (code(team), reason.clone());
            call!(disqualify_team(judge::DisqualifyTeamRequest { game, team, reason }))
        }
        Act::Reinstate { team, reason } => {
            let (team, reason) = (code(team), reason.clone());
            call!(reinstate_team(judge::ReinstateTeamRequest { game, team, reason }))
        }
        Act::DeclareResult => call!(declare_result(judge::DeclareResultRequest { game })),
        Act::Pause { reason } => {
            call!(pause_game(judge::PauseGameRequest { game, reason: reason.clone() }))
        }
        Act::Resume => call!(resume_game(judge::ResumeGameRequest { game })),
        Act::Extend { by, reason } => {
            let reason = reason.clone();
            call!(extend_window(judge::ExtendWindowRequest { game, by_ms: by.0, reason }))
        }
        Act::VoidRound { round, attempt, reason } => {
            let (round, attempt, reason) = (round.0, attempt.unwrap_or_default(), reason.clone());
            call!(void_round(judge::VoidRoundRequest { game, round, reason, attempt }))
        }
        Act::Abandon { reason } => {
            call!(abandon_game(judge::AbandonGameRequest { game, reason: reason.clone() }))
        }
        Act::TickStones { stones, carried } => {
            let stones = stones.iter().map(|&stone| convert::stone_to_wire(stone, setup)).collect();
            call!(tick_stones(judge::TickStonesRequest { game, stones, carried: *carried }))
        }
        Act::Remark { text } => call!(add_remark(judge::AddRemarkRequest { game, text: text.clone() })),
        Act::Tick
        | Act::CountWall { .. }
        | Act::CheckStones { .. }
        | Act::SubmitBids { .. }
        | Act::SubmitRebid { .. }
        | Act::PlaceStone { .. }
        | Act::TakeOutStone { .. }
        | Act::SubmitWall { .. } => return Err(Status::new(Code::Unimplemented, "this is no judge's act")),
    })
}

fn choice(lots: LotChoice, setup: &Setup) -> judge::confirm_lots_request::Choice {
    match lots {
        LotChoice::All => judge::confirm_lots_request::Choice::All(judge::AllLots {}),
        LotChoice::One(lot) => {
            let code = setup.lot(lot).map(|spec| spec.code.clone()).unwrap_or_default();
            judge::confirm_lots_request::Choice::Lot(code)
        }
    }
}
