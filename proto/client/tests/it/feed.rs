//! A feed outlives its connections.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};

use ishigaki_client::{Address, Connection, Feed, FeedError, FeedSubject, Token, Update, connect};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::server::watch::{WatchService, WatchServiceServer};
use ishigaki_proto::shared::{Content, ListRoundsResponse, ReadRecordResponse, WatchGameResponse};
use ishigaki_proto::watch::{
    ListEventsRequest, ListEventsResponse, ListGamesRequest, ListGamesResponse, ListRoundsRequest,
    ReadRecordRequest, WatchEventRequest, WatchGameRequest,
};
use ishigaki_proto::wire;
use tokio::net::TcpListener;
use tokio_stream::Stream;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::{Code, Request, Response, Status};

/// The server's answer to one watch call.
enum ScriptedResponse {
    Refuse(Status),
    /// Sends items up to this sequence from the requested one, then a pulse, then ends with this status.
    SendUpTo(u64, Status),
    /// Like [`Self::SendUpTo`], for a game with a journal that failed at this game time.
    StandStill(u64, u64),
}

/// Answers watch calls as scripted, and records the requests.
#[derive(Default)]
struct Board {
    script: Mutex<VecDeque<ScriptedResponse>>,
    requests: Mutex<Vec<(u64, String)>>,
}

type Items = Pin<Box<dyn Stream<Item = Result<WatchGameResponse, Status>> + Send>>;

struct BoardService(Arc<Board>);

#[tonic::async_trait]
impl WatchService for BoardService {
    type WatchGameStream = Items;
    type WatchEventStream = Items;

    async fn list_events(
        &self,
        _: Request<ListEventsRequest>,
    ) -> Result<Response<ListEventsResponse>, Status> {
        Ok(Response::new(ListEventsResponse::default()))
    }

    async fn watch_event(&self, request: Request<WatchEventRequest>) -> Result<Response<Items>, Status> {
        let WatchEventRequest { event, from_sequence } = request.into_inner();
        self.0.answer(from_sequence, event)
    }

    async fn list_games(&self, _: Request<ListGamesRequest>) -> Result<Response<ListGamesResponse>, Status> {
        Ok(Response::new(ListGamesResponse::default()))
    }

    async fn list_rounds(
        &self,
        _: Request<ListRoundsRequest>,
    ) -> Result<Response<ListRoundsResponse>, Status> {
        Ok(Response::new(ListRoundsResponse::default()))
    }

    async fn read_record(
        &self,
        _: Request<ReadRecordRequest>,
    ) -> Result<Response<ReadRecordResponse>, Status> {
        Ok(Response::new(ReadRecordResponse::default()))
    }

    async fn watch_game(&self, request: Request<WatchGameRequest>) -> Result<Response<Items>, Status> {
        let bearer = request.metadata().get("authorization").and_then(|value| value.to_str().ok());
        self.0.answer(request.get_ref().from_sequence, bearer.unwrap_or_default().to_owned())
    }
}

impl Board {
    fn answer(&self, from: u64, kept: String) -> Result<Response<Items>, Status> {
        self.requests.lock().unwrap().push((from, kept));
        let answer = self.script.lock().unwrap().pop_front();
        match answer.unwrap_or_else(|| {
            ScriptedResponse::Refuse(Fault::new(ErrorReason::UnknownGame).to_status(String::new()))
        }) {
            ScriptedResponse::Refuse(status) => Err(status),
            ScriptedResponse::SendUpTo(last, status) => Ok(Response::new(items(from, last, None, status))),
            ScriptedResponse::StandStill(last, at) => {
                let status = Fault::new(ErrorReason::JournalFailed).to_status(String::new());
                Ok(Response::new(items(from, last, Some(at), status)))
            }
        }
    }
}

fn items(from: u64, last: u64, stopped_at_ms: Option<u64>, end: Status) -> Items {
    let news = Content::new(wire::feed_item::Body::Event(wire::Event::default()), None);
    let pulse = wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None });
    let pulse = Content::new(pulse, None);
    let clock =
        wire::Clock { now_ms: stopped_at_ms.unwrap_or_default(), stopped_at_ms, ..Default::default() };
    let numbered = |sequence| {
        let content = if sequence == 0 { pulse.clone() } else { news.clone() };
        Ok(WatchGameResponse { sequence, skipped: 0, clock, content, signature: None })
    };
    let items: Vec<_> = (from..=last).chain([0]).map(numbered).chain([Err(end)]).collect();
    Box::pin(tokio_stream::iter(items))
}

async fn serve(script: impl IntoIterator<Item = ScriptedResponse>) -> (SocketAddr, Arc<Board>) {
    let board = Arc::new(Board { script: Mutex::new(script.into_iter().collect()), ..Board::default() });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let service = WatchServiceServer::new(BoardService(Arc::clone(&board)));
    tokio::spawn(
        tonic::transport::Server::builder()
            .add_service(service)
            .serve_with_incoming(TcpListenerStream::new(listener)),
    );
    (address, board)
}

#[tokio::test]
async fn lasting_feed_reports_rejection_once_and_resumes() {
    let refuse = |reason| ScriptedResponse::Refuse(Fault::new(reason).to_status(String::new()));
    let future = || refuse(ErrorReason::UnknownGame);
    let away = Status::unavailable("");
    let (address, board) = serve([
        ScriptedResponse::SendUpTo(2, away.clone()),
        future(),
        future(),
        ScriptedResponse::SendUpTo(3, away),
    ])
    .await;
    let link = connect(&address.to_string().parse().unwrap(), &"board-word".parse().unwrap());
    let mut feed = Feed::reconnecting(link, "", 1);
    let (mut refusals, mut items) = (0, Vec::new());
    while items.last() != Some(&3) {
        match feed.next().await.expect("it lasts") {
            Ok(Update::Item { item, .. }) if item.sequence > 0 => items.push(item.sequence),
            Ok(_) => {}
            Err(FeedError::Refused(_) | FeedError::Unknown { .. }) => refusals += 1,
        }
    }
    assert_eq!((refusals, items), (1, vec![1, 2, 3]));
    assert_eq!(
        board.requests.lock().unwrap().iter().map(|(from, _)| *from).collect::<Vec<_>>(),
        [1, 3, 3, 3]
    );
}

/// Returns the updates of a feed up to its end, in short form.
async fn updates(address: SocketAddr, from: u64) -> Vec<String> {
    let address: Address = address.to_string().parse().unwrap();
    let token: Token = "board-word".parse().unwrap();
    let mut feed = Feed::open(connect(&address, &token), "", from);
    let mut updates = Vec::new();
    while let Some(update) = feed.next().await {
        updates.push(match update {
            Ok(Update::Item { item, .. }) => item.sequence.to_string(),
            Ok(Update::Connection(Connection::Connected)) => "connected".to_string(),
            Ok(Update::Connection(Connection::CaughtUp)) => "caught up".to_string(),
            Ok(Update::Connection(Connection::Lost { code, .. })) => format!("lost {code:?}"),
            Ok(Update::Connection(Connection::Stopped { reason, .. })) => format!("stopped {reason:?}"),
            Err(FeedError::Refused(fault)) => format!("refused {fault}"),
            Err(FeedError::Unknown { code }) => format!("refused {code:?}"),
        });
    }
    updates
}

#[tokio::test]
async fn cut_feed_resumes_at_next_item() {
    let stopping = || Fault::new(ErrorReason::ServerStopping).to_status(String::new());
    let script = [
        ScriptedResponse::SendUpTo(3, Status::unavailable("cut")),
        ScriptedResponse::Refuse(stopping()),
        ScriptedResponse::SendUpTo(5, stopping()),
    ];
    let (address, board) = serve(script).await;
    let expected = [
        "connected",
        "1",
        "2",
        "3",
        "0",
        "caught up",
        "lost Unavailable", // the second try fails silently
        "connected",
        "4",
        "5",
        "0",
        "caught up",
        "lost Unavailable",
        "refused UNKNOWN_GAME",
    ];
    assert_eq!(updates(address, 0).await, expected);
    let requests: Vec<u64> = board.requests.lock().unwrap().iter().map(|(from, _)| *from).collect();
    assert_eq!(requests, [1, 4, 4, 6]);
    assert!(board.requests.lock().unwrap().iter().all(|(_, bearer)| bearer == "Bearer board-word"));
}

#[tokio::test]
async fn cut_event_feed_resumes_at_next_item() {
    let away = || Status::unavailable("cut");
    let (address, board) =
        serve([ScriptedResponse::SendUpTo(2, away()), ScriptedResponse::SendUpTo(4, away())]).await;
    let link = connect(&address.to_string().parse().unwrap(), &"word".parse().unwrap());
    let mut feed = Feed::open(link, FeedSubject::Event("meijin".to_owned()), 1);
    let mut items = Vec::new();
    while let Some(Ok(update)) = feed.next().await {
        if let Update::Item { item, .. } = update
            && item.sequence > 0
        {
            items.push(item.sequence);
        }
    }
    assert_eq!(items, [1, 2, 3, 4]);
    let requests = board.requests.lock().unwrap();
    assert!(requests.iter().all(|(_, event)| event == "meijin"));
    assert_eq!(requests.iter().map(|(from, _)| *from).collect::<Vec<_>>(), [1, 3, 5]);
}

#[tokio::test]
async fn stopped_game_is_reported_once_and_resumes() {
    let away = || Status::unavailable("");
    let script = [
        ScriptedResponse::StandStill(2, 5_000),
        ScriptedResponse::StandStill(2, 5_000),
        ScriptedResponse::SendUpTo(3, away()),
        ScriptedResponse::StandStill(3, 6_000),
        ScriptedResponse::Refuse(away()),
    ];
    let (address, _) = serve(script).await;
    let expected = [
        "connected",
        "1",
        "2",
        "0",
        "stopped JournalFailed",
        "0", // not reported a second time
        "connected",
        "3",
        "0",
        "caught up",
        "lost Unavailable",
        "connected",
        "0",
        "stopped JournalFailed",
        "lost Unavailable", // the server is gone
        "refused UNKNOWN_GAME",
    ];
    assert_eq!(updates(address, 1).await, expected);
}

#[tokio::test]
async fn rejected_token_ends_feed() {
    let script =
        [ScriptedResponse::Refuse(Fault::new(ErrorReason::Unauthenticated).to_status(String::new()))];
    let (address, _) = serve(script).await;
    assert_eq!(updates(address, 7).await, ["refused UNAUTHENTICATED"]);
}

#[tokio::test]
async fn absent_server_is_reported_as_lost_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    drop(listener);
    let token: Token = "word".parse().unwrap();
    let link = connect(&address.to_string().parse().unwrap(), &token);
    let mut feed = Feed::open(link, "", 1);
    let first = feed.next().await.unwrap().unwrap();
    let is_lost = matches!(first, Update::Connection(Connection::Lost { code: Code::Unavailable, .. }));
    assert!(is_lost, "{first:?}");
}
