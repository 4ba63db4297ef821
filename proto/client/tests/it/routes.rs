//! Calls and feeds find the server of their game among several.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use ishigaki_client::{
    CallError, Connection, Feed, FeedError, Link, Token, Update, connect, connect_by, list_games, listing,
    now,
};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::server::watch::{WatchService, WatchServiceServer};
use ishigaki_proto::shared::{Content, ListRoundsResponse, ReadRecordResponse, WatchGameResponse};
use ishigaki_proto::watch::{
    EventEntry, GameEntry, GameState, ListEventsRequest, ListEventsResponse, ListGamesRequest,
    ListGamesResponse, ListRoundsRequest, ReadRecordRequest, WatchEventRequest, WatchGameRequest,
};
use ishigaki_proto::wire;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;
use tokio_stream::wrappers::{ReceiverStream, TcpListenerStream};
use tokio_stream::{Stream, StreamExt as _};
use tonic::{Code, Request, Response, Status};

/// The servers' common table of games and their servers. Each change ends the feeds of games that have moved.
#[derive(Default)]
struct HolderTable {
    holders: Mutex<BTreeMap<String, Option<SocketAddr>>>,
    changed: watch::Sender<u64>,
}

struct Server {
    holders: Arc<HolderTable>,
    address: SocketAddr,
    /// Ids of the requested games, in order.
    requested_games: Mutex<Vec<String>>,
    tokens: Mutex<Vec<String>>,
    is_stopping: Mutex<bool>,
    /// Set if it accepts calls and never answers.
    is_hanging: Mutex<bool>,
}

type Items = Pin<Box<dyn Stream<Item = Result<WatchGameResponse, Status>> + Send>>;

struct Service(Arc<Server>);

impl HolderTable {
    /// Moves a game to a server, or to none.
    fn move_game(&self, game: &str, to: Option<SocketAddr>) {
        self.holders.lock().unwrap().insert(game.to_owned(), to);
        self.changed.send_modify(|changes| *changes += 1);
    }
}

impl Server {
    fn refusal(&self, game: &str) -> Option<Status> {
        let elsewhere = || Fault::new(ErrorReason::GameElsewhere).with("game", game);
        let fault = match self.holders.holders.lock().unwrap().get(game) {
            _ if *self.is_stopping.lock().unwrap() => Fault::new(ErrorReason::ServerStopping),
            Some(Some(holder)) if *holder == self.address => return None,
            Some(Some(holder)) => elsewhere().with("address", holder),
            Some(None) => elsewhere().retrying_in(50),
            None => Fault::new(ErrorReason::UnknownGame),
        };
        Some(fault.to_status(String::new()))
    }

    fn called(&self, game: &str, token: Option<&str>) -> Result<(), Status> {
        self.requested_games.lock().unwrap().push(game.to_owned());
        self.tokens.lock().unwrap().push(token.unwrap_or_default().to_owned());
        self.refusal(game).map_or(Ok(()), Err)
    }

    fn calls(&self) -> usize {
        self.requested_games.lock().unwrap().len()
    }
}

fn token<T>(request: &Request<T>) -> Option<String> {
    let value = request.metadata().get("authorization")?;
    value.to_str().ok().map(str::to_owned)
}

#[tonic::async_trait]
impl WatchService for Service {
    type WatchGameStream = Items;
    type WatchEventStream = Items;

    async fn list_games(&self, _: Request<ListGamesRequest>) -> Result<Response<ListGamesResponse>, Status> {
        let holders = self.0.holders.holders.lock().unwrap().clone();
        let entry = |(game, holder): (&String, &Option<SocketAddr>)| {
            let is_here = *holder == Some(self.0.address);
            let state = if is_here { GameState::Started } else { GameState::Elsewhere };
            let address = holder.filter(|_| !is_here).map(|holder| holder.to_string()).unwrap_or_default();
            GameEntry { game: game.clone(), state: state.into(), address, ..GameEntry::default() }
        };
        let mut servers: Vec<String> = holders.values().flatten().map(ToString::to_string).collect();
        servers.sort();
        servers.dedup();
        let games = holders.iter().map(entry).collect();
        Ok(Response::new(ListGamesResponse { games, servers, ..ListGamesResponse::default() }))
    }

    async fn list_events(
        &self,
        _: Request<ListEventsRequest>,
    ) -> Result<Response<ListEventsResponse>, Status> {
        let event = self.0.address.port().to_string();
        Ok(Response::new(ListEventsResponse {
            events: vec![EventEntry { event, ..EventEntry::default() }],
            ..ListEventsResponse::default()
        }))
    }

    async fn watch_event(&self, _: Request<WatchEventRequest>) -> Result<Response<Items>, Status> {
        Err(Status::unimplemented("no events here"))
    }

    async fn list_rounds(
        &self,
        request: Request<ListRoundsRequest>,
    ) -> Result<Response<ListRoundsResponse>, Status> {
        let token = token(&request);
        self.0.called(&request.into_inner().game, token.as_deref())?;
        if *self.0.is_hanging.lock().unwrap() {
            std::future::pending::<()>().await;
        }
        Ok(Response::new(ListRoundsResponse::default()))
    }

    async fn read_record(
        &self,
        _: Request<ReadRecordRequest>,
    ) -> Result<Response<ReadRecordResponse>, Status> {
        Ok(Response::new(ReadRecordResponse::default()))
    }

    /// Sends two items from the requested one, then a pulse, and ends when the game moves away.
    async fn watch_game(&self, request: Request<WatchGameRequest>) -> Result<Response<Items>, Status> {
        let token = token(&request);
        let WatchGameRequest { game, from_sequence, .. } = request.into_inner();
        self.0.called(&game, token.as_deref())?;
        let (sender, items) = mpsc::channel(8);
        let server = Arc::clone(&self.0);
        tokio::spawn(async move {
            let mut changed = server.holders.changed.subscribe();
            for sequence in [from_sequence, from_sequence + 1, 0] {
                let _ = sender.send(Ok(item(sequence))).await;
            }
            loop {
                if let Some(end) = server.refusal(&game) {
                    let _ = sender.send(Err(end)).await;
                    return;
                }
                if changed.changed().await.is_err() {
                    return;
                }
            }
        });
        Ok(Response::new(Box::pin(ReceiverStream::new(items))))
    }
}

fn item(sequence: u64) -> WatchGameResponse {
    let body = match sequence {
        0 => wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None }),
        _ => wire::feed_item::Body::Event(wire::Event::default()),
    };
    let clock = wire::Clock::default();
    WatchGameResponse { sequence, skipped: 0, clock, content: Content::new(body, None), signature: None }
}

async fn serve(holders: &Arc<HolderTable>) -> (Arc<Server>, Ending) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let server = Arc::new(Server {
        holders: Arc::clone(holders),
        address: listener.local_addr().unwrap(),
        requested_games: Mutex::default(),
        tokens: Mutex::default(),
        is_stopping: Mutex::default(),
        is_hanging: Mutex::default(),
    });
    let service = WatchServiceServer::new(Service(Arc::clone(&server)));
    // Connections outlive their listener until they are cut.
    let (cut, _) = watch::channel(false);
    let (frozen, _) = watch::channel(false);
    let (seen, felt) = (cut.subscribe(), frozen.subscribe());
    let lines = TcpListenerStream::new(listener)
        .map(move |line| line.map(|line| Line::new(line, seen.clone(), felt.clone())));
    let serving = tonic::transport::Server::builder().add_service(service).serve_with_incoming(lines);
    (server, Ending { listens: tokio::spawn(serving).abort_handle(), cut, frozen })
}

#[path = "routes/line.rs"]
mod line;
use line::Line;

struct Ending {
    listens: AbortHandle,
    cut: watch::Sender<bool>,
    frozen: watch::Sender<bool>,
}

impl Ending {
    /// Stops or resumes all traffic, like a server that hangs while its machine runs.
    fn freeze(&self, is_frozen: bool) {
        self.frozen.send_replace(is_frozen);
    }

    /// Ends the server like a kill: it stops listening, and all connections are cut.
    fn kill(&self) {
        self.listens.abort();
        self.cut.send_replace(true);
    }
}

fn link(servers: &[&Server]) -> Link {
    let address: Vec<String> = servers.iter().map(|server| server.address.to_string()).collect();
    connect(&address.join(",").parse().unwrap(), &"word".parse::<Token>().unwrap())
}

async fn ask(link: &Link, game: &str) -> Result<(), CallError> {
    link.watch().list_rounds(ListRoundsRequest { game: game.to_owned(), ..Default::default() }).await?;
    Ok(())
}

fn reason(answer: Result<(), CallError>) -> Option<ErrorReason> {
    match answer {
        Err(CallError::Refused(fault)) => Some(fault.reason),
        _ => None,
    }
}

#[tokio::test]
async fn call_is_routed_to_game_server_and_remembered() {
    let holders = Arc::new(HolderTable::default());
    let [(one, _a), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g1", Some(one.address));
    holders.move_game("g2", Some(two.address));
    // The client learns of the second server from the first.
    let link = link(&[&one]);
    for _ in 0..3 {
        ask(&link, "g1").await.unwrap();
        ask(&link, "g2").await.unwrap();
    }
    assert_eq!(
        (one.calls(), two.calls()),
        (4, 3),
        "the first server is asked once for what it does not serve"
    );
    assert!(two.tokens.lock().unwrap().iter().all(|token| token == "Bearer word"));
    assert_eq!(link.servers().len(), 2);
    assert_eq!(reason(ask(&link, "other").await), Some(ErrorReason::UnknownGame));
}

#[tokio::test]
async fn token_is_never_sent_to_unsafe_server() {
    let holders = Arc::new(HolderTable::default());
    let (one, _a) = serve(&holders).await;
    holders.move_game("g", Some("203.0.113.7:7150".parse().unwrap()));
    let link = link(&[&one]);
    let began = now();
    assert_eq!(reason(ask(&link, "g").await), Some(ErrorReason::GameElsewhere));
    assert!(began.elapsed() < Duration::from_secs(1), "nobody dials it");
    assert_eq!(link.servers(), [one.address.to_string()]);
}

#[tokio::test]
async fn absent_server_is_skipped_or_reported_if_alone() {
    let holders = Arc::new(HolderTable::default());
    let [(one, ending), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(two.address));
    ending.kill();
    ask(&link(&[&one, &two]), "g").await.unwrap();
    assert_eq!((one.calls(), two.calls()), (0, 1));
    let began = now();
    let error = ask(&link(&[&one]), "g").await.unwrap_err();
    assert_eq!(error, CallError::Unanswered { code: Code::Unavailable });
    assert!(began.elapsed() < Duration::from_secs(1));
}

#[tokio::test]
async fn hanging_server_is_passed_over_but_slow_networks_have_time() {
    let holders = Arc::new(HolderTable::default());
    let [(one, _a), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(two.address));
    let both = format!("{},{}", one.address, two.address).parse().unwrap();
    let hangs = one.address.port();
    let link = connect_by(&both, &"word".parse().unwrap(), move |server| async move {
        if server.port_u16() == Some(hangs) {
            std::future::pending::<()>().await;
        }
        TcpStream::connect(("127.0.0.1", server.port_u16().unwrap_or_default())).await
    });
    let began = now();
    ask(&link, "g").await.unwrap();
    assert_eq!((one.calls(), two.calls()), (0, 1));
    assert!(began.elapsed() < Duration::from_secs(2), "{:?}", began.elapsed());

    // Each handshake takes longer than the first connection timeout among several servers, so the call tries
    // all of them again.
    let slow = connect_by(&both, &"word".parse().unwrap(), move |server| async move {
        tokio::time::sleep(Duration::from_millis(1_600)).await;
        TcpStream::connect(("127.0.0.1", server.port_u16().unwrap_or_default())).await
    });
    ask(&slow, "g").await.unwrap();
}

#[tokio::test]
async fn feed_of_a_frozen_server_moves_on_but_a_single_one_waits() {
    let holders = Arc::new(HolderTable::default());
    let [(one, ending), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(one.address));
    let mut feed = Feed::open(link(&[&one, &two]), "g", 1);
    let mut alone = Feed::open(link(&[&one]), "g", 1);
    for feed in [&mut feed, &mut alone] {
        assert_eq!(updates(feed).await, ["connected", "1", "2", "caught up"]);
    }
    ending.freeze(true);
    let began = now();
    holders.holders.lock().unwrap().insert("g".to_owned(), Some(two.address));
    let rest = updates(&mut feed).await;
    assert!(rest.ends_with(&["connected".into(), "3".into(), "4".into(), "caught up".into()]), "{rest:?}");
    let took = began.elapsed();
    assert!(took < Duration::from_secs(3), "{took:?}");
    // A client with only one server doesn't disconnect, because the network may have caused the stall.
    pass(Duration::from_millis(3_500)).await;
    ending.freeze(false);
    holders.move_game("g", Some(two.address));
    assert_eq!(updates(&mut alone).await, ["connected", "3", "4", "caught up"], "it was not cut off");
}

#[tokio::test]
async fn client_takes_limits_of_new_servers_from_the_next_call_on() {
    let holders = Arc::new(HolderTable::default());
    let [(one, ending), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(two.address));
    holders.move_game("here", Some(one.address));
    let link = link(&[&one]);
    let mut early = Feed::open(link.clone(), "here", 1);
    assert_eq!(updates(&mut early).await, ["connected", "1", "2", "caught up"]);
    ask(&link, "g").await.unwrap();
    // The feed that was open when the second server became known is kept.
    let untold = tokio::time::timeout(Duration::from_millis(300), early.next()).await;
    assert!(untold.is_err(), "{untold:?}");
    ask(&link, "here").await.unwrap();
    ending.freeze(true);
    let began = now();
    let error = ask(&link, "here").await.unwrap_err();
    assert!(matches!(error, CallError::Unanswered { .. }), "{error:?}");
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
}

#[tokio::test]
async fn unserved_game_is_retried_until_timeout() {
    let holders = Arc::new(HolderTable::default());
    let [(one, _a), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", None);
    let link = link(&[&one, &two]);
    let asking = tokio::spawn({
        let link = link.clone();
        async move { ask(&link, "g").await }
    });
    // Both have been called before one takes the game over.
    while one.calls() == 0 || two.calls() == 0 {
        tokio::task::yield_now().await;
    }
    holders.move_game("g", Some(two.address));
    asking.await.unwrap().unwrap();
    holders.move_game("g", None);
    let began = now();
    assert_eq!(reason(ask(&link, "g").await), Some(ErrorReason::GameElsewhere));
    let waited = began.elapsed();
    assert!((Duration::from_secs(2)..Duration::from_secs(5)).contains(&waited), "{waited:?}");
}

#[tokio::test]
async fn call_waits_until_game_of_dead_server_moves() {
    let holders = Arc::new(HolderTable::default());
    let [(one, ending), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(one.address));
    let link = link(&[&one, &two]);
    ask(&link, "g").await.unwrap();
    ending.kill();
    // The second server refers to the dead one until it takes the game over.
    let taking = tokio::spawn({
        let (holders, two) = (Arc::clone(&holders), Arc::clone(&two));
        async move {
            while two.calls() < 3 {
                tokio::task::yield_now().await;
            }
            holders.move_game("g", Some(two.address));
        }
    });
    let mut answer = ask(&link, "g").await;
    // The first call may have been in flight when the connection was cut, so its outcome is unknown.
    if matches!(answer, Err(CallError::Unanswered { .. })) {
        answer = ask(&link, "g").await;
    }
    answer.unwrap();
    taking.await.unwrap();
}

#[tokio::test]
async fn stopping_server_is_skipped_or_reported_if_alone() {
    let holders = Arc::new(HolderTable::default());
    let [(one, _a), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(two.address));
    *one.is_stopping.lock().unwrap() = true;
    ask(&link(&[&one, &two]), "g").await.unwrap();
    assert_eq!(one.calls(), 1);
    let began = now();
    assert_eq!(reason(ask(&link(&[&one]), "g").await), Some(ErrorReason::ServerStopping));
    assert!(began.elapsed() < Duration::from_secs(1) && one.calls() == 2);
}

#[tokio::test]
async fn broken_call_is_not_repeated_and_the_next_goes_elsewhere() {
    let holders = Arc::new(HolderTable::default());
    let [(one, ending), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(one.address));
    *one.is_hanging.lock().unwrap() = true;
    let link = link(&[&one, &two]);
    let asking = tokio::spawn({
        let link = link.clone();
        async move { ask(&link, "g").await }
    });
    while one.calls() == 0 {
        tokio::task::yield_now().await;
    }
    ending.kill();
    let error = asking.await.unwrap().unwrap_err();
    assert!(matches!(error, CallError::Unanswered { .. }), "{error:?}");
    assert_eq!(two.calls(), 0, "it may have been carried out");
    holders.move_game("g", Some(two.address));
    ask(&link, "g").await.unwrap();
    assert_eq!((one.calls(), two.calls()), (1, 1));
}

/// Advances the paused clock in steps, so that all timers fire without real waiting.
async fn pass(time: Duration) {
    const STEP: Duration = Duration::from_millis(50);
    tokio::time::pause();
    let mut passed = Duration::ZERO;
    while passed < time {
        tokio::time::advance(STEP).await;
        passed += STEP;
    }
    tokio::time::resume();
}

/// Returns the updates of a feed until it has caught up or ended, in short form.
async fn updates(feed: &mut Feed) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(update) = feed.next().await {
        let text = match update {
            Ok(Update::Item { item, .. }) if item.sequence > 0 => item.sequence.to_string(),
            Ok(Update::Item { .. }) => continue,
            Ok(Update::Connection(Connection::Connected)) => "connected".to_owned(),
            Ok(Update::Connection(Connection::CaughtUp)) => "caught up".to_owned(),
            Ok(Update::Connection(Connection::Lost { .. })) => "lost".to_owned(),
            Ok(Update::Connection(Connection::Stopped { reason, .. })) => format!("stopped {reason:?}"),
            Err(FeedError::Refused(fault)) => format!("refused {fault}"),
            Err(FeedError::Unknown { code }) => format!("refused {code:?}"),
        };
        lines.push(text);
        if lines.last().is_some_and(|line| line == "caught up") {
            return lines;
        }
    }
    lines
}

#[tokio::test]
async fn feed_follows_its_game_without_gap_or_repeat() {
    let holders = Arc::new(HolderTable::default());
    let [(one, _a), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(one.address));
    let mut feed = Feed::open(link(&[&one]), "g", 1);
    assert_eq!(updates(&mut feed).await, ["connected", "1", "2", "caught up"]);
    holders.move_game("g", Some(two.address));
    assert_eq!(updates(&mut feed).await, ["connected", "3", "4", "caught up"]);
    holders.move_game("g", None);
    while one.calls() + two.calls() < 4 {
        tokio::task::yield_now().await;
    }
    holders.move_game("g", Some(one.address));
    assert_eq!(updates(&mut feed).await, ["connected", "5", "6", "caught up"]);
}

#[tokio::test]
async fn feed_of_unserved_game_reports_stop_and_resumes() {
    let holders = Arc::new(HolderTable::default());
    let (one, _a) = serve(&holders).await;
    holders.move_game("g", Some(one.address));
    let mut feed = Feed::open(link(&[&one]), "g", 1);
    assert_eq!(updates(&mut feed).await, ["connected", "1", "2", "caught up"]);
    holders.move_game("g", None);
    let began = now();
    let Some(Ok(Update::Connection(Connection::Stopped { reason, .. }))) = feed.next().await else {
        panic!("nothing is told")
    };
    assert_eq!(reason, ErrorReason::GameElsewhere);
    assert!(began.elapsed() >= Duration::from_millis(900));
    holders.move_game("g", Some(one.address));
    assert_eq!(updates(&mut feed).await, ["connected", "3", "4", "caught up"]);
}

#[tokio::test]
async fn feed_resumes_at_another_server_after_kill() {
    let holders = Arc::new(HolderTable::default());
    let [(one, ending), (two, _b)] = [serve(&holders).await, serve(&holders).await];
    holders.move_game("g", Some(one.address));
    let mut feed = Feed::open(link(&[&one, &two]), "g", 1);
    assert_eq!(updates(&mut feed).await, ["connected", "1", "2", "caught up"]);
    holders.move_game("g", Some(two.address));
    ending.kill();
    let rest = updates(&mut feed).await;
    assert!(rest.ends_with(&["connected".into(), "3".into(), "4".into(), "caught up".into()]), "{rest:?}");
}

#[tokio::test]
async fn lists_of_servers_are_merged_and_silent_ones_elsewhere() {
    let holders = Arc::new(HolderTable::default());
    let [(one, _a), (two, _b), (three, ending)] =
        [serve(&holders).await, serve(&holders).await, serve(&holders).await];
    holders.move_game("g1", Some(one.address));
    holders.move_game("g2", Some(two.address));
    holders.move_game("g3", Some(three.address));
    let link = link(&[&one]);
    let states = |answer: &ListGamesResponse| answer.games.iter().map(GameEntry::state).collect::<Vec<_>>();
    let all = list_games(&link, &[]).await.unwrap();
    assert_eq!(states(&all), [GameState::Started; 3]);
    let places: Vec<String> = all.games.iter().map(|game| game.address.clone()).collect();
    assert_eq!(places, [one.address, two.address, three.address].map(|address| address.to_string()));
    let events = listing::events(&link).await.unwrap();
    assert_eq!(events.len(), 3, "each server has one: {events:?}");
    ending.kill();
    let began = now();
    let rest = list_games(&link, &[]).await.unwrap();
    assert_eq!(states(&rest), [GameState::Started, GameState::Started, GameState::Elsewhere]);
    assert!(began.elapsed() < Duration::from_secs(2));
}
