//! The only mapping from the judge's acts to calls.

use ishigaki_proto::convert::JudgeRequest as _;
use ishigaki_proto::{judge, judge_calls, wire};
use ishigaki_rules::{Act, Setup};
use tonic::Status;

use super::act::JudgeAct;
use crate::listing::{self, Listed};
use crate::{CallError, Link};

macro_rules! calls {
    ($($method:ident $request:ident $response:ident $act:ident { $($field:ident: $spelled:ident),* })*) => {
        /// Requests an act of the judge; returns the game's clock after it.
        ///
        /// # Errors
        ///
        /// The server's status, and [`tonic::Code::Unimplemented`] for an act without a call, which isn't
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
    /// Makes the call for this act; returns the started game, if there is one (`G4`).
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
