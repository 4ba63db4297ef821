//! A game start interrupted by the loss of a server: the game's stream exists but is empty.

use ishigaki_journal::{Expected, Journal as _, StreamId};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::Cluster;
use ishigaki_proto::organiser::StartGameRequest;

use super::fixture::ClusterFixture;

const CONTEST: &str = "
[[team]]
id = \"a\"
name = \"A\"
[[team]]
id = \"b\"
name = \"B\"
[[game]]
id = \"g1\"
scenario = \"tiny-2\"
[[game]]
id = \"g2\"
scenario = \"tiny-2\"
starts = \"by-organiser\"
teams = 2
";

#[tokio::test(flavor = "multi_thread")]
async fn game_with_a_cut_off_start_waits_and_blocks_no_other() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.place();
    let lost = PostgresJournal::open(&url, Expected::JournalOrNothing).unwrap();
    lost.claim(StreamId::new("g2").unwrap()).await.unwrap();
    lost.close().await.unwrap();
    let fixture = ClusterFixture::with(url, CONTEST, &[]);
    let server = fixture.serve();
    assert_eq!(fixture.serves(&server, 1).await, ["g1"]);
    let teams = vec!["a".into(), "b".into()];
    let start = StartGameRequest { game: "g2".into(), teams, seats: 0 };
    fixture.link(&server, "organiser").organiser().start_game(start).await.unwrap();
    assert_eq!(fixture.serves(&server, 2).await, ["g1", "g2"]);
}
