//! A server that is started while only the database's second copy answers.

use ishigaki_journal_postgres::harness::Pair;

use super::fixture::ClusterFixture;

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_finds_only_a_second_copy_waits_for_a_primary_and_can_be_stopped_meanwhile() {
    let Some(pair) = Pair::start_or_pass_over() else { return };
    let fixture = ClusterFixture::at(pair.place(), 2);
    let mut server = fixture.serve();
    // The host that does not answer is the first of the two in the URL, and then the last.
    for _ in 0..2 {
        assert_eq!(fixture.serves(&server, 2).await.len(), 2);
        server.stop();
        pair.kill_primary().unwrap();
        let (mut stopped, waiting) = (fixture.begin(), fixture.begin());
        for server in [&stopped, &waiting] {
            while !server.log().contains("THE DATABASE TAKES NO CHANGES") {
                fixture.turn().await;
            }
        }
        stopped.stop();
        pair.promote().unwrap();
        server = waiting.listening();
        let log = server.log();
        assert!(log.contains("the database takes changes: this server begins"), "{log}");
        pair.rebuild().unwrap();
    }
    assert_eq!(fixture.serves(&server, 2).await.len(), 2);
}
