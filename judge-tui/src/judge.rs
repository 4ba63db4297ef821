//! The judge's calls: an act out, an answer back. Knows the wire; shows nothing.

use ishigaki_client::Link;
use ishigaki_proto::convert::stone_to_wire;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::judge::confirm_lots_request::Choice;
use ishigaki_proto::judge::{
    AbandonGameRequest, AddRemarkRequest, AllLots, ConfirmLotsRequest, DeclareResultRequest,
    DisqualifyTeamRequest, EnterJankenRequest, ExtendWindowRequest, OpenRoundRequest, PauseGameRequest,
    ReinstateTeamRequest, ResumeGameRequest, SignalEndRequest, TickStonesRequest, VoidRoundRequest,
};
use ishigaki_rules::{LotChoice, LotId, Setup, TeamId};
use tonic::Code;

use crate::act::JudgeAct;
use crate::entry::Request;
use crate::listing::{self, Listed, Trouble};

/// How a call ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done, and recorded.
    Done,
    /// It is done, and this game has started with it (`G4`).
    Replaced(Box<Listed>),
    /// The server refuses; nothing has changed.
    Refused(Fault),
    /// No answer came that says whether it is done.
    Silent {
        /// What the connection says instead.
        code: Code,
    },
}

/// Makes the call for this act in this game.
pub(crate) async fn call(link: &Link, game: String, setup: &Setup, act: JudgeAct) -> Answer {
    answer(ask(link, game, setup, act).await)
}

/// Makes the call that enters something for a team (`G6`).
pub(crate) async fn enter(link: &Link, request: Request) -> Answer {
    let outcome = request.send(link.organiser()).await;
    answer(outcome.map(|()| Answer::Done).map_err(Trouble::from))
}

fn answer(outcome: Result<Answer, Trouble>) -> Answer {
    match outcome {
        Ok(answer) => answer,
        Err(Trouble::Refused(fault)) => Answer::Refused(*fault),
        Err(Trouble::Unanswered { code } | Trouble::Unknown { code }) => Answer::Silent { code },
    }
}

/// As [`call`], with what went wrong as it is.
pub(crate) async fn ask(link: &Link, game: String, setup: &Setup, act: JudgeAct) -> Result<Answer, Trouble> {
    let mut client = link.judge();
    let team = |team: TeamId| setup.team(team).map(|team| team.code.clone()).unwrap_or_default();
    let lot = |lot: LotId| setup.lot(lot).map(|lot| lot.code.clone()).unwrap_or_default();
    match act {
        JudgeAct::OpenRound { round } => {
            client.open_round(OpenRoundRequest { game, round: round.0 }).await?;
        }
        JudgeAct::ConfirmLots { round, attempt, lots, seen } => {
            let choice = Some(match lots {
                LotChoice::All => Choice::All(AllLots {}),
                LotChoice::One(one) => Choice::Lot(lot(one)),
            });
            let settlement_digest = seen.map(|seen| seen.0);
            let request = ConfirmLotsRequest { game, round: round.0, attempt, choice, settlement_digest };
            client.confirm_lots(request).await?;
        }
        JudgeAct::Pause { reason } => {
            client.pause_game(PauseGameRequest { game, reason }).await?;
        }
        JudgeAct::Resume => {
            client.resume_game(ResumeGameRequest { game }).await?;
        }
        JudgeAct::Extend { by, reason } => {
            client.extend_window(ExtendWindowRequest { game, by_ms: by.0, reason }).await?;
        }
        JudgeAct::VoidRound { round, reason, attempt } => {
            client.void_round(VoidRoundRequest { game, round: round.0, attempt, reason }).await?;
        }
        JudgeAct::SignalEnd => {
            client.signal_end(SignalEndRequest { game }).await?;
        }
        JudgeAct::Disqualify { team: whom, reason } => {
            let team = team(whom);
            client.disqualify_team(DisqualifyTeamRequest { game, team, reason }).await?;
        }
        JudgeAct::Reinstate { team: whom, reason } => {
            let team = team(whom);
            client.reinstate_team(ReinstateTeamRequest { game, team, reason }).await?;
        }
        JudgeAct::EnterJanken { order } => {
            let order = order.into_iter().map(team).collect();
            client.enter_janken(EnterJankenRequest { game, order }).await?;
        }
        JudgeAct::TickStones { stones, carried } => {
            let stones = stones.into_iter().map(|stone| stone_to_wire(stone, setup)).collect();
            client.tick_stones(TickStonesRequest { game, stones, carried }).await?;
        }
        JudgeAct::DeclareResult => {
            client.declare_result(DeclareResultRequest { game }).await?;
        }
        JudgeAct::Abandon { reason } => {
            client.abandon_game(AbandonGameRequest { game, reason }).await?;
        }
        JudgeAct::Replace { reason } => {
            return Ok(Answer::Replaced(Box::new(listing::replace(link, game, reason).await?)));
        }
        JudgeAct::Remark { text } => {
            client.add_remark(AddRemarkRequest { game, text }).await?;
        }
    }
    Ok(Answer::Done)
}
