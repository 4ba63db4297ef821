//! The officials of an event: organiser, desk, referee and board, each a client with its own token.

use anyhow::Context as _;
use ishigaki_client::{Address, Link, connect};
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use tonic::{Response, Status};

use crate::credentials::Credentials;

pub(super) struct Officials {
    pub(super) organiser: Link,
    pub(super) desk: Link,
    pub(super) referee: Link,
    pub(super) board: Link,
}

impl Officials {
    pub(super) fn connect(address: &Address, credentials: &Credentials) -> Self {
        Self {
            organiser: connect(address, &credentials.organiser),
            desk: connect(address, &credentials.desk),
            referee: connect(address, &credentials.referee),
            board: connect(address, &credentials.board),
        }
    }
}

pub(super) trait ItemNumber {
    fn item(&self) -> u64;
}

macro_rules! answers {
    ($($answer:ident)*) => {
        $(impl ItemNumber for wire::$answer {
            fn item(&self) -> u64 {
                self.item
            }
        })*
    };
}

answers! {
    SetRosterResponse CommitRosterResponse EnterDigitsResponse MakeLeaguesResponse PairRoundResponse
    DeclareRankingResponse AbandonEventResponse MarkAttendanceResponse DrawSlipResponse EnterResultResponse
    WithdrawPlayerResponse OverruleResultResponse NameFirstResponse ConfirmFirstResponse
}

pub(super) fn refused<T>(answer: Result<Response<T>, Status>, expected: ErrorReason) -> anyhow::Result<()> {
    let Err(status) = answer else {
        anyhow::bail!("what was to be refused with {} was done", reason_name(expected));
    };
    let fault = Fault::from_status(&status).context(status)?;
    anyhow::ensure!(
        fault.reason == expected,
        "what was to be {} was {}",
        reason_name(expected),
        reason_name(fault.reason)
    );
    Ok(())
}

pub(super) fn is_refused(status: &Status, reason: ErrorReason) -> bool {
    Fault::from_status(status).is_some_and(|fault| fault.reason == reason)
}
