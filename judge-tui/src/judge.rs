//! The judge's calls: an act out, an answer back. Knows the wire; shows nothing.

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
    /// It is done, and recorded.
    Done,
    /// It is done, and this game has started with it (`G4`).
    Replaced(Box<Listed>),
    /// The server refuses; nothing has changed.
    Refused(Fault),
    /// No answer came that says whether it is done.
    Silent {
        /// Code that the connection says instead.
        code: Code,
    },
}

/// Makes the call for this act in this game.
pub(crate) async fn call(link: &Link, game: String, setup: &Setup, act: JudgeAct) -> ActOutcome {
    let started = act.call(link, game, setup).await;
    answer(started.map(|spare| spare.map_or(ActOutcome::Done, |spare| ActOutcome::Replaced(Box::new(spare)))))
}

/// Makes the call that enters something for a team (`G6`).
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
