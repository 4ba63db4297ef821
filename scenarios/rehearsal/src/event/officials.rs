//! The officials of an event: organiser, desk, referee and board, each a client with a token of their own.

use anyhow::Context as _;
use ishigaki_client::{Address, Link, Token, connect};
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_server::entropy::SystemEntropy;
use ishigaki_server::token::{Principal, Role, TokenStore};
use tonic::{Response, Status};

use crate::error::Error;
use crate::server::Files;

/// What is played beside the event: a server has a contest, and nobody starts it.
const CONTEST: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
    game = [{ id = "beside", scenario = "tiny-2", teams = ["a", "b"] }]
"#;

/// The officials' tokens.
pub(super) struct Badges {
    organiser: Token,
    desk: Token,
    referee: Token,
    board: Token,
}

impl Badges {
    /// Writes the contest file and the token file, and hands the tokens out.
    pub(super) fn issue(files: &Files) -> anyhow::Result<Self> {
        std::fs::write(files.contest(), CONTEST)
            .map_err(|source| Error::Write { path: files.contest(), source })?;
        let mut store = TokenStore::new();
        let mut issue = |name: &str, role| -> anyhow::Result<Token> {
            let token = store.issue(Principal { name: name.to_owned(), role }, &SystemEntropy)?;
            Ok(token.reveal().parse()?)
        };
        let badges = Self {
            organiser: issue("organiser", Role::Organiser)?,
            desk: issue("desk", Role::Desk)?,
            referee: issue("referee", Role::Referee)?,
            board: issue("board", Role::Board)?,
        };
        store.save(&files.tokens())?;
        Ok(badges)
    }
}

/// The officials' connections.
pub(super) struct Officials {
    pub(super) organiser: Link,
    pub(super) desk: Link,
    pub(super) referee: Link,
    pub(super) board: Link,
}

impl Officials {
    /// Connects all of them.
    pub(super) fn connect(address: &Address, badges: &Badges) -> Self {
        Self {
            organiser: connect(address, &badges.organiser),
            desk: connect(address, &badges.desk),
            referee: connect(address, &badges.referee),
            board: connect(address, &badges.board),
        }
    }
}

/// What each act is answered with: the number of the feed's item.
pub(super) trait Answer {
    /// The item that says so.
    fn item(&self) -> u64;
}

macro_rules! answers {
    ($($answer:ident)*) => {
        $(impl Answer for wire::$answer {
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

/// Whether an answer is a refusal for this reason.
pub(super) fn is_refused(status: &Status, reason: ErrorReason) -> bool {
    Fault::from_status(status).is_some_and(|fault| fault.reason == reason)
}
