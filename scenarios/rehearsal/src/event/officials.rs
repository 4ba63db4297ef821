//! The officials of an event: organiser, desk, referee and board, each a client with a token of their own.

use anyhow::Context as _;
use ishigaki_client::{Address, Link, connect};
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use tonic::{Response, Status};

use crate::credentials::Credentials;

/// The officials' connections.
pub(super) struct Officials {
    pub(super) organiser: Link,
    pub(super) desk: Link,
    pub(super) referee: Link,
    pub(super) board: Link,
}

impl Officials {
    /// Connects all of them.
    pub(super) fn connect(address: &Address, credentials: &Credentials) -> Self {
        Self {
            organiser: connect(address, &credentials.organiser),
            desk: connect(address, &credentials.desk),
            referee: connect(address, &credentials.referee),
            board: connect(address, &credentials.board),
        }
    }
}

/// Answer to each act: the number of the feed's item.
pub(super) trait ItemNumber {
    /// The item that says so.
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

/// The reason of an answer that was to be a refusal.
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

/// Returns whether an answer is a refusal for this reason.
pub(super) fn is_refused(status: &Status, reason: ErrorReason) -> bool {
    Fault::from_status(status).is_some_and(|fault| fault.reason == reason)
}
