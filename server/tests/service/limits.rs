//! Limits, by a clock moved by hand.

use std::time::Duration;

use ishigaki_proto::board::{WatchGameRequest, WatchGameResponse};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::judge::AddRemarkRequest;
use prost::Message as _;
use tokio::net::TcpStream;
use tonic::codegen::Bytes;
use tonic::codegen::http::Request;
use tonic::{Code, Status};

use crate::hall::Hall;

#[tokio::test]
async fn a_team_may_seal_so_often_at_once_and_then_so_often_a_second() {
    let hall = Hall::open().await;
    let (judge, a, b) = (hall.seat("judge"), hall.seat("a"), hall.seat("b"));
    judge.open_round(1).await.unwrap();
    for revision in 0..20 {
        a.bid(1, revision, &[("P", 20)]).await.unwrap();
    }
    let refused = a.bid(1, 20, &[("P", 20)]).await.unwrap_err();
    let fault = Fault::from_status(&refused).unwrap();
    assert_eq!((refused.code(), fault.reason), (Code::ResourceExhausted, ErrorReason::TooFast));
    assert_eq!(fault.retry_after(), Some(Duration::from_millis(200)));
    assert!(refused.message().contains("200 ms"), "{}", refused.message());
    b.bid(1, 0, &[("O", 9)]).await.unwrap();
    hall.wait(199);
    a.bid(1, 20, &[("P", 20)]).await.unwrap_err();
    hall.wait(1);
    a.bid(1, 20, &[("P", 20)]).await.unwrap();
}

/// A watcher who has room for a few items and takes none of them.
async fn slow_watch(hall: &Hall) -> h2::RecvStream {
    let address = hall.server.address();
    let stream = TcpStream::connect(address.strip_prefix("http://").unwrap()).await.unwrap();
    let mut builder = h2::client::Builder::new();
    let handshake = builder.initial_window_size(256).handshake::<_, Bytes>(stream);
    let (requests, connection) = handshake.await.unwrap();
    tokio::spawn(async move { drop(connection.await) });
    let request = Request::post(format!("{address}/ishigaki.board.v1.BoardService/WatchGame"))
        .header("content-type", "application/grpc")
        .header("authorization", format!("Bearer {}", hall.server.token("board")))
        .body(())
        .unwrap();
    let (answer, mut sending) = requests.ready().await.unwrap().send_request(request, false).unwrap();
    let message = WatchGameRequest { game: "g".into(), from_sequence: 1 }.encode_to_vec();
    let length = u32::try_from(message.len()).unwrap().to_be_bytes();
    sending.send_data([&[0][..], &length, &message].concat().into(), true).unwrap();
    answer.await.unwrap().into_body()
}

/// All that comes on a feed to its end: the numbers of the items, and how it ended.
async fn rest(mut feed: h2::RecvStream) -> (Vec<u64>, Status) {
    let mut bytes = Vec::new();
    while let Some(part) = feed.data().await {
        let part = part.unwrap();
        feed.flow_control().release_capacity(part.len()).unwrap();
        bytes.extend_from_slice(&part);
    }
    let trailers = feed.trailers().await.unwrap().expect("the feed ends with a status");
    let mut numbers = Vec::new();
    let mut left = &bytes[..];
    while let Some((head, more)) = left.split_at_checked(5) {
        let length = u32::from_be_bytes(head[1..].try_into().unwrap());
        let (message, more) = more.split_at(usize::try_from(length).unwrap());
        let item = WatchGameResponse::decode(message).unwrap().item.unwrap();
        numbers.extend((item.sequence > 0).then_some(item.sequence));
        left = more;
    }
    (numbers, Status::from_header_map(&trailers).unwrap())
}

#[tokio::test]
async fn a_reader_who_is_too_slow_is_told_where_to_go_on_and_loses_nothing() {
    let hall = Hall::open().await;
    let feed = slow_watch(&hall).await;
    let judge = hall.link("judge");
    for number in 0..150 {
        let text = format!("remark {number}");
        judge.judge().add_remark(AddRemarkRequest { game: "g".into(), text }).await.unwrap();
    }
    let dropped = async || {
        let (_, text) = hall.server.metrics("/metrics").await;
        text.contains("ishigaki_slow_readers_total 1\n")
    };
    assert!(!dropped().await, "a reader has time");
    // The reader's own task may begin to wait for it only after a step.
    while !dropped().await {
        hall.wait(1_000);
    }
    let (numbers, status) = rest(feed).await;
    let fault = Fault::from_status(&status).unwrap();
    assert_eq!((status.code(), fault.reason), (Code::ResourceExhausted, ErrorReason::SlowReader));
    let next: u64 = fault.figure("from_sequence").unwrap().parse().unwrap();
    assert_eq!(numbers, (1..next).collect::<Vec<_>>(), "what is sent is whole");
    assert!(next < 151, "{next}");
    let mut again = hall.items("board", next).await;
    for expected in next..=151 {
        assert_eq!(again.next().await.sequence, expected);
    }
}
