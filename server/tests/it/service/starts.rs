//! Starts of a server with finished games: they are listed at once, opened on request, and verified in the
//! background.

use std::collections::BTreeSet;

use ishigaki_journal::{Journal as _, SqliteJournal, StreamId};
use ishigaki_proto::judge::{AbandonGameRequest, OpenRoundRequest};
use ishigaki_proto::watch::{GameState, ListGamesRequest, ReadRecordRequest, WatchGameRequest};
use ishigaki_proto::wire::{self, feed_item::Body};

use crate::service::fixture::{CONTEST, ServiceFixture};

/// Idle time before a game leaves memory, and interval of the checks, in milliseconds.
const IDLE_TIME: u64 = 61_000;
const CHECK_INTERVAL: u64 = 5_000;

/// A game that will be abandoned, with replaced lists, and one that continues.
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

/// Returns the items of a feed of the finished game, from an item to the abandonment, with their numbers.
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

async fn listed(fixture: &ServiceFixture) -> Vec<(String, GameState, Option<wire::Clock>)> {
    let games =
        fixture.link("judge").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    games.into_iter().map(|entry| (entry.game.clone(), entry.state(), entry.clock)).collect()
}

impl ServiceFixture {
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
async fn finished_game_leaves_memory_and_comes_back_the_same() {
    let fixture = played().await;
    abandon(&fixture, "enough").await;
    let (before, lines) = (feed(&fixture, "a", 1).await, record(&fixture).await);
    for _ in 0..2 {
        let watching = fixture.items("b", 1).await;
        for _ in 0..=IDLE_TIME / CHECK_INTERVAL {
            fixture.wait(CHECK_INTERVAL);
            tokio::task::yield_now().await;
        }
        fixture.until_figure("ishigaki_dormant_games", "0").await;
        drop(watching);
        // The server notices the end of the feed at the next item or pulse, and the game is idle from then on.
        loop {
            fixture.wait(CHECK_INTERVAL);
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
async fn games_listed_by_checkpoints_are_verified_later() {
    let mut fixture = played().await;
    abandon(&fixture, "over").await;
    restart(&mut fixture).await;
    loop {
        fixture.wait(CHECK_INTERVAL);
        let (_, text) = fixture.server.metrics("/metrics").await;
        if text.contains("ishigaki_unverified_games 0\n") && text.contains("ishigaki_dormant_games 1\n") {
            return;
        }
    }
}

/// Returns the journal's checkpoint of the game, for use in another journal.
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
async fn foreign_or_forged_checkpoint_is_rebuilt() {
    let mut fixture = played().await;
    fixture.server.stop().await;
    let (journal, copy) = (fixture.server.journal(), fixture.server.journal().with_extension("copy"));
    std::fs::copy(&journal, &copy).unwrap();
    fixture.server.resume().await;
    abandon(&fixture, "one way").await;
    fixture.server.stop().await;
    let other = checkpoint(&journal).await;
    // The same game continues from the same records to another end.
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
    // A checkpoint that wasn't made with the server's key is ignored.
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
