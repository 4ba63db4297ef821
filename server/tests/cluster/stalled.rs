//! A database that does not commit because its second copy is missing, or was away for a while.

use std::time::Duration;

use ishigaki_journal_postgres::harness::Cluster;
use ishigaki_proto::team;
use rustix::process::Signal;

use super::hall::{Hall, Server};

/// A cluster of one's own; `None` where there is no PostgreSQL.
fn cluster() -> Option<Cluster> {
    Cluster::shared().map(|_| Cluster::start("").unwrap())
}

/// Sets which second copies answers wait for.
fn copies(cluster: &Cluster, names: &str) {
    cluster.sql(&format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'"));
    cluster.sql("SELECT pg_reload_conf()");
    while cluster.sql("SHOW synchronous_standby_names") != [names] {}
}

/// Waits until so many wait for a second copy.
async fn stalled(hall: &Hall, cluster: &Cluster, count: usize) {
    while cluster.sql("SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'").len() < count {
        hall.turn().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_is_started_without_the_second_copy_serves_when_it_is_there() {
    let Some(cluster) = cluster() else { return };
    let hall = Hall::at(cluster.place(), 2);
    hall.serve().stop();
    copies(&cluster, "nobody");
    let server = hall.begin();
    stalled(&hall, &cluster, 1).await;
    // Longer than its lease.
    tokio::time::sleep(Duration::from_millis(1_500)).await;
    copies(&cluster, "");
    let server = server.listening();
    assert_eq!(hall.serves(&server, 2).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_asked_to_stop_while_the_database_does_not_commit_goes() {
    let Some(cluster) = cluster() else { return };
    let hall = Hall::at(cluster.place(), 2);
    let mut server = hall.serve();
    hall.open_round(&server, "g1").await.unwrap();
    copies(&cluster, "nobody");
    let mut starting = hall.begin();
    stalled(&hall, &cluster, 1).await;
    starting.stop_in(&hall).await;
    let log = starting.log();
    assert!(!log.contains("THE JOURNAL DOES NOT ANSWER"), "it had nothing to wait for: {log}");
    let link = hall.link(&server, "a");
    let request = team::SubmitBidsRequest { game: "g1".into(), round: 1, ..Default::default() };
    let answered = tokio::spawn(async move { link.team().submit_bids(request).await });
    // What the other one had under way is in the database, and still waits there.
    stalled(&hall, &cluster, 2).await;
    server.stop_in(&hall).await;
    answered.await.unwrap().expect_err("nothing is durable");
    let log = server.log();
    assert!(log.contains("THE JOURNAL DOES NOT ANSWER, and this server was asked to stop"), "{log}");
}

#[tokio::test(flavor = "multi_thread")]
async fn servers_that_join_again_after_a_restart_of_the_database_share_its_games() {
    let Some(cluster) = cluster() else { return };
    let hall = Hall::at(cluster.place(), 12);
    let servers: [Server; 3] = hall.serve_together();
    let names: Vec<String> = (1..=12).map(|number| format!("g{number}")).collect();
    // What has not begun is shared out at once.
    for server in &servers {
        hall.serves(server, 1).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    let before = hall.settled(&servers.each_ref()).await;
    for (place, server) in servers.iter().enumerate() {
        let own: Vec<&str> = names.iter().map(String::as_str).filter(|name| before[*name] == place).collect();
        hall.begin_games(server, &own).await;
    }
    cluster.stop();
    // One is the first by far.
    for late in &servers[1..] {
        late.signal(Signal::STOP);
    }
    cluster.start_again();
    while !servers[0].log().contains("joined again") {
        hall.turn().await;
    }
    for late in &servers[1..] {
        late.signal(Signal::CONT);
    }
    let after = hall.settled(&servers.each_ref()).await;
    let held = |place| after.values().filter(|at| **at == place).count();
    assert!((0..3).all(|place| held(place) > 0), "{after:?}");
}
