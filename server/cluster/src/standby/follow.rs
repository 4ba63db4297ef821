//! Keeps a copy over the network.

use std::error::Error as _;
use std::sync::Arc;

use bytes::Bytes;
use ishigaki_catalogue::{Argument, Catalogue, Message, Value};
use ishigaki_client::{ConnectionError, Link, io_error_behind};
use ishigaki_engine::clock::{Clock, Monotonic, UnixMillis};
use ishigaki_engine::required_copy::CopiedStream;
use ishigaki_journal::{Sequence, StreamId};
use ishigaki_proto::fault::Fault;
use ishigaki_proto::standby as wire;
use ishigaki_proto::standby::{CopyJournalRequest, copy_journal_response::Body};
use ishigaki_rules::Millis;
use ishigaki_words::Words;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Code, Status};

use super::{CopyError, JournalCopy};

/// Retry delay after a lost connection.
const RETRY: Millis = Millis(500);

/// Maximum number of confirmations waiting for the server.
const UNREAD: usize = 1_024;

/// Progress of a copy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyProgress {
    Copied {
        /// Number of records of all streams since the connection.
        records: u64,
    },
    /// The valid tokens are on this machine's disk.
    Tokens,
    CaughtUp {
        games: u64,
        waiting: u64,
        events: u64,
        /// Public lines of their records. The number of records would reveal replaced lists (`A4`).
        lines: u64,
        /// Games and events that are damaged on the server and no longer copied. The figures exclude them.
        left_out: Vec<String>,
        /// True if sent by the timer instead of after a change.
        pulse: bool,
        at: UnixMillis,
    },
    /// The server can't be reached; retrying.
    Lost { cause: LostCause },
    /// The server gives no copy for a reason that may pass, such as a failed journal; retrying.
    Denied { fault: Box<Fault> },
}

/// Cause of a lost connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("standby-lost")]
pub enum LostCause {
    Ended,
    Unread,
    /// A connection problem that a retry can't fix.
    #[message(transparent)]
    Line(ConnectionError),
    System(#[message("what")] Value),
    #[message("fail-cut")]
    Cut(#[message(skip)] String),
    /// The other end isn't a contest server.
    Foreign(#[message("what")] String),
}

impl LostCause {
    /// Returns the cause in a status that no contest server sent.
    fn of(status: &Status) -> Self {
        let text = status.message().to_owned();
        if status.source().is_none() {
            return Self::Foreign(text);
        }
        let Some(error) = io_error_behind(status) else { return Self::Cut(text) };
        ConnectionError::of(error).map_or_else(|| Self::System(error.into()), Self::Line)
    }
}

/// Error that ends the copying.
#[derive(Debug, thiserror::Error, Message)]
#[message("follow")]
pub enum FollowError {
    /// The server rejects it: an invalid token, or a copy of another journal.
    Refused(#[message("refusal")] Refusal),
    Garbled(#[message("what")] &'static str),
    #[message(transparent)]
    Copy(#[from] CopyError),
}

/// Rejection by a server.
#[derive(Debug)]
pub struct Refusal {
    pub text: String,
    pub fault: Option<Box<Fault>>,
}

impl Argument for Refusal {
    fn argument(&self) -> Value {
        let of_fault = |fault: &Fault| Words::new(Catalogue::current().lang()).fault(fault);
        self.fault.as_deref().map_or_else(|| self.text.clone(), of_fault).into()
    }
}

/// Keeps a copy until `tell` returns `false` or a permanent error occurs. Confirms records on disk if
/// `confirms`. Reconnects when the connection is lost.
///
/// # Errors
///
/// Permanent errors: [`FollowError::Refused`] or [`FollowError::Garbled`] of the server,
/// [`FollowError::Copy`] of the copy.
pub async fn follow(
    link: &Link,
    copy: &mut JournalCopy,
    clock: &Arc<dyn Clock>,
    confirms: bool,
    tell: &mut (dyn FnMut(CopyProgress) -> bool + Send),
) -> Result<(), FollowError> {
    loop {
        match follow_once(link, copy, confirms, tell).await? {
            None => return Ok(()),
            Some(end) => {
                if !tell(end) {
                    return Ok(());
                }
                clock.reach(Monotonic(clock.now().0.saturating_add(RETRY.0))).await;
            }
        }
    }
}

/// Follows over one connection; `None` if stopped, otherwise how the connection ended.
async fn follow_once(
    link: &Link,
    copy: &mut JournalCopy,
    confirms: bool,
    tell: &mut (dyn FnMut(CopyProgress) -> bool + Send),
) -> Result<Option<CopyProgress>, FollowError> {
    let streams = copy.held().await.map_err(CopyError::from)?.iter().map(to_wire).collect();
    let (confirmations, requests) = mpsc::channel(UNREAD);
    let confirm = |streams| confirmations.try_send(CopyJournalRequest { streams });
    // The buffer has room for these two.
    let _ = confirm(streams);
    if confirms {
        let _ = confirm(Vec::new());
    }
    let mut pieces = match link.standby().copy_journal(ReceiverStream::new(requests)).await {
        Ok(answer) => answer.into_inner(),
        Err(status) => return ended(&status).map(Some),
    };
    let mut copied = 0;
    loop {
        let body = match pieces.message().await {
            Ok(Some(piece)) => piece.body.ok_or(FollowError::Garbled("nothing in it"))?,
            Ok(None) => {
                return Ok(Some(CopyProgress::Lost { cause: LostCause::Ended }));
            }
            Err(status) => return ended(&status).map(Some),
        };
        let progress = match body {
            Body::Records(wire::Records { stream, first, records }) => {
                let stream =
                    StreamId::new(stream).map_err(|_| FollowError::Garbled("a stream without a name"))?;
                let length = records.len() as u64;
                let records = records.into_iter().map(Bytes::from).collect();
                copy.take(stream.clone(), Sequence(first), records).await?;
                if confirms {
                    let head = first.saturating_add(length).saturating_sub(1);
                    let copied = wire::CopiedStream { stream: stream.to_string(), head, digest: Vec::new() };
                    if let Err(TrySendError::Full(_)) = confirm(vec![copied]) {
                        return Ok(Some(CopyProgress::Lost { cause: LostCause::Unread }));
                    }
                }
                copied += length;
                CopyProgress::Copied { records: copied }
            }
            Body::Tokens(wire::Tokens { file }) => {
                copy.take_tokens(&file)?;
                CopyProgress::Tokens
            }
            Body::CaughtUp(caught_up) => caught_up_of(caught_up),
        };
        if !tell(progress) {
            return Ok(None);
        }
    }
}

fn caught_up_of(caught_up: wire::CaughtUp) -> CopyProgress {
    let wire::CaughtUp { streams, at_unix_ms, waiting, open_lines, pulse, events, left_out, .. } = caught_up;
    CopyProgress::CaughtUp {
        games: streams.saturating_sub(events),
        waiting,
        events,
        lines: open_lines,
        left_out,
        pulse,
        at: UnixMillis(at_unix_ms),
    }
}

/// Converts a status into progress for a retry, or a permanent error.
fn ended(status: &Status) -> Result<CopyProgress, FollowError> {
    match status.code() {
        Code::Unauthenticated
        | Code::PermissionDenied
        | Code::FailedPrecondition
        | Code::InvalidArgument
        | Code::Unimplemented => Err(FollowError::Refused(Refusal {
            text: status.message().to_owned(),
            fault: Fault::from_status(status).map(Box::new),
        })),
        _ => Ok(Fault::from_status(status).map_or_else(
            || CopyProgress::Lost { cause: LostCause::of(status) },
            |fault| CopyProgress::Denied { fault: Box::new(fault) },
        )),
    }
}

fn to_wire(held: &CopiedStream) -> wire::CopiedStream {
    wire::CopiedStream { stream: held.stream.to_string(), head: held.head.0, digest: held.digest.into() }
}

#[cfg(test)]
mod tests {
    use ishigaki_proto::fault::ErrorReason;
    use std::io;

    use super::*;

    #[test]
    fn denied_copy_is_retried_and_not_reported_as_lost() {
        let status = |reason| Fault::new(reason).to_status("why".into());
        let denied = ended(&status(ErrorReason::JournalFailed)).unwrap();
        assert!(
            matches!(&denied, CopyProgress::Denied { fault } if fault.reason == ErrorReason::JournalFailed),
            "{denied:?}"
        );
        let lost = ended(&Status::unavailable("bad gateway")).unwrap();
        assert_eq!(lost, CopyProgress::Lost { cause: LostCause::Foreign("bad gateway".into()) });
        let refused = ended(&status(ErrorReason::TokenRevoked));
        assert!(
            matches!(&refused, Err(FollowError::Refused(Refusal { fault: Some(fault), .. })) if fault.reason == ErrorReason::TokenRevoked),
            "{refused:?}"
        );
    }

    #[test]
    fn lost_cause_is_taken_from_error_source() {
        let lost = |error: io::Error| LostCause::of(&Status::from_error(Box::new(error)));
        let refused = io::Error::from_raw_os_error(111);
        let expected = LostCause::System((&refused).into());
        assert_eq!(lost(refused), expected);
        let other = io::Error::other(ConnectionError::WrongAuthority);
        assert_eq!(lost(other), LostCause::Line(ConnectionError::WrongAuthority));
        let cut = Status::from_error("a frame too many".into());
        assert_eq!(LostCause::of(&cut), LostCause::Cut("a frame too many".into()));
    }
}
