//! A database that can't commit because its second copy is missing, or that was down for a while.

use std::time::Duration;

use ishigaki_journal_postgres::harness::Cluster;
use ishigaki_proto::team;
use rustix::process::Signal;

use super::fixture::{ClusterFixture, Server, is_elsewhere};

/// Number of games: with this many, none of three servers is without a game by chance.
const GAMES: usize = 30;

/// Starts a separate cluster, or returns `None` without PostgreSQL.
fn cluster() -> Option<Cluster> {
    Cluster::shared().map(|_| Cluster::start("").unwrap())
}

/// Waits until this many commits wait for the second copy. Queries that only check replication don't count.
async fn stalled(fixture: &ClusterFixture, cluster: &Cluster, count: usize) {
    let waiting = "SELECT pid FROM pg_stat_activity
        WHERE wait_event = 'SyncRep' AND query NOT LIKE '%pg_logical_emit_message%'";
    while cluster.sql(waiting).len() < count {
        fixture.turn().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn server_started_without_the_second_copy_serves_with_it() {
    let Some(cluster) = cluster() else { return };
    let fixture = ClusterFixture::at(cluster.place(), 2);
    fixture.serve().stop();
    cluster.demand_copy(true);
    let server = fixture.begin();
    stalled(&fixture, &cluster, 1).await;
    // Longer than the server's lease.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    cluster.demand_copy(false);
    let server = server.listening();
    assert_eq!(fixture.serves(&server, 2).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn server_stops_while_database_commits_stall() {
    let Some(cluster) = cluster() else { return };
    let fixture = ClusterFixture::at(cluster.place(), 2);
    let mut server = fixture.serve();
    fixture.open_round(&server, "g1").await.unwrap();
    cluster.demand_copy(true);
    let mut starting = fixture.begin();
    stalled(&fixture, &cluster, 1).await;
    starting.stop_in(&fixture).await;
    let log = starting.log();
    assert!(!log.contains("the journal does not answer"), "it had nothing to wait for: {log}");
    let link = fixture.link(&server, "a");
    let request = team::SubmitBidsRequest { game: "g1".into(), round: 1, ..Default::default() };
    let answered = tokio::spawn(async move { link.team().submit_bids(request).await });
    // The other server's transaction is still waiting in the database.
    stalled(&fixture, &cluster, 2).await;
    server.stop_in(&fixture).await;
    answered.await.unwrap().expect_err("nothing is durable");
    let log = server.log();
    assert!(log.contains("the journal does not answer: stopping anyway"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_rejoin_after_a_restart_share_the_games() {
    let Some(cluster) = cluster() else { return };
    // Enough games that each server is the preferred holder of some.
    let fixture = ClusterFixture::at(cluster.place(), GAMES);
    let servers: [Server; 3] = fixture.serve_together();
    // Games that have begun aren't redistributed.
    for game in (1..=GAMES).map(|number| format!("g{number}")) {
        begin_on_any(&fixture, &servers, &game).await;
    }
    loop {
        let joined = servers.each_ref().map(rejoined);
        cluster.stop();
        // The first server joins long before the others.
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
        // On a busy machine, a server may have joined after the others stopped waiting for it.
    }
}

/// Plays one round of a game on the server that holds it.
async fn begin_on_any(fixture: &ClusterFixture, servers: &[Server; 3], game: &str) {
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
                // Another server holds the game, or is about to.
                Err(status) => assert!(is_elsewhere(&status), "{status:?}"),
            }
        }
        fixture.turn().await;
    }
}

/// Returns how many times a server has joined again.
fn rejoined(server: &Server) -> usize {
    server.log().matches("joined again").count()
}
