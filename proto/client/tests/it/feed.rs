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

/// How the server answers one watch call.
enum ScriptedResponse {
    Refuse(Status),
    /// Sends items up to this sequence from the one asked for, then a pulse, then ends with this status.
    SendUpTo(u64, Status),
    /// As that, of a game whose journal has failed at this moment.
    StandStill(u64, u64),
}

/// Answers watch calls as scripted, and remembers what was asked.
#[derive(Default)]
struct Board {
    script: Mutex<VecDeque<ScriptedResponse>>,
    asked: Mutex<Vec<(u64, String)>>,
}

type Items = Pin<Box<dyn Stream<Item = Result<WatchGameResponse, Status>> + Send>>;

/// Watch service of the board.
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
    /// The next answer of the script, to a call from this item on, of which this is kept.
    fn answer(&self, from: u64, kept: String) -> Result<Response<Items>, Status> {
        self.asked.lock().unwrap().push((from, kept));
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
async fn a_lasting_feed_tells_a_refusal_once_and_comes_back_where_it_was() {
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
    let mut feed = Feed::lasting(link, "", 1);
    let (mut refusals, mut items) = (0, Vec::new());
    while items.last() != Some(&3) {
        match feed.next().await.expect("it lasts") {
            Ok(Update::Item { item, .. }) if item.sequence > 0 => items.push(item.sequence),
            Ok(_) => {}
            Err(FeedError::Refused(_) | FeedError::Unknown { .. }) => refusals += 1,
        }
    }
    assert_eq!((refusals, items), (1, vec![1, 2, 3]));
    assert_eq!(board.asked.lock().unwrap().iter().map(|(from, _)| *from).collect::<Vec<_>>(), [1, 3, 3, 3]);
}

/// What a feed told, in short; up to its end.
async fn told(address: SocketAddr, from: u64) -> Vec<String> {
    let address: Address = address.to_string().parse().unwrap();
    let token: Token = "board-word".parse().unwrap();
    let mut feed = Feed::open(connect(&address, &token), "", from);
    let mut told = Vec::new();
    while let Some(update) = feed.next().await {
        told.push(match update {
            Ok(Update::Item { item, .. }) => item.sequence.to_string(),
            Ok(Update::Connection(Connection::Connected)) => "connected".to_string(),
            Ok(Update::Connection(Connection::CaughtUp)) => "caught up".to_string(),
            Ok(Update::Connection(Connection::Lost { code, .. })) => format!("lost {code:?}"),
            Ok(Update::Connection(Connection::Stopped { reason, .. })) => format!("stopped {reason:?}"),
            Err(FeedError::Refused(fault)) => format!("refused {fault}"),
            Err(FeedError::Unknown { code }) => format!("refused {code:?}"),
        });
    }
    told
}

#[tokio::test]
async fn a_feed_that_is_cut_goes_on_where_it_was() {
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
    assert_eq!(told(address, 0).await, expected);
    let asked: Vec<u64> = board.asked.lock().unwrap().iter().map(|(from, _)| *from).collect();
    assert_eq!(asked, [1, 4, 4, 6]);
    assert!(board.asked.lock().unwrap().iter().all(|(_, bearer)| bearer == "Bearer board-word"));
}

#[tokio::test]
async fn an_events_feed_goes_on_where_it_was_too() {
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
    let asked = board.asked.lock().unwrap();
    assert!(asked.iter().all(|(_, event)| event == "meijin"));
    assert_eq!(asked.iter().map(|(from, _)| *from).collect::<Vec<_>>(), [1, 3, 5]);
}

#[tokio::test]
async fn a_game_that_stands_still_is_told_once_and_goes_on_when_it_is_served_again() {
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
        "0", // the second time nothing is told of it
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
    assert_eq!(told(address, 1).await, expected);
}

#[tokio::test]
async fn a_refused_token_ends_the_feed() {
    let script =
        [ScriptedResponse::Refuse(Fault::new(ErrorReason::Unauthenticated).to_status(String::new()))];
    let (address, _) = serve(script).await;
    assert_eq!(told(address, 7).await, ["refused UNAUTHENTICATED"]);
}

#[tokio::test]
async fn a_server_that_is_not_there_yet_is_waited_for() {
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
