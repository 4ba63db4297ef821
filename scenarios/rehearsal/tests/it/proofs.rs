//! Proofs of a team: receipts from a real server, saved by the team's client and found again in the record.

use std::path::Path;

use ishigaki_client::receipts::read_folder;
use ishigaki_client::record::{download, server_key};
use ishigaki_client::{Link, connect};
use ishigaki_proto::{judge, team, wire};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::transcript;
use ishigaki_record::verify::{own_lists, verify};
use ishigaki_rules::Phase;
use ishigaki_strategy::bot::Line;
use ishigaki_testkit::TestServer;
use team_client_sdk::{Client, FeedChange, Options};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;

struct ProofFixture(TestServer);

impl ProofFixture {
    async fn open() -> Self {
        Self(TestServer::start(CONTEST).await)
    }

    fn link(&self, name: &str) -> Link {
        connect(&self.0.address().parse().unwrap(), &self.0.token(name).parse().unwrap())
    }

    fn options(&self, team: &str) -> Options {
        let (address, token) = (self.0.address().parse().unwrap(), self.0.token(team).parse().unwrap());
        Options { address, token, game: String::new() }
    }

    async fn client(&self, team: &str, folder: &Path) -> Client {
        Client::connect_with_receipts(self.options(team), folder.to_owned()).await.unwrap()
    }

    async fn open_round(&self) {
        let request = judge::OpenRoundRequest { game: "g".into(), round: 1 };
        self.link("judge").judge().open_round(request).await.unwrap();
    }

    async fn abandon(&self) {
        let request = judge::AbandonGameRequest { game: "g".into(), reason: "rain".into() };
        self.link("judge").judge().abandon_game(request).await.unwrap();
    }
}

fn stored_receipts(folder: &Path) -> Vec<StoredReceipt> {
    read_folder(folder).unwrap().into_iter().map(|filed| filed.stored).collect()
}

async fn until(client: &mut Client, is_there: impl Fn(&Client) -> bool) {
    while !is_there(client) {
        client.next().await.unwrap();
    }
}

fn is_bidding(client: &Client) -> bool {
    matches!(client.game().phase(), Phase::Bidding { .. })
}

async fn seal_unheard(link: &Link, replaces: u32, price: u64) {
    let request = team::SubmitBidsRequest {
        game: "g".into(),
        round: 1,
        replaces_revision: replaces,
        bids: vec![wire::Bid { lot: "P".into(), price }],
        ..Default::default()
    };
    link.team().submit_bids(request).await.unwrap();
}

#[tokio::test]
async fn submission_receipt_is_stored_once() {
    let (fixture, folder) = (ProofFixture::open().await, tempfile::tempdir().unwrap());
    fixture.open_round().await;
    let mut a = fixture.client("a", folder.path()).await;
    assert_eq!(a.id(), "g", "the only game is the one that is meant");
    let first = a.seal_lines(&[Line::new("P", 20)]).await.unwrap();
    a.sync().await.unwrap();
    let second = a.seal_lines(&[Line::new("O", 9), Line::new("P", 20)]).await.unwrap();
    a.sync().await.unwrap();
    assert_eq!(second.receipt.list, r#"{"bids":[{"lot":"O","price":9},{"lot":"P","price":20}]}"#);
    assert_eq!([first.receipt.receipt.counter, second.receipt.receipt.counter], [1, 2]);
    assert_eq!(stored_receipts(folder.path()), [first.receipt.clone(), second.receipt.clone()]);
    let again = fixture.client("a", folder.path()).await;
    assert_eq!(stored_receipts(folder.path()).len(), 2, "what the feed brings again is there already");
    let all: Vec<StoredReceipt> = again.receipts().all().cloned().collect();
    assert_eq!(all, [second.receipt], "of a list that was replaced before the feed brings nothing");
}

#[tokio::test]
async fn receipt_of_lost_response_arrives_through_feed() {
    let fixture = ProofFixture::open().await;
    let [first, second] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    fixture.open_round().await;
    let mut watching = fixture.client("a", first.path()).await;
    seal_unheard(&fixture.link("a"), 0, 20).await;
    until(&mut watching, |client| client.receipts().all().count() == 1).await;
    assert_eq!(stored_receipts(first.path())[0].list, r#"{"bids":[{"lot":"P","price":20}]}"#);
    // A second laptop that comes later has that of the latest list.
    seal_unheard(&fixture.link("a"), 1, 21).await;
    let late = fixture.client("a", second.path()).await;
    assert_eq!(late.receipts().all().count(), 1);
    watching.sync().await.unwrap();
    assert_eq!(stored_receipts(second.path()), stored_receipts(first.path())[1..]);
    assert_eq!(stored_receipts(first.path())[1].list, r#"{"bids":[{"lot":"P","price":21}]}"#);
}

#[tokio::test]
async fn team_finds_its_lists_in_record_after_opening() {
    let (fixture, folder) = (ProofFixture::open().await, tempfile::tempdir().unwrap());
    let (mut a, mut b) =
        (fixture.client("a", folder.path()).await, Client::connect(fixture.options("b")).await.unwrap());
    fixture.open_round().await;
    until(&mut a, is_bidding).await;
    until(&mut b, is_bidding).await;
    a.seal_lines(&[Line::new("P", 20)]).await.unwrap();
    a.sync().await.unwrap();
    a.seal_lines(&[Line::new("P", 21)]).await.unwrap();
    assert!(a.check_opening().await.unwrap().is_none(), "nothing is open yet");
    b.seal_lines(&[Line::new("P", 21)]).await.unwrap();
    until(&mut a, |client| matches!(client.game().phase(), Phase::Rebidding { .. })).await;
    let checked = a.check_opening().await.unwrap().unwrap();
    assert_eq!(
        (checked.own.receipts, checked.own.opened),
        (2, 1),
        "the replaced list is there, and stays closed"
    );
    assert_eq!(checked.head, *a.mirror().heads().last().unwrap());
    let late = fixture.client("a", tempfile::tempdir().unwrap().path()).await;
    let checked = late.check_opening().await.unwrap().unwrap();
    assert_eq!(
        (checked.own.receipts, checked.own.opened),
        (1, 1),
        "its feed has passed over the replaced list"
    );
    let priority = a.view().tied_lines()[0].0;
    let raise = ishigaki_rules::auction::Raise { priority, price: ishigaki_rules::Tsuyama(22) };
    let raised = a.raise(&[raise]).await.unwrap();
    assert_eq!((raised.receipt.receipt.wave, raised.receipt.receipt.counter), (1, 3));
    a.sync().await.unwrap();
    let checked = a.check_opening().await.unwrap().unwrap();
    assert_eq!(checked.own.receipts, 2, "what is sealed in the open wave is not due yet");
    until(&mut b, |client| matches!(client.game().phase(), Phase::Rebidding { .. })).await;
    b.pass().await.unwrap();
    until(&mut a, |client| matches!(client.game().phase(), Phase::Confirming)).await;
    let checked = a.check_opening().await.unwrap().unwrap();
    assert_eq!((checked.own.receipts, checked.own.opened, checked.own.uncovered.len()), (3, 2, 0));
}

#[tokio::test]
async fn receipts_survive_a_restart_and_prove_lists() {
    let (mut fixture, folder) = (ProofFixture::open().await, tempfile::tempdir().unwrap());
    fixture.open_round().await;
    let mut a = fixture.client("a", folder.path()).await;
    a.seal_lines(&[Line::new("P", 20)]).await.unwrap();
    fixture.0.stop().await;
    fixture.0.resume().await;
    a.sync_with_retry().await.unwrap();
    a.seal_lines(&[Line::new("T", 9)]).await.unwrap();
    let mut b = Client::connect(fixture.options("b")).await.unwrap();
    b.decline().await.unwrap();
    until(&mut a, |client| matches!(client.game().phase(), Phase::Confirming)).await;
    fixture.abandon().await;
    let over = |change: &FeedChange| matches!(change, FeedChange::Event(event) if event.fact.name() == "game_abandoned");
    while !over(&a.next().await.unwrap()) {}
    a.check_opening().await.unwrap().unwrap();
    for name in ["a", "judge", "board", "organiser"] {
        let record = download(&fixture.link(name), "g").await.unwrap();
        assert!(record.is_complete());
        let text = record.transcript().unwrap();
        let key = server_key(&fixture.link(name), "g").await.unwrap();
        let report = verify(&text, Some(&key.fingerprint())).unwrap();
        assert_eq!(report.seals, 3);
        let own = own_lists(&transcript::read(&text).unwrap(), &stored_receipts(folder.path())).unwrap();
        assert_eq!((own.receipts, own.opened, own.uncovered.len()), (2, 1, 0));
    }
}
