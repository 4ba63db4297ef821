//! Damaged games: they are named, the other games are served, and a server that can read one serves it.

use std::collections::BTreeSet;
use std::fs;

use bytes::Bytes;
use ishigaki_journal::{Append, Expected, Journal as _, StreamId};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::{Cluster, sql};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::{GameState, WatchGameRequest};
use rustix::process::Signal;

use super::fixture::{ClusterFixture, Server, fault};

#[tokio::test(flavor = "multi_thread")]
async fn broken_game_holds_back_no_other_in_a_takeover() {
    let Some(cluster) = Cluster::shared() else { return };
    let fixture = ClusterFixture::at(cluster.place(), 12);
    let first = fixture.serve();
    let names: Vec<String> = (1..=12).map(|number| format!("g{number}")).collect();
    fixture.begin_games(&first, &names.iter().map(String::as_str).collect::<Vec<_>>()).await;
    first.signal(Signal::STOP);
    let journal = PostgresJournal::open(fixture.journal(), Expected::Journal).unwrap();
    let stream = StreamId::new("g5").unwrap();
    let claim = journal.claim(stream.clone()).await.unwrap();
    let records = vec![Bytes::from_static(b"no record of any game")];
    journal.append(Append { stream, epoch: claim.epoch, expected: claim.head, records }).await.unwrap();
    journal.close().await.unwrap();
    let (second, third) = (fixture.serve(), fixture.serve());
    let mut served = Vec::new();
    while served.len() < 11 {
        served = [fixture.served(&second).await, fixture.served(&third).await].concat();
    }
    served.sort();
    let mut rest: Vec<String> = names.into_iter().filter(|name| name != "g5").collect();
    rest.sort();
    assert_eq!(served, rest);
    let is_logged =
        |log: &str| log.lines().any(|line| line.contains("game unavailable") && line.contains("g5"));
    while !is_logged(&second.log()) || !is_logged(&third.log()) {
        fixture.turn().await;
    }
    for server in [&second, &third] {
        // The other server may still be listed as the holder.
        let state = async || {
            let listed = fixture.listed(server).await.games;
            listed.iter().find(|game| game.game == "g5").unwrap().state()
        };
        let mut seen = state().await;
        while seen == GameState::Elsewhere {
            fixture.turn().await;
            seen = state().await;
        }
        assert_eq!(seen, GameState::Damaged);
        let refused = fixture.items(server, ("g5", "a"), 1).await.unwrap_err();
        assert_eq!(fault(&refused).reason, ErrorReason::GameDamaged);
    }
    first.signal(Signal::CONT);
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_game_moves_to_server_that_can_read_it() {
    let Some((fixture, mut first)) = six_games_begun().await else { return };
    let (blind, sound) = (serve_blind(&fixture), fixture.serve());
    first.kill();
    assert_eq!(fixture.serves(&sound, 6).await.len(), 6);
    for game in SIX {
        fixture.items(&sound, (game, "a"), 1).await.unwrap();
        let elsewhere = loop {
            let refused = fault(&fixture.items(&blind, (game, "a"), 1).await.unwrap_err());
            // The server learns of the holder within a second.
            if refused.metadata.contains_key("address") {
                break refused;
            }
            fixture.turn().await;
        };
        assert_eq!(elsewhere.metadata["address"], sound.address);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unreadable_game_waits_for_server_that_can_read_it() {
    let Some((fixture, mut first)) = six_games_begun().await else { return };
    let blind = serve_blind(&fixture);
    first.kill();
    let is_named = |game: &str| {
        let game = format!("game=\"{game}\"");
        blind.log().lines().any(|line| line.contains("game unavailable") && line.contains(&game))
    };
    while !SIX.iter().all(|game| is_named(game)) {
        fixture.turn().await;
    }
    let sound = fixture.serve();
    assert_eq!(fixture.serves(&sound, 6).await.len(), 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn game_that_lost_answered_records_is_not_played_on() {
    let Some(cluster) = Cluster::shared().map(|_| Cluster::start("").unwrap()) else { return };
    let fixture = ClusterFixture::at(cluster.place(), 3);
    let first = fixture.serve();
    fixture.begin_games(&first, &["g1"]).await;
    let second = fixture.serve();
    // A second copy that was absent and is then promoted looks like this.
    let cut = "BEGIN; DELETE FROM record r USING stream s WHERE r.stream = s.number AND s.name = 'g1' AND r.sequence = s.head; \
        UPDATE stream SET head = head - 1 WHERE name = 'g1'; COMMIT; \
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'ishigaki-journal%'";
    sql(fixture.journal(), cut);
    for server in [&first, &second] {
        while !server.log().contains("joined again") {
            fixture.turn().await;
        }
    }
    let mut served = BTreeSet::new();
    while served != ["g2", "g3"].map(str::to_owned).into() {
        served = [fixture.served(&first).await, fixture.served(&second).await].concat().into_iter().collect();
        fixture.turn().await;
    }
    for server in [&first, &second] {
        shuts_out_g1(&fixture, server).await;
    }
    assert!(first.log().contains("the journal lacks records"), "{}", first.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn running_game_found_to_lack_records_is_ended() {
    let Some(fixture) = ClusterFixture::of_games(3) else { return };
    let first = fixture.serve();
    fixture.begin_games(&first, &["g1", "g2", "g3"]).await;
    let watch = WatchGameRequest { game: "g1".into(), from_sequence: 1, ..Default::default() };
    let mut feed = fixture.link(&first, "board").watch().watch_game(watch).await.unwrap().into_inner();
    // Another server that has seen more of the game, and opens the journal later, writes such a note.
    sql(fixture.journal(), "INSERT INTO note (name, version, bytes) VALUES ('lost', 1, '{\"g1\": 2}')");
    while let Ok(Some(_)) = feed.message().await {}
    let second = fixture.serve();
    for server in [&first, &second] {
        shuts_out_g1(&fixture, server).await;
        let refused = fixture.items(server, ("g1", "a"), 1).await.unwrap_err();
        assert_eq!(fault(&refused).reason, ErrorReason::GameDamaged);
    }
    assert_eq!(fixture.served(&first).await, ["g2", "g3"], "the others go on where they were");
}

/// Waits until a server lists the first game as damaged, and asserts that its log says so.
async fn shuts_out_g1(fixture: &ClusterFixture, server: &Server) {
    loop {
        let listed = fixture.listed(server).await.games;
        if listed.iter().find(|game| game.game == "g1").unwrap().state() == GameState::Damaged {
            break;
        }
        fixture.turn().await;
    }
    let log = server.log();
    assert!(log.lines().any(|line| line.contains("game unavailable") && line.contains("g1")), "{log}");
}

const SIX: [&str; 6] = ["g1", "g2", "g3", "g4", "g5", "g6"];

async fn six_games_begun() -> Option<(ClusterFixture, Server)> {
    let fixture = ClusterFixture::of_games(SIX.len())?;
    let first = fixture.serve();
    fixture.begin_games(&first, &SIX).await;
    Some((fixture, first))
}

/// Starts a server with a wrong key, so that no record is authentic.
fn serve_blind(fixture: &ClusterFixture) -> Server {
    fixture.serve_with(|folder| {
        let file = folder.join("contest.key");
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<String> = text
            .lines()
            .map(|line| match line.strip_prefix("wrapping = ") {
                Some(_) => format!("wrapping = \"{}\"", "5a".repeat(32)),
                None => line.to_owned(),
            })
            .collect();
        fs::write(&file, lines.join("\n")).unwrap();
    })
}
