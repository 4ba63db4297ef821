//! The judge's calls: an act out, an answer back. Knows the wire; shows nothing.

use ishigaki_client::Link;
use ishigaki_proto::fault::Fault;
use ishigaki_rules::Setup;
use tonic::Code;

use crate::act::JudgeAct;
use crate::entry::Request;
use crate::listing::{self, CallError, Listed};

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
    answer(outcome.map(|()| Answer::Done).map_err(CallError::from))
}

fn answer(outcome: Result<Answer, CallError>) -> Answer {
    match outcome {
        Ok(answer) => answer,
        Err(CallError::Refused(fault)) => Answer::Refused(*fault),
        Err(CallError::Unanswered { code } | CallError::Unknown { code }) => Answer::Silent { code },
    }
}

/// As [`call`], with what went wrong as it is.
pub(crate) async fn ask(
    link: &Link,
    game: String,
    setup: &Setup,
    act: JudgeAct,
) -> Result<Answer, CallError> {
    if let JudgeAct::Replace { reason } = act {
        return Ok(Answer::Replaced(Box::new(listing::replace(link, game, reason).await?)));
    }
    ishigaki_client::judge(link, &game, setup, &act.to_rules()).await?;
    Ok(Answer::Done)
}
