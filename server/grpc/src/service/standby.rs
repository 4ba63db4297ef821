//! The standby's service: copies the journal to a machine that could take over.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;

use ishigaki_cluster::standby::{CopyPiece, CopySource, DifferentJournalError, SourceError};
use ishigaki_engine::clock::Clock;
use ishigaki_engine::directory::GameLocation;
use ishigaki_engine::games::Games;
use ishigaki_engine::required_copy::{self, CopyConfirmations};
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_engine::token::Role;
use ishigaki_engine::tournaments::Tournaments;
use ishigaki_journal::{Error as JournalError, Sequence, StreamId};
use ishigaki_proto::convert::bytes_from_wire;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::server::standby::StandbyService;
use ishigaki_proto::standby::{
    CaughtUp, CopiedStream, CopyJournalRequest, CopyJournalResponse, Records, Tokens,
    copy_journal_response::Body,
};
use ishigaki_rules::Millis;
use tokio::sync::mpsc;
use tokio_stream::Stream;
use tonic::{Request, Response, Status, Streaming};

use super::stream::{ChannelStream, RevocableStream, after};
use super::{Services, caller, status};

/// Number of pieces read ahead for a slow standby, which delays only itself.
const READ_AHEAD: usize = 2;

#[tonic::async_trait]
impl StandbyService for Services {
    type CopyJournalStream = Pin<Box<dyn Stream<Item = Result<CopyJournalResponse, Status>> + Send>>;

    async fn copy_journal(
        &self,
        request: Request<Streaming<CopyJournalRequest>>,
    ) -> Result<Response<Self::CopyJournalStream>, Status> {
        let caller = caller(&request)?;
        if caller.role != Role::Standby {
            return Err(status::permission_denied(&["standby"]));
        }
        let mut requests = request.into_inner();
        let held = requests.message().await?.ok_or_else(status::not_a_message)?.streams;
        let held = held.into_iter().map(from_wire).collect::<Result<Vec<_>, Fault>>();
        let held = held.map_err(|fault| status::status(&fault))?;
        let context = self.games.context();
        let tokens = self.interceptor.registry().news();
        let copies = context.copies.clone();
        let (journal, time) = (context.journal.clone(), context.clock.clone());
        let source = CopySource::after(held.clone(), journal, tokens, time, &copies).await;
        let source = source.map_err(|error| failed(&error.into()))?.map_err(|other| parted(&other))?;
        let served = (Arc::clone(&self.games), Arc::clone(&self.tournaments));
        let (sender, pieces) = mpsc::channel(READ_AHEAD);
        let (stream, end_status, exit) = ChannelStream::of(pieces, &caller);
        let (mut stop, clock, limits) =
            (self.games.stopping(), Arc::clone(&self.clock), Arc::clone(&self.limits));
        let meter = self.meter.clone();
        tokio::spawn(async move {
            let timeout = Millis(limits.stalled_reader_ms);
            let end = tokio::select! {
                end = copy(source, (&served.0, &served.1), &sender, &*clock, timeout) => end,
                _ = stop.wait_for(|stopping| *stopping) => None,
                never = take_confirmations(requests, held, copies) => match never {},
            };
            let Some(end) = end else { return };
            if matches!(end, CopyEnd::TooSlow) {
                meter.dropped_slow_reader();
                tracing::warn!(
                    for_ms = timeout.0,
                    "A STANDBY DOESN'T READ: copying stopped; the standby resumes when it reconnects"
                );
            }
            // Set only here.
            let _ = end_status.set(end.status(timeout));
            drop(sender);
            exit.await_departure(&*clock, &limits).await;
        });
        tracing::info!(by = caller.name, "a standby copies the journal");
        Ok(Response::new(Box::pin(RevocableStream::by(caller.grant(), stream))))
    }
}

/// End of a copy that the standby didn't end.
enum CopyEnd {
    Source(SourceError),
    TooSlow,
}

impl CopyEnd {
    fn status(&self, timeout: Millis) -> Status {
        match self {
            Self::Source(error) => failed(error),
            Self::TooSlow => status::slow_standby(timeout),
        }
    }
}

/// Copies the journal of these games and events until the standby leaves (`None`) or copying must end. The
/// standby's pace limits how much is read.
async fn copy(
    mut source: CopySource,
    served: (&Games, &Tournaments),
    sender: &mpsc::Sender<CopyJournalResponse>,
    clock: &dyn Clock,
    timeout: Millis,
) -> Option<CopyEnd> {
    loop {
        let piece = tokio::select! {
            piece = source.next() => piece,
            () = sender.closed() => return None,
        };
        let piece = match piece {
            Ok(piece) => to_wire(piece, served),
            Err(error) => return Some(CopyEnd::Source(error)),
        };
        tokio::select! {
            // A piece that is taken together with the timeout counts.
            biased;
            sent = sender.send(piece) => if sent.is_err() {
                return None;
            },
            () = clock.reach(after(clock.now(), timeout.0)) => return Some(CopyEnd::TooSlow),
        }
    }
}

/// Processes the standby's confirmations of records on its disk.
async fn take_confirmations(
    mut requests: Streaming<CopyJournalRequest>,
    held: Vec<required_copy::CopiedStream>,
    copies: CopyConfirmations,
) -> Infallible {
    let mut follower = None;
    while let Ok(Some(request)) = requests.message().await {
        let follower = follower.get_or_insert_with(|| copies.follow(&held));
        for CopiedStream { stream, head, .. } in request.streams {
            if let Ok(stream) = StreamId::new(stream) {
                copies.confirm(follower.id(), stream, Sequence(head));
            }
        }
    }
    drop(follower);
    std::future::pending().await
}

fn from_wire(held: CopiedStream) -> Result<required_copy::CopiedStream, Fault> {
    let stream = StreamId::new(held.stream).map_err(|_| Fault::missing_field("streams.stream"))?;
    let digest = if held.head == 0 { [0; 32] } else { bytes_from_wire(&held.digest, "streams.digest")? };
    Ok(required_copy::CopiedStream { stream, head: Sequence(held.head), digest })
}

/// Converts a piece of the journal.
fn to_wire(piece: CopyPiece, (games, tournaments): (&Games, &Tournaments)) -> CopyJournalResponse {
    let body = match piece {
        CopyPiece::Records { stream, first, records } => Body::Records(Records {
            stream: stream.to_string(),
            first: first.0,
            records: records.into_iter().map(Into::into).collect(),
        }),
        CopyPiece::Tokens { file } => Body::Tokens(Tokens { file }),
        CopyPiece::CaughtUp { streams, records, left_out, pulse, at } => {
            let of = CopyFigures::of((games, tournaments), &left_out);
            Body::CaughtUp(CaughtUp {
                streams,
                records,
                at_unix_ms: at.0,
                waiting: of.waiting,
                open_lines: of.open_lines,
                pulse,
                events: of.events,
                left_out: left_out.iter().map(ToString::to_string).collect(),
            })
        }
    };
    CopyJournalResponse { body: Some(body) }
}

/// Figures about games and events that accompany a copy, except for those left out of it.
struct CopyFigures {
    waiting: u64,
    open_lines: u64,
    events: u64,
}

impl CopyFigures {
    fn of((games, tournaments): (&Games, &Tournaments), left_out: &[StreamId]) -> Self {
        let is_copied = |id: &str| !left_out.iter().any(|stream| stream.as_str() == id);
        let is_unrecorded = |id: &str| games.directory().locate(id) == GameLocation::Unrecorded;
        // An unreadable game is recorded nevertheless.
        let waits = |id: &str| games.find(id).is_none() && !games.is_unreadable(id) && is_unrecorded(id);
        let (listed, served) = (games.all(), tournaments.served());
        let of_games =
            listed.iter().filter(|game| is_copied(game.id().as_str())).map(|game| game.open_lines());
        let copied = || served.iter().filter(|event| is_copied(event.id().as_str()));
        let of_events = copied().map(|event| event.record().open_lines());
        let unreadable = tournaments.unreadable().into_iter().filter(|id| is_copied(id));
        Self {
            waiting: games.specs().iter().filter(|spec| waits(&spec.id)).count() as u64,
            open_lines: of_games.chain(of_events).sum(),
            events: (copied().count() + unreadable.count()) as u64,
        }
    }
}

fn parted(other: &DifferentJournalError) -> Status {
    let fault =
        Fault::new(ErrorReason::OtherJournal).with("stream", &other.stream).with("sequence", other.sequence);
    status::status(&fault)
}

/// Returns the status of a failed journal read. The log has the cause; a journal that had already failed is
/// not logged again, because a standby retries constantly.
fn failed(error: &SourceError) -> Status {
    if matches!(error, SourceError::Journal(JournalError::Failed(_))) {
        tracing::debug!(error = error as &dyn std::error::Error, "can't copy a failed journal");
    } else {
        tracing::error!(error = error as &dyn std::error::Error, "can't copy the journal");
    }
    status::halted(StopReason::Journal)
}
