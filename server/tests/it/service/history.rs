//! Starts of a server with long games: it answers before they are read, and a request for a game waits only for
//! that game.

use std::collections::BTreeSet;
use std::sync::Arc;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use ishigaki_engine::games::Games;
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
use ishigaki_server::run::serve;
use ishigaki_testkit::metrics;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::TcpListenerStream;

use super::fixture::{Items, reason};
use super::site::Site;

pub(super) const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" }]
game = [
    { id = "g", scenario = "tiny-2", close = "deadline", teams = ["a", "b"] },
    { id = "h", scenario = "tiny-2", close = "deadline", teams = ["c", "d"] },
]
"#;

/// Number of records above which games are read together.
const MANY: u32 = 1_100;

/// Reads that a journal withholds.
#[derive(Clone, Debug, Default)]
pub(super) struct WithheldReads {
    /// All records of these games except the first.
    pub(super) games: BTreeSet<&'static str>,
    sweeps: bool,
    /// Makes withheld reads fail instead of waiting.
    fails: bool,
    /// Makes the records of these reads unreadable.
    pub(super) garbles: bool,
}

/// A journal in memory that can withhold reads.
pub(super) struct HeldJournal {
    records: MemoryJournal,
    pub(super) held: watch::Sender<WithheldReads>,
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
            // The first record, which is read alone, is enough to list a game.
            self.pass(|held| limit > 1 && held.games.contains(stream.as_str())).await?;
            let mut read = self.records.read(stream, from, limit).await?;
            if self.held.borrow().garbles {
                for record in &mut read {
                    record.bytes = Bytes::from_static(b"\xff");
                }
            }
            Ok(read)
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

/// Returns such a journal with nothing withheld, and a server on it that has not started.
pub(super) fn held() -> Site<HeldJournal> {
    Site::built(CONTEST, HeldJournal { records: MemoryJournal::new(), held: watch::Sender::default() })
}

impl Site<HeldJournal> {
    /// Starts a server with an open round in both games.
    async fn open() -> Self {
        let mut site = held();
        site.start().await;
        for game in ["g", "h"] {
            let request = OpenRoundRequest { game: game.into(), round: 1 };
            site.link("judge").judge().open_round(request).await.unwrap();
        }
        site
    }

    /// Lets a team replace its list this many times, without using the network.
    async fn replace_lists(&self, id: &str, lists: u32) {
        let stop = watch::Sender::new(false);
        let games = Games::open(self.contest(), self.context(), stop.subscribe()).await.unwrap();
        let (game, team) = (games.open_game(id).await.unwrap().unwrap(), TeamId(0));
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

    fn hold(&self, games: &[&'static str]) {
        self.journal.held.send_modify(|held| held.games = games.iter().copied().collect());
    }

    async fn listed(&self, name: &str) -> Vec<GameEntry> {
        self.link(name).watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games
    }

    /// Waits until a game is listed in this state, with or without a clock.
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

    /// Appends an unreadable record to a game.
    async fn damage(&self, game: &str) {
        let stream = StreamId::new(game).unwrap();
        let claim = self.journal.claim(stream.clone()).await.unwrap();
        let records = vec![Bytes::from_static(b"\xff")];
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        self.journal.append(append).await.unwrap();
    }

    async fn figures(&self, name: &str) -> Vec<String> {
        let (_, text) = metrics(self.metrics, "/metrics").await;
        text.lines().filter(|line| line.starts_with(name)).map(str::to_owned).collect()
    }

    async fn heads(&self) -> Vec<(StreamId, Sequence)> {
        self.journal.streams().await.unwrap()
    }
}

/// Follows a feed to the opening of the lists, and returns their prices.
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
async fn server_answers_before_games_are_read() {
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
    // The clock of an open window is paused until its game has been read.
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
    // The other game is also read without a request.
    site.until_listed("h", GameState::Started, true).await;
    site.clock.advance(90_000);
    assert_eq!(opened(own).await, [20, 21]);
    assert_eq!(opened(site.watch("board", "h").await.unwrap()).await, [30, 31]);
    assert!(site.heads().await > before);
    site.stop().await;
}

#[tokio::test]
async fn game_without_clients_continues_after_restart() {
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
async fn requested_game_is_read_during_sweep_and_starts_once() {
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
async fn damaged_game_is_found_when_read_and_holds_back_no_other() {
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
async fn journal_failure_during_background_read_ends_server() {
    let mut site = Site::open().await;
    site.stop().await;
    site.hold(&["g"]);
    site.start().await;
    site.until_listed("h", GameState::Started, true).await;
    site.journal.held.send_modify(|held| held.fails = true);
    let (_stop, serving) = site.running.take().unwrap();
    let error = serving.await.unwrap().unwrap_err();
    assert_eq!(error.to_string(), "can't use the journal of game g");
}

#[tokio::test]
async fn server_ends_when_all_its_games_are_damaged() {
    let mut site = held();
    // One game's damage is in its first record, which is read before the server answers.
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
    assert_eq!(error.to_string(), "can't read record 2 of game h");
}

#[tokio::test]
async fn waiting_for_one_game_does_not_block_another() {
    let mut site = Site::open().await;
    site.stop().await;
    site.hold(&["g", "h"]);
    site.start().await;
    // More requests than games are read at once, all on the connection that also carries the last request.
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
        for request in &mut waiting {
            assert!(request.as_mut().poll(cx).is_pending());
        }
        std::task::Poll::Ready(())
    })
    .await;
    site.hold(&["g"]);
    other.as_mut().await.unwrap();
    site.hold(&[]);
    for request in waiting {
        request.await.unwrap();
    }
    site.stop().await;
}

#[tokio::test]
async fn metrics_hide_rejections_while_games_are_read() {
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
async fn server_stopped_while_opening_leaves_no_game_running() {
    let mut site = Site::open().await;
    site.stop().await;
    site.hold(&["h"]);
    let head = async || site.journal.streams().await.unwrap()[0].1;
    let before = head().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let mut parts = site.parts(TcpListener::bind("127.0.0.1:0").await.unwrap());
    // The start waits until all games have been read.
    parts.context.awaited_records = u64::MAX;
    let incoming = TcpListenerStream::new(listener);
    // One of the two games is running by then and records each second.
    let shutdown = async {
        while head().await == before {
            site.clock.advance(1_000);
            tokio::task::yield_now().await;
        }
    };
    serve(parts, incoming.map(|stream| stream), shutdown).await.unwrap();
    assert_eq!(Arc::strong_count(&site.journal), 1, "nobody else has it");
}
