//! A database that does not commit because its second copy is missing, or was away for a while.

use std::time::Duration;

use ishigaki_journal_postgres::harness::Cluster;

use super::hall::Hall;

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
