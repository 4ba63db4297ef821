//! Calls of the judge.

use ishigaki_client::Link;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::Setup;
use tonic::Code;

use crate::entry::Request;
use ishigaki_client::CallError;
use ishigaki_client::judging::JudgeAct;
use ishigaki_client::listing::Listed;

/// Outcome of a judge's act, or of an entry for a team.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActOutcome {
    Done,
    /// The act succeeded, and this game started with it (`G4`).
    Replaced(Box<Listed>),
    Refused(Fault),
    /// No answer, so the outcome is unknown.
    Silent {
        code: Code,
    },
}

pub(crate) async fn call(link: &Link, game: String, setup: &Setup, act: JudgeAct) -> ActOutcome {
    let started = act.call(link, game, setup).await;
    answer(started.map(|spare| spare.map_or(ActOutcome::Done, |spare| ActOutcome::Replaced(Box::new(spare)))))
}

pub(crate) async fn enter(link: &Link, request: Request) -> ActOutcome {
    let outcome = request.send(link.organiser()).await;
    answer(outcome.map(|()| ActOutcome::Done).map_err(CallError::from))
}

fn answer(outcome: Result<ActOutcome, CallError>) -> ActOutcome {
    match outcome {
        Ok(answer) => answer,
        Err(CallError::Refused(fault)) => ActOutcome::Refused(*fault),
        Err(CallError::Unanswered { code } | CallError::Unknown { code }) => ActOutcome::Silent { code },
    }
}
