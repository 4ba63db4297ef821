//! A server that starts while only the database's second copy is reachable.

use ishigaki_journal_postgres::harness::Pair;

use super::fixture::ClusterFixture;

#[tokio::test(flavor = "multi_thread")]
async fn server_with_only_a_second_copy_waits_and_can_be_stopped() {
    let Some(pair) = Pair::start_or_pass_over() else { return };
    let fixture = ClusterFixture::at(pair.place(), 2);
    let mut server = fixture.serve();
    // The unreachable host is first in the URL, and then last.
    for _ in 0..2 {
        assert_eq!(fixture.serves(&server, 2).await.len(), 2);
        server.stop();
        pair.kill_primary().unwrap();
        let (mut stopped, waiting) = (fixture.begin(), fixture.begin());
        for server in [&stopped, &waiting] {
            while !server.log().contains("the database is read-only") {
                fixture.turn().await;
            }
        }
        stopped.stop();
        pair.promote().unwrap();
        server = waiting.listening();
        let log = server.log();
        assert!(log.contains("the database accepts writes: the server starts"), "{log}");
        pair.rebuild().unwrap();
    }
    assert_eq!(fixture.serves(&server, 2).await.len(), 2);
}
