//! Too many, and too slow: connections, calls, watchers.

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
use crate::abuse::wire::{COPY, LIST, Line, Raw, WATCH, head, message};

fn watch() -> Vec<u8> {
    message(&WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() }.encode_to_vec())
}

#[tokio::test]
async fn of_too_many_connections_the_last_are_hung_up_on_and_the_others_go_on() {
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
        // Nobody hangs up but the server, as nobody has called.
        for stream in &mut flood {
            hung_up(stream).await;
        }
        fixture.assert_not_grown();
        fixture.a_normal_game_still_runs().await;
    }
}

#[tokio::test]
async fn with_few_descriptors_the_server_does_not_run_out_of_them() {
    let fixture = AbuseFixture::with_descriptors(160, "first_call_ms = 1200\nhandshake_ms = 1200");
    let mut before = Line::open(&fixture).await;
    assert_eq!(before.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
    let mut flood = Vec::new();
    for _ in 0..400 {
        flood.push(fixture.knock().await);
    }
    fixture.until("ishigaki_refused_connections_total{among=\"server\"}", 100.0).await;
    assert!(fixture.descriptors() < 160, "{}", fixture.descriptors());
    // What is connected is served.
    assert_eq!(before.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
    for stream in &mut flood {
        hung_up(stream).await;
    }
    assert!(fixture.log().contains("the machine gives few descriptors"), "{}", fixture.log());
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn when_the_machine_has_no_descriptor_left_the_server_waits_and_goes_on() {
    // Nobody is hung up on here for having been too long or too many.
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
    // The server knows nothing of this: as if others had used up what the whole machine has.
    let most = fixture.descriptors() + 20;
    fixture.allow_descriptors(most);
    let mut flood = Vec::new();
    for number in 0..60 {
        let mut line = fixture.knock().await;
        // Some of them begin to encrypt.
        if number % 2 == 0 {
            line.write_all(&[0x16, 3, 1]).await.unwrap();
        }
        flood.push(line);
    }
    in_time("the end of the descriptors", async {
        while !fixture.log().contains("NO CONNECTION CAN BE ACCEPTED") {
            tokio::task::yield_now().await;
        }
    })
    .await;
    assert!(fixture.log().contains("Too many open files"), "{}", fixture.log());
    // The file of tokens is looked at all the time, if there is a descriptor for it.
    assert!(fixture.descriptors() + 2 >= most, "{} of {most}", fixture.descriptors());
    // Who is connected plays on, and what they do is durable.
    let (busy, began) = (fixture.busy(), now());
    let mut revision = 1;
    while began.elapsed() < Duration::from_secs(1) {
        let sealed = team.team().submit_bids(list(revision)).await.unwrap().into_inner();
        revision += 1;
        assert_eq!(sealed.revision, revision);
        // What the journal takes is the server's work; what is asked here is what it does besides.
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let busy = fixture.busy().saturating_sub(busy);
    assert!(busy < began.elapsed() / 2, "the server spins: busy for {busy:?} of {:?}", began.elapsed());
    let told = fixture.log().matches("NO CONNECTION CAN BE ACCEPTED").count();
    assert_eq!(told, 1, "it is told once");
    drop(flood);
    // Still with no more descriptors than that.
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
async fn who_connects_and_says_nothing_is_hung_up_on() {
    let limits = "first_call_ms = 500\nidle_connection_ms = 500\nhandshake_ms = 500";
    for fixture in [AbuseFixture::within(limits), AbuseFixture::plain(limits)] {
        let mut silent = fixture.knock().await;
        let mut connected = fixture.dial().await;
        let mut polite = Raw::open(&fixture).await;
        let mut done = Line::open(&fixture).await;
        done.call(head(LIST, Some(fixture.token("a"))), message(&[])).await;
        let mut feed = Feed::open(fixture.link("board"), "g", 1);
        let mut mirror = Mirror::new();
        hung_up(&mut silent).await;
        hung_up(&mut connected).await;
        polite.farewell().await;
        done.ended().await;
        // Who watches is not idle, however quiet it is.
        fixture.open_round("g").await;
        in_time("the round", follow(&mut feed, &mut mirror, "round_opened")).await;
        fixture.a_normal_game_still_runs().await;
    }
}

#[tokio::test]
async fn a_team_has_so_many_calls_under_way_and_no_more() {
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
async fn strangers_have_so_many_calls_under_way_and_no_more() {
    let fixture = AbuseFixture::within("calls_of_strangers = 2");
    let mut line = Line::open(&fixture).await;
    let health = "/grpc.health.v1.Health/Watch";
    let mut watching = Vec::new();
    for _ in 0..2 {
        let (answer, mut sending) = line.begin(head(health, None)).await.unwrap();
        sending.send_data(message(&[]).into(), true).unwrap();
        watching.push(in_time("health", answer).await.unwrap());
    }
    let refused = line.call(head(health, None), message(&[])).await;
    assert_eq!(refused.fault().figure("of"), Some("strangers"));
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_standby_who_does_not_read_is_cut_off_and_holds_nobody_up() {
    let fixture = AbuseFixture::within("stalled_reader_ms = 400\nsealing_per_second = 0");
    fixture.open_round("g").await;
    let mut lines = Vec::new();
    for _ in 0..4 {
        let mut line = Line::built(&fixture, Builder::new().initial_window_size(1)).await;
        let (answer, mut sending) = line.begin(head(COPY, Some(fixture.token("standby")))).await.unwrap();
        sending.send_data(message(&[]).into(), true).unwrap();
        let answer = in_time("the copy", answer).await.unwrap();
        assert_eq!(answer.status(), 200);
        lines.push((line, answer));
    }
    // The game goes on meanwhile, and there is more and more to copy.
    let team = fixture.link("a");
    in_time("the end of all copies", async {
        let mut revision = 0;
        while fixture.metric("ishigaki_slow_readers_total").await < 4.0 {
            let bids = vec![wire::Bid { lot: "P".into(), price: 20 }];
            let request = team::SubmitBidsRequest {
                game: "g".into(),
                round: 1,
                replaces_revision: revision,
                bids,
                ..Default::default()
            };
            revision = team.team().submit_bids(request).await.unwrap().into_inner().revision;
        }
    })
    .await;
    for (line, _unread) in lines {
        line.ended().await;
    }
    assert!(fixture.log().contains("A STANDBY TAKES NOTHING"), "the operator can see it: {}", fixture.log());
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_watcher_who_does_not_read_is_cut_off_and_holds_nobody_up() {
    let fixture = AbuseFixture::within("stalled_reader_ms = 400");
    // Room for one byte of the feed, and never more; the connection itself is read.
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
