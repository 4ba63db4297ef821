//! The judge's acts as calls: the one place that knows which act is which call.

use ishigaki_proto::convert::JudgeRequest as _;
use ishigaki_proto::{judge, judge_calls, wire};
use ishigaki_rules::{Act, Setup};
use tonic::Status;

use super::act::JudgeAct;
use crate::listing::{self, Listed};
use crate::{CallError, Link};

macro_rules! calls {
    ($($method:ident $request:ident $response:ident $act:ident { $($field:ident: $spelled:ident),* })*) => {
        /// Asks for an act of the judge in a game with this set-up; the game's clock after it.
        ///
        /// # Errors
        /// The server's status, and [`tonic::Code::Unimplemented`] for an act that no judge's call asks for, which is not
        /// sent.
        pub async fn judge(link: &Link, game: &str, setup: &Setup, act: &Act) -> Result<Option<wire::Clock>, Status> {
            $(if let Some(request) = judge::$request::of(game, act, setup) {
                return Ok(link.judge().$method(request).await?.into_inner().clock);
            })*
            Err(Status::unimplemented("no call of the judge's service asks for this act"))
        }
    };
}

judge_calls!(calls);

impl JudgeAct {
    /// Makes the call for this act in a game with this set-up; gives the game that has started with it, if one has (`G4`).
    ///
    /// # Errors
    /// What the server refuses, or no answer.
    pub async fn call(self, link: &Link, game: String, setup: &Setup) -> Result<Option<Listed>, CallError> {
        match self {
            Self::Replace { reason } => listing::replace(link, game, reason).await.map(Some),
            Self::InGame(act) => {
                judge(link, &game, setup, &act).await?;
                Ok(None)
            }
        }
    }
}
