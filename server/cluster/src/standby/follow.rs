//! The follower that keeps a copy over the network.

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

/// How long the server is left alone after a connection to it broke.
const RETRY: Millis = Millis(500);

/// How many confirmations may wait for the server to read them. It reads them as they come.
const UNREAD: usize = 1_024;

/// Progress of the copying.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyProgress {
    /// Records have come and are on this machine's disk.
    Copied {
        /// How many, of all streams, since the connection was made.
        records: u64,
    },
    /// It is known and on this machine's disk which tokens are good.
    Tokens,
    /// Everything that was durable on the server is durable here.
    Abreast {
        /// Games with records: those that have started.
        games: u64,
        /// Games that have not.
        waiting: u64,
        /// Events around the games.
        events: u64,
        /// Lines of all their public records that everybody may read. How many records there are is for nobody to see (`A4`).
        lines: u64,
        /// Games and events that are damaged on the server, of which nothing more comes. They are in none of the figures.
        left_out: Vec<String>,
        /// Whether the server tells it by the clock, and not because something was copied.
        pulse: bool,
        /// The server's time of day.
        at: UnixMillis,
    },
    /// The server cannot be reached; it is tried again and again.
    Lost { cause: LostCause },
    /// The server answers and gives no copy, for a reason that may pass, such as a journal that has failed; it is asked
    /// again and again.
    Denied { fault: Box<Fault> },
}

/// Cause of a lost connection.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("standby-lost")]
pub enum LostCause {
    /// The server has ended the copying and said nothing.
    Ended,
    /// The server reads no confirmations.
    Unread,
    /// Something is wrong with the line that no second try mends.
    #[message(transparent)]
    Line(ConnectionError),
    /// The operating system says so.
    System(#[message("what")] Value),
    /// The connection was cut.
    #[message("fail-cut")]
    Cut(#[message(skip)] String),
    /// Something answers that is no server of a contest.
    Foreign(#[message("what")] String),
}

impl LostCause {
    /// Returns what a status tells that no server of a contest gave.
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
    /// The server refuses: no good token, or the copy is of another journal.
    Refused(#[message("refusal")] Refusal),
    /// What the server sends makes no sense.
    Garbled(#[message("what")] &'static str),
    /// The copy cannot be written.
    #[message(transparent)]
    Copy(#[from] CopyError),
}

/// Refusal of a server.
#[derive(Debug)]
pub struct Refusal {
    pub text: String,
    /// Its reason, if it has one.
    pub fault: Option<Box<Fault>>,
}

impl Argument for Refusal {
    fn argument(&self) -> Value {
        let of_fault = |fault: &Fault| Words::new(Catalogue::current().lang()).fault(fault);
        self.fault.as_deref().map_or_else(|| self.text.clone(), of_fault).into()
    }
}

/// Keeps a copy, and tells the server what has come to this disk if it `confirms`, until `tell` says that it is enough, or something is wrong that does not pass by itself. A lost
/// connection does.
///
/// # Errors
/// What does not pass by itself: [`FollowError::Refused`] or [`FollowError::Garbled`] of the server,
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

/// Follows over one connection; `None` if it is enough, otherwise how the connection ended.
async fn follow_once(
    link: &Link,
    copy: &mut JournalCopy,
    confirms: bool,
    tell: &mut (dyn FnMut(CopyProgress) -> bool + Send),
) -> Result<Option<CopyProgress>, FollowError> {
    let streams = copy.held().await.map_err(CopyError::from)?.iter().map(to_wire).collect();
    let (confirmations, requests) = mpsc::channel(UNREAD);
    let confirm = |streams| confirmations.try_send(CopyJournalRequest { streams });
    // There is room for these two.
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
            Body::Abreast(abreast) => abreast_of(abreast),
        };
        if !tell(progress) {
            return Ok(None);
        }
    }
}

/// What a server says that the copy has.
fn abreast_of(abreast: wire::Abreast) -> CopyProgress {
    let wire::Abreast { streams, at_unix_ms, waiting, open_lines, pulse, events, left_out, .. } = abreast;
    CopyProgress::Abreast {
        games: streams.saturating_sub(events),
        waiting,
        events,
        lines: open_lines,
        left_out,
        pulse,
        at: UnixMillis(at_unix_ms),
    }
}

/// What a status means for a copy: that it cannot go on, or that it is to be tried again.
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
    fn a_server_that_answers_is_told_from_one_that_cannot_be_reached() {
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
    fn what_the_line_says_is_told_by_what_is_behind_it() {
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
