//! A database that does not commit because its second copy is missing, or was away for a while.

use std::time::Duration;

use ishigaki_journal_postgres::harness::Cluster;
use ishigaki_proto::team;
use rustix::process::Signal;

use super::fixture::{ClusterFixture, Server, is_elsewhere};

/// How many games share servers: with so many it does not happen that one of three should have none.
const GAMES: usize = 30;

/// A cluster of one's own; `None` where there is no PostgreSQL.
fn cluster() -> Option<Cluster> {
    Cluster::shared().map(|_| Cluster::start("").unwrap())
}

/// Waits until so many wait for a second copy, beside those that only ask whether it has what they have seen.
async fn stalled(fixture: &ClusterFixture, cluster: &Cluster, count: usize) {
    let waiting = "SELECT pid FROM pg_stat_activity
        WHERE wait_event = 'SyncRep' AND query NOT LIKE '%pg_logical_emit_message%'";
    while cluster.sql(waiting).len() < count {
        fixture.turn().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_started_without_the_second_copy_serves_when_it_is_there() {
    let Some(cluster) = cluster() else { return };
    let fixture = ClusterFixture::at(cluster.place(), 2);
    fixture.serve().stop();
    cluster.demand_copy(true);
    let server = fixture.begin();
    stalled(&fixture, &cluster, 1).await;
    // Longer than its lease.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    cluster.demand_copy(false);
    let server = server.listening();
    assert_eq!(fixture.serves(&server, 2).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_asked_to_stop_while_the_database_does_not_commit_goes() {
    let Some(cluster) = cluster() else { return };
    let fixture = ClusterFixture::at(cluster.place(), 2);
    let mut server = fixture.serve();
    fixture.open_round(&server, "g1").await.unwrap();
    cluster.demand_copy(true);
    let mut starting = fixture.begin();
    stalled(&fixture, &cluster, 1).await;
    starting.stop_in(&fixture).await;
    let log = starting.log();
    assert!(!log.contains("THE JOURNAL DOES NOT ANSWER"), "it had nothing to wait for: {log}");
    let link = fixture.link(&server, "a");
    let request = team::SubmitBidsRequest { game: "g1".into(), round: 1, ..Default::default() };
    let answered = tokio::spawn(async move { link.team().submit_bids(request).await });
    // What the other one had under way is in the database, and still waits there.
    stalled(&fixture, &cluster, 2).await;
    server.stop_in(&fixture).await;
    answered.await.unwrap().expect_err("nothing is durable");
    let log = server.log();
    assert!(log.contains("THE JOURNAL DOES NOT ANSWER, and this server was asked to stop"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_join_again_after_a_restart_of_the_database_share_its_games() {
    let Some(cluster) = cluster() else { return };
    // So many that each server is the one that some of them belong to.
    let fixture = ClusterFixture::at(cluster.place(), GAMES);
    let servers: [Server; 3] = fixture.serve_together();
    // What has begun stays where it is.
    for game in (1..=GAMES).map(|number| format!("g{number}")) {
        begin_somewhere(&fixture, &servers, &game).await;
    }
    loop {
        let joined = servers.each_ref().map(rejoined);
        cluster.stop();
        // One is the first by far.
        for late in &servers[1..] {
            late.signal(Signal::STOP);
        }
        cluster.start_again();
        while rejoined(&servers[0]) == joined[0] {
            fixture.turn().await;
        }
        for late in &servers[1..] {
            late.signal(Signal::CONT);
        }
        for (late, before) in servers.iter().zip(joined) {
            while rejoined(late) == before {
                fixture.turn().await;
            }
        }
        let after = fixture.settled(&servers.each_ref()).await;
        if (0..3).all(|place| after.values().any(|at| *at == place)) {
            break;
        }
        // Where the machine has much else to do, one may have come later than it is waited for.
    }
}

/// Opens a round of a game and closes it, wherever it is served.
async fn begin_somewhere(fixture: &ClusterFixture, servers: &[Server; 3], game: &str) {
    let mut done = 0;
    while done < 3 {
        for server in servers {
            let acted = match done {
                0 => fixture.open_round(server, game).await,
                1 => fixture.bid(server, (game, "a"), 0).await.map(drop),
                _ => fixture.bid(server, (game, "b"), 0).await.map(drop),
            };
            match acted {
                Ok(()) => {
                    done += 1;
                    break;
                }
                // Another one has it, or is about to.
                Err(status) => assert!(is_elsewhere(&status), "{status:?}"),
            }
        }
        fixture.turn().await;
    }
}

/// How often a server has joined again.
fn rejoined(server: &Server) -> usize {
    server.log().matches("joined again").count()
}
