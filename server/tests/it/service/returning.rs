//! Starts of a server whose games have a long history: it answers before they are read, and whoever asks for a game waits for
//! that one.

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use ishigaki_client::Link;
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::games::{GameContext, Games};
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_engine::token::{Principal, Role, TokenRegistry, TokenStore};
use ishigaki_grpc::limits::Limits;
use ishigaki_journal::{
    Append, AppendError, Checkpoints, FatalError, Journal, MemoryJournal, Pending, Record, Sequence,
    StreamClaim, StreamId, SweepCursor, SweepPage,
};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::judge::OpenRoundRequest;
use ishigaki_proto::team::SubmitBidsRequest;
use ishigaki_proto::watch::{GameEntry, GameState, ListGamesRequest, WatchGameRequest};
use ishigaki_proto::wire::{self, event::Fact, feed_item::Body};
use ishigaki_rules::auction::Bid;
use ishigaki_rules::{Act, Actor, LotId, Revision, RoundNo, Secret, TeamId, Tsuyama};
use ishigaki_scenarios::Contest;
use ishigaki_server::run::{MetricsEndpoint, Parts, serve};
use ishigaki_testkit::{ManualClock, metrics};
use tokio::net::TcpListener;
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::TcpListenerStream;

use super::fixture::{Items, link, reason};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" }]
game = [
    { id = "g", scenario = "tiny-2", close = "deadline", teams = ["a", "b"] },
    { id = "h", scenario = "tiny-2", close = "deadline", teams = ["c", "d"] },
]
"#;

/// From so many records on, games are read together.
const MANY: u32 = 1_100;

/// What a journal does not give at this moment.
#[derive(Clone, Debug, Default)]
struct WithheldReads {
    /// Any records of these games but the first.
    games: BTreeSet<&'static str>,
    sweeps: bool,
    /// Whether it fails where it would make somebody wait.
    fails: bool,
}

/// A journal in memory that makes whoever reads wait while it is said so.
struct HeldJournal {
    records: MemoryJournal,
    held: watch::Sender<WithheldReads>,
}

impl HeldJournal {
    async fn pass(&self, is_held: impl Fn(&WithheldReads) -> bool) -> Result<(), FatalError> {
        let mut held = self.held.subscribe();
        let held = held.wait_for(|held| held.fails || !is_held(held)).await.unwrap();
        if is_held(&held) { Err(FatalError::Closed) } else { Ok(()) }
    }
}

impl Journal for HeldJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.records.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        self.records.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(async move {
            self.pass(|held| from > Sequence(1) && held.games.contains(stream.as_str())).await?;
            self.records.read(stream, from, limit).await
        })
    }

    fn sweep(&self, from: SweepCursor, limit: usize) -> Pending<'_, SweepPage> {
        Box::pin(async move {
            self.pass(|held| held.sweeps).await?;
            self.records.sweep(from, limit).await
        })
    }

    fn keep_checkpoint(&self, stream: StreamId, checkpoint: Bytes) -> Pending<'_, ()> {
        self.records.keep_checkpoint(stream, checkpoint)
    }

    fn checkpoints(&self, streams: BTreeSet<StreamId>) -> Pending<'_, Checkpoints> {
        self.records.checkpoints(streams)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.records.streams()
    }
}

/// A server over that journal whose start waits for no records.
struct Site {
    clock: ManualClock,
    journal: Arc<HeldJournal>,
    key: Arc<ServerKey>,
    store: TokenStore,
    tokens: BTreeMap<&'static str, String>,
    address: String,
    /// Where it hands out its metrics.
    metrics: SocketAddr,
    running: Option<(oneshot::Sender<()>, JoinHandle<anyhow::Result<()>>)>,
}

impl Site {
    /// Where a round is open in both games.
    async fn open() -> Self {
        let mut site = Self::built();
        site.start().await;
        for game in ["g", "h"] {
            let request = OpenRoundRequest { game: game.into(), round: 1 };
            site.link("judge").judge().open_round(request).await.unwrap();
        }
        site
    }

    /// Which has not started yet.
    fn built() -> Self {
        let mut store = TokenStore::new();
        let team = |code: &str| Role::Team { team: code.into() };
        let roles = ["a", "b", "c", "d"].map(|code| (code, team(code))).into_iter();
        let roles = roles.chain([("judge", Role::Judge), ("board", Role::Board)]);
        let tokens = roles.map(|(name, role)| {
            let token = store.issue(Principal { name: name.into(), role }, &SystemEntropy).unwrap();
            (name, token.reveal().to_owned())
        });
        let tokens = tokens.collect();
        Self {
            clock: ManualClock::new(),
            journal: Arc::new(HeldJournal { records: MemoryJournal::new(), held: watch::Sender::default() }),
            key: Arc::new(ServerKey::make(&SystemEntropy).unwrap()),
            store,
            tokens,
            address: String::new(),
            metrics: ([127, 0, 0, 1], 0).into(),
            running: None,
        }
    }

    async fn start(&mut self) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.address = listener.local_addr().unwrap().to_string();
        let metrics = TcpListener::bind("127.0.0.1:0").await.unwrap();
        self.metrics = metrics.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let parts = self.parts(metrics);
        let incoming = TcpListenerStream::new(listener);
        let shutdown = async { _ = stopped.await };
        let serving = tokio::spawn(serve(parts, incoming.map(|stream| stream), shutdown));
        self.running = Some((stop, serving));
    }

    fn parts(&self, metrics: TcpListener) -> Parts {
        Parts {
            place: ishigaki_cluster::cluster::MemberOptions::default(),
            contest: Contest::parse("contest.toml", CONTEST).unwrap(),
            registry: TokenRegistry::new(self.store.clone()),
            context: self.context(),
            limits: Limits { sealing_per_second: 0, ..Limits::default() },
            figures: Some(MetricsEndpoint { listener: metrics }),
            ready: None,
        }
    }

    fn context(&self) -> GameContext {
        GameContext {
            journal: Arc::clone(&self.journal) as _,
            clock: Arc::new(self.clock.clone()),
            entropy: Arc::new(SystemEntropy),
            key: Arc::clone(&self.key),
            meter: Meter::new(),
            spool: Spool::default(),
            copies: ishigaki_engine::required_copy::CopyConfirmations::default(),
            awaited_records: 0,
        }
    }

    /// Lets a team replace its list so often, without a network in between.
    async fn replace_lists(&self, id: &str, lists: u32) {
        let stop = watch::Sender::new(false);
        let contest = Contest::parse("contest.toml", CONTEST).unwrap();
        let games = Games::open(contest, self.context(), stop.subscribe()).await.unwrap();
        let (game, team) = (games.wake(id).await.unwrap().unwrap(), TeamId(0));
        for revision in 0..lists {
            let bids = Secret(vec![Bid { lot: LotId(0), price: Tsuyama(20) }]);
            let replaces = (revision > 0).then_some(Revision(revision));
            let round = RoundNo(1);
            let act = Act::SubmitBids { team, attempt: None, round, replaces, bids, by_hand: None };
            game.act("a", Actor::Team(team), act).await.unwrap();
        }
        stop.send_replace(true);
        games.ended().await;
    }

    async fn stop(&mut self) {
        let (stop, serving) = self.running.take().unwrap();
        drop(stop);
        serving.await.unwrap().unwrap();
    }

    fn hold(&self, games: &[&'static str]) {
        self.journal.held.send_modify(|held| held.games = games.iter().copied().collect());
    }

    fn link(&self, name: &str) -> Link {
        link(&self.address, &self.tokens[name])
    }

    async fn listed(&self, name: &str) -> Vec<GameEntry> {
        self.link(name).watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games
    }

    /// Waits until a game is listed in this state, with its clock or without.
    async fn until_listed(&self, game: &str, state: GameState, has_clock: bool) -> GameEntry {
        loop {
            let entry = self.listed("judge").await.into_iter().find(|entry| entry.game == game).unwrap();
            if (entry.state(), entry.clock.is_some()) == (state, has_clock) {
                return entry;
            }
            tokio::task::yield_now().await;
        }
    }

    async fn watch(&self, name: &str, game: &str) -> Result<Items, tonic::Status> {
        let request = WatchGameRequest { game: game.into(), from_sequence: 1, ..Default::default() };
        Ok(Items::of(self.link(name).watch().watch_game(request).await?.into_inner()))
    }

    async fn bid(&self, name: &str, game: &str, replaces_revision: u32, price: u64) {
        let bids = vec![wire::Bid { lot: "P".into(), price }];
        let request =
            SubmitBidsRequest { game: game.into(), round: 1, replaces_revision, bids, ..Default::default() };
        self.link(name).team().submit_bids(request).await.unwrap();
    }

    /// What nobody can read is written behind a game's records.
    async fn damage(&self, game: &str) {
        let stream = StreamId::new(game).unwrap();
        let claim = self.journal.claim(stream.clone()).await.unwrap();
        let records = vec![Bytes::from_static(b"\xff")];
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        self.journal.append(append).await.unwrap();
    }

    /// The lines of its metrics with this name.
    async fn figures(&self, name: &str) -> Vec<String> {
        let (_, text) = metrics(self.metrics, "/metrics").await;
        text.lines().filter(|line| line.starts_with(name)).map(str::to_owned).collect()
    }

    async fn heads(&self) -> Vec<(StreamId, Sequence)> {
        self.journal.streams().await.unwrap()
    }
}

/// Follows a feed to the opening of the lists; the prices in it.
async fn opened(mut items: Items) -> Vec<u64> {
    loop {
        if let Some(Body::Event(wire::Event { fact: Some(Fact::ListsOpened(opened)), .. })) =
            items.next().await.body
        {
            let bids = opened.lists.into_iter().flat_map(|list| list.bids);
            return bids.map(|bid| bid.price).collect();
        }
    }
}

#[tokio::test]
async fn a_server_answers_before_games_are_read_and_whoever_asks_for_one_waits_for_that_one() {
    let mut site = Site::open().await;
    site.bid("a", "g", 0, 20).await;
    site.bid("c", "h", 0, 30).await;
    site.stop().await;
    let before = site.heads().await;
    site.hold(&["g", "h"]);
    site.start().await;
    for (entry, teams) in site.listed("judge").await.iter().zip([["a", "b"], ["c", "d"]]) {
        assert_eq!((entry.state(), entry.clock), (GameState::Started, None));
        assert_eq!(entry.teams, teams);
        assert!(entry.sealing_bytes > 0 && !entry.title.is_empty());
    }
    assert_eq!(site.listed("board").await.len(), 2);
    // A window that was open stands still until its game is back.
    site.clock.advance(500_000);
    site.hold(&["g"]);
    assert_eq!(site.listed("c").await[0].clock.unwrap().phase(), wire::Phase::Bidding);
    site.bid("d", "h", 0, 31).await;
    site.until_listed("g", GameState::Started, false).await;
    let mut waiting = Box::pin(site.watch("a", "g"));
    let is_pending = tokio::select! {
        biased;
        _ = &mut waiting => false,
        _ = site.watch("d", "h") => true,
    };
    assert!(is_pending, "its game is not read");
    site.hold(&[]);
    let own = waiting.await.unwrap();
    site.bid("b", "g", 0, 21).await;
    // And nobody has to ask.
    site.until_listed("h", GameState::Started, true).await;
    site.clock.advance(90_000);
    assert_eq!(opened(own).await, [20, 21]);
    assert_eq!(opened(site.watch("board", "h").await.unwrap()).await, [30, 31]);
    assert!(site.heads().await > before);
    site.stop().await;
}

#[tokio::test]
async fn a_game_that_nobody_asks_for_goes_on_by_itself() {
    let mut site = Site::open().await;
    site.stop().await;
    site.start().await;
    for game in ["g", "h"] {
        site.until_listed(game, GameState::Started, true).await;
    }
    site.clock.advance(90_000);
    for game in ["g", "h"] {
        while site.until_listed(game, GameState::Started, true).await.clock.unwrap().phase()
            == wire::Phase::Bidding
        {
            tokio::task::yield_now().await;
        }
    }
    site.stop().await;
}

#[tokio::test]
async fn a_game_is_read_for_whoever_asks_while_all_are_read_together_and_starts_once() {
    let mut site = Site::open().await;
    site.stop().await;
    site.replace_lists("g", MANY).await;
    site.journal.held.send_modify(|held| held.sweeps = true);
    site.start().await;
    assert!(site.listed("judge").await.iter().all(|entry| entry.clock.is_none()));
    site.bid("a", "g", MANY, 21).await;
    site.until_listed("h", GameState::Started, false).await;
    site.journal.held.send_modify(|held| held.sweeps = false);
    site.until_listed("h", GameState::Started, true).await;
    site.bid("a", "g", MANY + 1, 22).await;
    site.bid("c", "h", 0, 30).await;
    site.stop().await;
}

#[tokio::test]
async fn a_game_whose_records_are_damaged_is_found_when_it_is_read_and_holds_back_no_other() {
    let mut site = Site::open().await;
    site.stop().await;
    site.damage("g").await;
    site.hold(&["g", "h"]);
    site.start().await;
    site.until_listed("g", GameState::Started, false).await;
    site.hold(&[]);
    let refused = site.watch("a", "g").await.map(drop).unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::GameDamaged.as_str_name());
    site.until_listed("g", GameState::Damaged, false).await;
    site.until_listed("h", GameState::Started, true).await;
    site.bid("c", "h", 0, 30).await;
    let refused = site.watch("a", "g").await.map(drop).unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::GameDamaged.as_str_name());
    site.stop().await;
}

#[tokio::test]
async fn what_would_have_kept_the_server_from_starting_ends_it() {
    let mut site = Site::open().await;
    site.stop().await;
    site.hold(&["g"]);
    site.start().await;
    site.until_listed("h", GameState::Started, true).await;
    site.journal.held.send_modify(|held| held.fails = true);
    let (_stop, serving) = site.running.take().unwrap();
    let error = serving.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "the journal of game g cannot be used");
}

#[tokio::test]
async fn a_server_all_of_whose_games_are_damaged_ends_whenever_that_is_found() {
    let mut site = Site::built();
    // Of one the first record is, which is read before the server answers.
    site.damage("g").await;
    site.start().await;
    site.until_listed("h", GameState::Started, true).await;
    site.stop().await;
    site.damage("h").await;
    site.hold(&["h"]);
    site.start().await;
    site.until_listed("g", GameState::Damaged, false).await;
    site.hold(&[]);
    let (_stop, serving) = site.running.take().unwrap();
    let error = serving.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "record 2 of game h cannot be read");
}

#[tokio::test]
async fn who_waits_for_one_game_leaves_room_for_who_waits_for_another() {
    let mut site = Site::open().await;
    site.stop().await;
    site.hold(&["g", "h"]);
    site.start().await;
    // More of them than games are read at once, on the connection on which the last one comes behind them.
    let link = site.link("judge");
    let watch = |game: &str| {
        let (mut client, game) = (link.watch(), game.to_owned());
        async move {
            client
                .watch_game(WatchGameRequest { game, from_sequence: 1, ..Default::default() })
                .await
                .map(drop)
        }
    };
    let mut waiting: Vec<_> = (0..6).map(|_| Box::pin(watch("g"))).collect();
    let mut other = Box::pin(watch("h"));
    std::future::poll_fn(|cx| {
        for asked in &mut waiting {
            assert!(asked.as_mut().poll(cx).is_pending());
        }
        std::task::Poll::Ready(())
    })
    .await;
    site.hold(&["g"]);
    other.as_mut().await.unwrap();
    site.hold(&[]);
    for asked in waiting {
        asked.await.unwrap();
    }
    site.stop().await;
}

#[tokio::test]
async fn what_comes_of_sealing_shows_in_no_figure_while_a_game_is_read_that_may_be_in_a_round() {
    let refusals = "ishigaki_refusals_total{";
    let mut site = Site::open().await;
    site.stop().await;
    site.hold(&["g", "h"]);
    site.start().await;
    let request = SubmitBidsRequest { game: "x".into(), round: 1, ..Default::default() };
    let refused = site.link("a").team().submit_bids(request).await.unwrap_err();
    assert_eq!(reason(&refused), ErrorReason::UnknownGame.as_str_name());
    assert_eq!(site.figures(refusals).await, [""; 0], "both games may be in a round");
    assert_eq!(site.figures("ishigaki_games{").await, [""; 0], "how they stand is not known");
    site.hold(&[]);
    for game in ["g", "h"] {
        site.until_listed(game, GameState::Started, true).await;
    }
    assert_eq!(site.figures("ishigaki_games{").await, [r#"ishigaki_games{phase="bidding"} 2"#]);
    assert_eq!(site.figures(refusals).await, [""; 0], "both are in a round");
    site.clock.advance(90_000);
    while site.figures(refusals).await.is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(site.figures(refusals).await, [r#"ishigaki_refusals_total{reason="UNKNOWN_GAME"} 1"#]);
    site.stop().await;
}

#[tokio::test]
async fn a_server_that_is_stopped_while_it_opens_leaves_no_game_running() {
    let mut site = Site::open().await;
    site.stop().await;
    site.hold(&["h"]);
    let head = async || site.journal.streams().await.unwrap()[0].1;
    let before = head().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut parts = site.parts(TcpListener::bind("127.0.0.1:0").await.unwrap());
    // Before anybody is answered all of them are read.
    parts.context.awaited_records = u64::MAX;
    let incoming = TcpListenerStream::new(listener);
    // One of the two runs by then, which shows in its record of the seconds that pass.
    let shutdown = async {
        while head().await == before {
            site.clock.advance(1_000);
            tokio::task::yield_now().await;
        }
    };
    serve(parts, incoming.map(|stream| stream), shutdown).await.unwrap();
    assert_eq!(Arc::strong_count(&site.journal), 1, "nobody else has it");
}
