//! Starts of a server whose games are over: they are listed at once, brought back when somebody asks, and verified behind.

use std::collections::BTreeSet;

use ishigaki_journal::{Journal as _, SqliteJournal, StreamId};
use ishigaki_proto::judge::{AbandonGameRequest, OpenRoundRequest};
use ishigaki_proto::watch::{GameState, ListGamesRequest, ReadRecordRequest, WatchGameRequest};
use ishigaki_proto::wire::{self, feed_item::Body};

use crate::service::fixture::{CONTEST, ServiceFixture, reason};

/// As long as a game has to be quiet, and the looks before and after, in milliseconds.
const QUIET: u64 = 61_000;
const LOOK: u64 = 5_000;

/// The game that is over, with lists that were replaced, and one that goes on.
async fn played() -> ServiceFixture {
    let second = "[[game]]\nid = \"h\"\nscenario = \"tiny-2\"\nclose = \"deadline\"\n";
    let fixture = ServiceFixture::with(&format!("{CONTEST}\n{second}")).await;
    for game in ["g", "h"] {
        let request = OpenRoundRequest { game: game.into(), round: 1 };
        fixture.link("judge").judge().open_round(request).await.unwrap();
    }
    let a = fixture.seat("a");
    assert_eq!(a.bid(1, 0, &[("P", 20)]).await.unwrap(), 1);
    fixture.wait(1_500);
    assert_eq!(a.bid(1, 1, &[("P", 21)]).await.unwrap(), 2);
    fixture
}

async fn abandon(fixture: &ServiceFixture, reason: &str) {
    let request = AbandonGameRequest { game: "g".into(), reason: reason.into() };
    fixture.link("judge").judge().abandon_game(request).await.unwrap();
}

/// What somebody's feed of the game over shows from an item on, up to the abandonment: the items with their numbers.
async fn feed(fixture: &ServiceFixture, name: &str, from_sequence: u64) -> Vec<(u64, Option<Body>)> {
    let request = WatchGameRequest { game: "g".into(), from_sequence, ..Default::default() };
    let mut items = fixture.link(name).watch().watch_game(request).await.unwrap().into_inner();
    let mut seen = Vec::new();
    loop {
        let item = items.message().await.unwrap().unwrap().item.unwrap();
        if let Some(Body::Pulse(_)) = item.body {
            return seen;
        }
        seen.push((item.sequence, item.body));
    }
}

async fn record(fixture: &ServiceFixture) -> Vec<String> {
    let request = ReadRecordRequest { game: "g".into(), from_line: 1, limit: 0 };
    fixture.link("board").watch().read_record(request).await.unwrap().into_inner().lines
}

/// How the games are listed, each with its state and its clock.
async fn listed(fixture: &ServiceFixture) -> Vec<(String, GameState, Option<wire::Clock>)> {
    let games =
        fixture.link("judge").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    games.into_iter().map(|entry| (entry.game.clone(), entry.state(), entry.clock)).collect()
}

impl ServiceFixture {
    /// Waits until a figure is this.
    async fn until_figure(&self, name: &str, value: &str) {
        loop {
            let (_, text) = self.server.metrics("/metrics").await;
            if text.lines().any(|line| line == format!("{name} {value}")) {
                return;
            }
            tokio::task::yield_now().await;
        }
    }
}

async fn restart(fixture: &mut ServiceFixture) {
    fixture.server.stop().await;
    fixture.server.resume().await;
}

#[tokio::test]
async fn a_game_that_is_over_is_listed_at_once_and_is_as_it_was_when_somebody_asks_for_it() {
    let mut fixture = played().await;
    abandon(&fixture, "the hall is on fire").await;
    let feeds = ["a", "b", "board", "judge"];
    let mut before = Vec::new();
    for name in feeds {
        before.push(feed(&fixture, name, 1).await);
    }
    let lines = record(&fixture).await;
    restart(&mut fixture).await;
    fixture.until_figure("ishigaki_dormant_games", "1").await;
    let games = listed(&fixture).await;
    let phases = games.iter().map(|(game, state, clock)| (&**game, *state, clock.unwrap().phase()));
    let expected =
        [("g", GameState::Started, wire::Phase::Abandoned), ("h", GameState::Started, wire::Phase::Bidding)];
    assert_eq!(phases.collect::<Vec<_>>(), expected);
    assert_eq!(record(&fixture).await, lines);
    fixture.until_figure("ishigaki_dormant_games", "0").await;
    for (name, before) in feeds.into_iter().zip(&before) {
        for from in 1..=before.len() {
            assert_eq!(
                feed(&fixture, name, before[from - 1].0).await,
                before[from - 1..],
                "{name} from {from}"
            );
        }
    }
    let refused = fixture.seat("a").bid(1, 2, &[("P", 22)]).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_WRONG_PHASE");
}

#[tokio::test]
async fn a_game_that_is_over_leaves_memory_when_nobody_reads_it_and_comes_back_as_it_was() {
    let fixture = played().await;
    abandon(&fixture, "enough").await;
    let (before, lines) = (feed(&fixture, "a", 1).await, record(&fixture).await);
    for _ in 0..2 {
        let watching = fixture.items("b", 1).await;
        for _ in 0..=QUIET / LOOK {
            fixture.wait(LOOK);
            tokio::task::yield_now().await;
        }
        fixture.until_figure("ishigaki_dormant_games", "0").await;
        drop(watching);
        // Its end is noticed at the next item or pulse, and the game is quiet from then on.
        loop {
            fixture.wait(LOOK);
            let (_, text) = fixture.server.metrics("/metrics").await;
            if text.contains("ishigaki_dormant_games 1\n") {
                break;
            }
        }
        let phase = listed(&fixture).await[0].2.unwrap();
        assert_eq!(phase.phase(), wire::Phase::Abandoned);
        let clock = phase.now_ms;
        assert_eq!(feed(&fixture, "a", 1).await, before);
        assert_eq!(record(&fixture).await, lines);
        assert!(listed(&fixture).await[0].2.unwrap().now_ms >= clock, "its time goes on");
    }
}

#[tokio::test]
async fn games_that_were_listed_by_their_checkpoints_are_verified_behind() {
    let mut fixture = played().await;
    abandon(&fixture, "over").await;
    restart(&mut fixture).await;
    loop {
        fixture.wait(LOOK);
        let (_, text) = fixture.server.metrics("/metrics").await;
        if text.contains("ishigaki_unverified_games 0\n") && text.contains("ishigaki_dormant_games 1\n") {
            return;
        }
    }
}

/// The journal's checkpoint of the game, which is taken out if it is to be put in somewhere else.
async fn checkpoint(journal: &std::path::Path) -> bytes::Bytes {
    let journal = SqliteJournal::open(journal).unwrap();
    let game = StreamId::new("g").unwrap();
    let kept = journal.checkpoints(BTreeSet::from([game.clone()])).await.unwrap();
    journal.close().await.unwrap();
    kept[&game].clone()
}

async fn put_in(journal: &std::path::Path, checkpoint: bytes::Bytes) {
    let journal = SqliteJournal::open(journal).unwrap();
    journal.keep_checkpoint(StreamId::new("g").unwrap(), checkpoint).await.unwrap();
    journal.close().await.unwrap();
}

#[tokio::test]
async fn checkpoint_of_another_branch_or_not_authentic_is_made_anew() {
    let mut fixture = played().await;
    fixture.server.stop().await;
    let (journal, copy) = (fixture.server.journal(), fixture.server.journal().with_extension("copy"));
    std::fs::copy(&journal, &copy).unwrap();
    fixture.server.resume().await;
    abandon(&fixture, "one way").await;
    fixture.server.stop().await;
    let other = checkpoint(&journal).await;
    // The same game, which came to another end from the same records on.
    std::fs::copy(&copy, &journal).unwrap();
    std::fs::remove_file(journal.with_file_name("journal.served")).unwrap();
    fixture.server.resume().await;
    abandon(&fixture, "another way").await;
    fixture.server.stop().await;
    let own = checkpoint(&journal).await;
    assert_eq!(own.len(), other.len(), "both are after the same number of records");
    put_in(&journal, other).await;
    fixture.server.resume().await;
    assert!(!record(&fixture).await.is_empty(), "the records verify, and the checkpoint is only a cache");
    assert!(listed(&fixture).await.iter().all(|game| game.1 == GameState::Started));
    fixture.server.stop().await;
    assert_eq!(checkpoint(&journal).await, own, "it was made anew");
    // One that nobody with the key has made says nothing at all.
    let mut forged = own.to_vec();
    forged[5] ^= 1;
    put_in(&journal, forged.into()).await;
    fixture.server.resume().await;
    assert!(!record(&fixture).await.is_empty());
    fixture.server.stop().await;
    assert_eq!(checkpoint(&journal).await, own, "it was made anew");
    fixture.server.resume().await;
    fixture.until_figure("ishigaki_dormant_games", "1").await;
}
