//! Too many or too slow connections, calls and watchers.

use std::time::Duration;

use h2::client::Builder;
use ishigaki_client::{Feed, Mirror, now};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch::WatchGameRequest;
use ishigaki_proto::{team, wire};
use prost::Message as _;
use tokio::io::AsyncWriteExt as _;
use tonic::Code;

use crate::abuse::fixture::{AbuseFixture, follow, hung_up, in_time};
use crate::abuse::wire::{LIST, Line, Raw, WATCH, head, message};

fn watch() -> Vec<u8> {
    message(&WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() }.encode_to_vec())
}

#[tokio::test]
async fn too_many_connections_are_hung_up_on_and_earlier_go_on() {
    let limits = "connections = 40\nfirst_call_ms = 1200\nhandshake_ms = 1200";
    for fixture in [AbuseFixture::within(limits), AbuseFixture::plain(limits)] {
        let mut before = Line::open(&fixture).await;
        assert_eq!(before.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
        let mut flood = Vec::new();
        for _ in 0..200 {
            flood.push(fixture.knock().await);
        }
        fixture.until("ishigaki_refused_connections_total{among=\"server\"}", 100.0).await;
        assert!(fixture.descriptors() < 40 + 64, "{}", fixture.descriptors());
        assert_eq!(before.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
        // The flood makes no calls, so only the server closes its connections.
        for stream in &mut flood {
            hung_up(stream).await;
        }
        fixture.assert_not_grown();
        fixture.a_normal_game_still_runs().await;
    }
}

#[tokio::test]
async fn flood_does_not_exhaust_low_descriptor_limit() {
    let fixture = AbuseFixture::with_descriptors(160, "first_call_ms = 1200\nhandshake_ms = 1200");
    let mut before = Line::open(&fixture).await;
    assert_eq!(before.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
    let mut flood = Vec::new();
    for _ in 0..400 {
        flood.push(fixture.knock().await);
    }
    fixture.until("ishigaki_refused_connections_total{among=\"server\"}", 100.0).await;
    assert!(fixture.descriptors() < 160, "{}", fixture.descriptors());
    // Established connections are still served.
    assert_eq!(before.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
    for stream in &mut flood {
        hung_up(stream).await;
    }
    assert!(fixture.log().contains("few file descriptors"), "{}", fixture.log());
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn server_out_of_descriptors_waits_and_recovers() {
    // Limits are so high that no connection is closed for its age or number.
    let limits = "first_call_ms = 120000\nhandshake_ms = 120000\nhandshakes = 10000\nsealing_per_second = 0";
    let fixture = AbuseFixture::within(limits);
    fixture.open_round("g").await;
    let team = fixture.link("a");
    let list = |replaces_revision| team::SubmitBidsRequest {
        game: "g".into(),
        round: 1,
        replaces_revision,
        bids: vec![wire::Bid { lot: "P".into(), price: 20 }],
        ..Default::default()
    };
    team.team().submit_bids(list(0)).await.unwrap();
    // The server doesn't know of this limit, as if other programs had used up the machine's descriptors.
    let most = fixture.descriptors() + 20;
    fixture.allow_descriptors(most);
    let mut flood = Vec::new();
    for number in 0..60 {
        let mut line = fixture.knock().await;
        // Half of them begin a handshake.
        if number % 2 == 0 {
            line.write_all(&[0x16, 3, 1]).await.unwrap();
        }
        flood.push(line);
    }
    in_time("the end of the descriptors", async {
        while !fixture.log().contains("can't accept connections") {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(fixture.log().contains("Too many open files"), "{}", fixture.log());
    // The server polls the token file whenever a descriptor is free.
    assert!(fixture.descriptors() + 2 >= most, "{} of {most}", fixture.descriptors());
    // Connected teams continue to play, and their bids are durable.
    let (busy, began) = (fixture.busy(), now());
    let mut revision = 1;
    while began.elapsed() < Duration::from_secs(1) {
        let sealed = team.team().submit_bids(list(revision)).await.unwrap().into_inner();
        revision += 1;
        assert_eq!(sealed.revision, revision);
        // Leave time between bids, because journal writes also use the processor and only the idle load is
        // measured.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let busy = fixture.busy().saturating_sub(busy);
    assert!(busy < began.elapsed() / 2, "the server spins: busy for {busy:?} of {:?}", began.elapsed());
    let count = fixture.log().matches("can't accept connections").count();
    assert_eq!(count, 1, "it is told once");
    drop(flood);
    // The descriptor limit is still in force.
    fixture.a_normal_game_still_runs().await;
    let log = fixture.log();
    let again = log.lines().find(|line| line.contains("connections are accepted again")).unwrap();
    let (_, failures) = again.rsplit_once("failures").unwrap();
    let failures: String = failures.chars().filter(char::is_ascii_digit).collect();
    let most = began.elapsed().as_millis() / 100 + 5;
    assert!(failures.parse::<u128>().unwrap() <= most, "{again}: no more than ten a second");
    assert_eq!(team.team().submit_bids(list(revision)).await.unwrap().into_inner().revision, revision + 1);
    fixture.assert_not_grown();
}

#[tokio::test]
async fn idle_connections_are_closed() {
    let limits = "first_call_ms = 500\nidle_connection_ms = 500\nhandshake_ms = 500";
    for fixture in [AbuseFixture::within(limits), AbuseFixture::plain(limits)] {
        let mut silent = fixture.knock().await;
        let mut connected = fixture.dial().await;
        let mut well_behaved = Raw::open(&fixture).await;
        let mut done = Line::open(&fixture).await;
        done.call(head(LIST, Some(fixture.token("a"))), message(&[])).await;
        let mut feed = Feed::open(fixture.link("board"), "g", 1);
        let mut mirror = Mirror::new();
        hung_up(&mut silent).await;
        hung_up(&mut connected).await;
        well_behaved.goaway().await;
        done.ended().await;
        // A watcher is not idle, even if its feed is quiet.
        fixture.open_round("g").await;
        in_time("the round", follow(&mut feed, &mut mirror, "round_opened")).await;
        fixture.a_normal_game_still_runs().await;
    }
}

#[tokio::test]
async fn concurrent_calls_of_team_are_limited() {
    let fixture = AbuseFixture::within("calls_per_team = 3");
    let mut line = Line::open(&fixture).await;
    let mut watching = Vec::new();
    for _ in 0..3 {
        let (answer, mut sending) = line.begin(head(WATCH, Some(fixture.token("a")))).await.unwrap();
        sending.send_data(watch().into(), true).unwrap();
        watching.push(in_time("a feed", answer).await.unwrap());
    }
    let refused = line.call(head(LIST, Some(fixture.token("a"))), message(&[])).await;
    let fault = refused.fault();
    assert_eq!(fault.reason, ErrorReason::TooManyCalls);
    assert_eq!((fault.figure("of"), fault.figure("most")), (Some("token"), Some("3")));
    assert_eq!(fault.retry_after(), Some(Duration::from_secs(1)));
    assert_eq!(line.call(head(LIST, Some(fixture.token("b"))), message(&[])).await.code(), Code::Ok);
    drop(watching);
    in_time("room for the team", async {
        while line.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code() != Code::Ok {}
    })
    .await;
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn stalled_watcher_is_cut_off_and_delays_no_other() {
    let fixture = AbuseFixture::within("stalled_reader_ms = 400");
    // The window has room for one byte of the feed, but the connection itself is read.
    let mut line = Line::built(&fixture, Builder::new().initial_window_size(1)).await;
    let (answer, mut sending) = line.begin(head(WATCH, Some(fixture.token("board")))).await.unwrap();
    sending.send_data(watch().into(), true).unwrap();
    let answer = in_time("the feed", answer).await.unwrap();
    assert_eq!(answer.status(), 200);
    let mut feed = Feed::open(fixture.link("board"), "g", 1);
    let mut mirror = Mirror::new();
    let judge = fixture.link("judge");
    for number in 0..80 {
        let text = format!("remark {number}");
        let request = ishigaki_proto::judge::AddRemarkRequest { game: "g".into(), text };
        judge.judge().add_remark(request).await.unwrap();
        in_time("the other watcher's item", follow(&mut feed, &mut mirror, "remarked")).await;
    }
    fixture.until("ishigaki_slow_readers_total", 1.0).await;
    line.ended().await;
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}
