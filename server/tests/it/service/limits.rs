//! Limits, tested with a manual clock.

use std::time::Duration;

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::AddRemarkRequest;
use ishigaki_proto::standby::copy_journal_response::Body;
use ishigaki_proto::standby::{CopiedStream, CopyJournalRequest, CopyJournalResponse};
use ishigaki_proto::watch::{WatchGameRequest, WatchGameResponse};
use sha2::{Digest as _, Sha256};
use tokio::net::TcpStream;
use tonic::codegen::Bytes;
use tonic::codegen::http::Request;
use tonic::{Code, Status};

use crate::service::fixture::ServiceFixture;

#[tokio::test]
async fn submissions_are_limited_by_burst_and_rate() {
    let fixture = ServiceFixture::open().await;
    let (judge, a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    judge.open_round(1).await.unwrap();
    for revision in 0..20 {
        a.bid(1, revision, &[("P", 20)]).await.unwrap();
    }
    let refused = a.bid(1, 20, &[("P", 20)]).await.unwrap_err();
    let fault = Fault::from_status(&refused).unwrap();
    assert_eq!((refused.code(), fault.reason), (Code::ResourceExhausted, ErrorReason::TooFast));
    assert_eq!(fault.retry_after(), Some(Duration::from_millis(200)));
    assert_eq!(fault.figure("burst"), Some("20"));
    b.bid(1, 0, &[("O", 9)]).await.unwrap();
    fixture.wait(199);
    a.bid(1, 20, &[("P", 20)]).await.unwrap_err();
    fixture.wait(1);
    a.bid(1, 20, &[("P", 20)]).await.unwrap();
}

/// A watcher with room for a few items that takes none of them.
async fn slow_watch(fixture: &ServiceFixture) -> h2::RecvStream {
    let watch = WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    slow(fixture, "board", "watch.v1.WatchService/WatchGame", &watch).await
}

/// Makes a call with a small window for its answer.
async fn slow(
    fixture: &ServiceFixture,
    name: &str,
    call: &str,
    message: &impl prost::Message,
) -> h2::RecvStream {
    let address = fixture.server.address();
    let stream = TcpStream::connect(address.strip_prefix("http://").unwrap()).await.unwrap();
    let mut builder = h2::client::Builder::new();
    let handshake = builder.initial_window_size(256).handshake::<_, Bytes>(stream);
    let (requests, connection) = handshake.await.unwrap();
    tokio::spawn(async move { drop(connection.await) });
    let request = Request::post(format!("{address}/ishigaki.{call}"))
        .header("content-type", "application/grpc")
        .header("authorization", format!("Bearer {}", fixture.server.token(name)))
        .body(())
        .unwrap();
    let (answer, mut sending) = requests.ready().await.unwrap().send_request(request, false).unwrap();
    let message = message.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    sending.send_data([&[0][..], &length, &message].concat().into(), true).unwrap();
    answer.await.unwrap().into_body()
}

/// Returns the numbers of all remaining items on a feed, and its final status.
async fn rest(feed: h2::RecvStream) -> (Vec<u64>, Status) {
    let (items, status) = messages::<WatchGameResponse>(feed).await;
    let numbers = items.into_iter().map(|item| item.item.unwrap().sequence);
    (numbers.filter(|number| *number > 0).collect(), status)
}

/// Returns all remaining messages of an answer, and its final status.
async fn messages<M: prost::Message + Default>(mut feed: h2::RecvStream) -> (Vec<M>, Status) {
    let mut bytes = Vec::new();
    while let Some(part) = feed.data().await {
        let part = part.unwrap();
        feed.flow_control().release_capacity(part.len()).unwrap();
        bytes.extend_from_slice(&part);
    }
    let trailers = feed.trailers().await.unwrap().expect("the feed ends with a status");
    let mut found = Vec::new();
    let mut left = &bytes[..];
    while let Some((head, more)) = left.split_at_checked(5) {
        let length = u32::from_be_bytes(head[1..].try_into().unwrap());
        let (message, more) = more.split_at(usize::try_from(length).unwrap());
        found.push(M::decode(message).unwrap());
        left = more;
    }
    (found, Status::from_header_map(&trailers).unwrap())
}

#[tokio::test]
async fn stalled_reader_is_dropped_after_timeout() {
    let fixture = ServiceFixture::open().await;
    let feed = slow_watch(&fixture).await;
    let judge = fixture.link("judge");
    let remark = async |times: u32| {
        for number in 0..times {
            let text = format!("remark {number}");
            judge.judge().add_remark(AddRemarkRequest { game: "g".into(), text }).await.unwrap();
        }
    };
    let dropped = async || {
        let (_, text) = fixture.server.metrics("/metrics").await;
        text.contains("ishigaki_slow_readers_total 1\n")
    };
    remark(50).await;
    for _ in 0..10 {
        fixture.wait(19_000);
        assert!(!dropped().await, "so few may wait for as long as they like");
    }
    remark(100).await;
    fixture.wait(19_999);
    assert!(!dropped().await, "a reader has time");
    fixture.wait(1);
    let drops = async { while !dropped().await {} };
    tokio::time::timeout(Duration::from_secs(20), drops).await.expect("the time is over");
    let (numbers, status) = rest(feed).await;
    let fault = Fault::from_status(&status).unwrap();
    assert_eq!((status.code(), fault.reason), (Code::ResourceExhausted, ErrorReason::SlowReader));
    let next: u64 = fault.figure("from_sequence").unwrap().parse().unwrap();
    assert_eq!(numbers, (1..next).collect::<Vec<_>>(), "what is sent is whole");
    let mut again = fixture.items("board", next).await;
    for expected in next..=151 {
        assert_eq!(again.next().await.sequence, expected);
    }
}

/// Returns the records in these pieces of a copy, which must be consecutive, and the number of the last one.
fn records(pieces: Vec<CopyJournalResponse>, mut last: u64) -> (Vec<Vec<u8>>, u64) {
    let mut found = Vec::new();
    for piece in pieces {
        if let Some(Body::Records(records)) = piece.body {
            assert_eq!(
                (records.stream.as_str(), records.first),
                ("g", last + 1),
                "nothing twice, nothing missing"
            );
            last += records.records.len() as u64;
            found.extend(records.records);
        }
    }
    (found, last)
}

#[tokio::test]
async fn slow_standby_is_dropped_and_resumes_from_its_copy() {
    let fixture = ServiceFixture::open().await;
    let judge = fixture.link("judge");
    // Adds remarks, with time for each to be copied.
    let happen = async |times: u32| {
        for number in 0..times {
            let text = format!("remark {number}");
            judge.judge().add_remark(AddRemarkRequest { game: "g".into(), text }).await.unwrap();
            fixture.wait(100);
        }
    };
    happen(1).await;
    let everything = CopyJournalRequest::default();
    let copy = slow(&fixture, "standby", "standby.v1.StandbyService/CopyJournal", &everything).await;
    let slow_readers = async || {
        let (_, text) = fixture.server.metrics("/metrics").await;
        text.contains("ishigaki_slow_readers_total 1\n")
    };
    while !slow_readers().await {
        happen(1).await;
    }
    let (pieces, status) = messages::<CopyJournalResponse>(copy).await;
    let fault = Fault::from_status(&status).unwrap();
    assert_eq!((status.code(), fault.reason), (Code::ResourceExhausted, ErrorReason::SlowStandby));
    assert!(fault.is_passing(), "who follows asks again");
    let (copied, last) = records(pieces, 0);
    // The standby resumes from its copy and now reads fast enough.
    let held = CopiedStream {
        stream: "g".into(),
        head: last,
        digest: Sha256::digest(copied.last().unwrap()).to_vec(),
    };
    let request = CopyJournalRequest { streams: vec![held] };
    let mut again = fixture
        .link("standby")
        .standby()
        .copy_journal(tokio_stream::once(request))
        .await
        .unwrap()
        .into_inner();
    let mut pieces = Vec::new();
    let all = loop {
        let piece = again.message().await.unwrap().unwrap();
        match &piece.body {
            Some(Body::CaughtUp(caught_up)) => break caught_up.records,
            _ => pieces.push(piece),
        }
    };
    let (more, end) = records(pieces, last);
    assert_eq!(end, all);
    assert!(!more.is_empty(), "there was more than a slow standby took");
}
