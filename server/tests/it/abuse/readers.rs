//! Clients that request much and read nothing. Many people may have the board's token.

use h2::client::Builder;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::padding::ANSWER;
use ishigaki_proto::team::seal_request::Sealing;
use ishigaki_proto::team::{SealRequest, SubmitBidsRequest};
use ishigaki_proto::watch::{ListRoundsRequest, ReadRecordRequest};
use prost::Message as _;
use tonic::Status;

use crate::abuse::fixture::{AbuseFixture, in_time};
use crate::abuse::wire::{Line, RECORD, ROUNDS, SEAL, head, message};

/// Number of reads on each connection, and of connections.
const EACH: usize = 12;
const LINES: usize = 3;

#[tokio::test]
async fn untaken_answers_are_limited_and_do_not_block_others() {
    // Long enough for all calls to begin before the first answers time out.
    let fixture = AbuseFixture::within("reading_per_second = 0\nuntaken_answer_ms = 6000");
    let record = message(&ReadRecordRequest { game: "g".into(), ..Default::default() }.encode_to_vec());
    let rounds = message(&ListRoundsRequest { game: "g".into(), round: 0 }.encode_to_vec());
    let (mut lines, mut under_way) = (Vec::new(), Vec::new());
    for _ in 0..LINES {
        let mut line = Line::built(&fixture, Builder::new().initial_window_size(0)).await;
        for nth in 0..EACH {
            let (path, body) = if nth % 2 == 0 { (RECORD, &record) } else { (ROUNDS, &rounds) };
            let (answer, mut sending) = line.begin(head(path, Some(fixture.token("board")))).await.unwrap();
            sending.send_data(body.clone().into(), true).unwrap();
            let answer = in_time("an answer", answer).await.unwrap();
            match Status::from_header_map(answer.headers()) {
                Some(refused) => {
                    let fault = Fault::from_status(&refused).unwrap();
                    assert_eq!(fault.reason, ErrorReason::TooManyCalls);
                    assert_eq!(fault.figure("most"), Some("8"));
                }
                None => under_way.push(answer),
            }
        }
        lines.push(line);
    }
    assert_eq!(under_way.len(), 8, "so many answers wait for it, and no more");
    // Other clients can still read.
    let request = ReadRecordRequest { game: "g".into(), ..Default::default() };
    let read = fixture.link("judge").watch().read_record(request).await.unwrap().into_inner();
    assert_eq!(read.lines.len(), 1);
    fixture.a_normal_game_still_runs().await;
    fixture.assert_not_grown();
    // The connection with the untaken answers is closed, and a client of the same role is served again.
    lines.swap_remove(0).ended().await;
    let request = ReadRecordRequest { game: "g".into(), ..Default::default() };
    fixture.link("board").watch().read_record(request).await.unwrap();
}

#[tokio::test]
async fn seal_stream_with_untaken_answers_is_closed() {
    let fixture = AbuseFixture::within("untaken_answer_ms = 1500");
    fixture.open_round("g").await;
    let list = |replaces_revision| {
        let (game, round) = ("g".into(), 1);
        let list = SubmitBidsRequest { game, round, replaces_revision, ..Default::default() };
        message(&SealRequest { sealing: Some(Sealing::Bids(list)) }.encode_to_vec())
    };
    // Windows for no answer at all, and for part of one.
    for window in [0, 64] {
        let mut line = Line::built(&fixture, Builder::new().initial_window_size(window)).await;
        let (answer, mut sending) = line.begin(head(SEAL, Some(fixture.token("a")))).await.unwrap();
        for revision in 0..3 {
            sending.send_data(list(revision).into(), false).unwrap();
        }
        let _answer = in_time("the stream", answer).await.unwrap();
        line.ended().await;
    }
    // A stream that waits for its next request is not cut off.
    let mut line = Line::open(&fixture).await;
    let (answer, mut sending) = line.begin(head(SEAL, Some(fixture.token("b")))).await.unwrap();
    sending.send_data(list(0).into(), false).unwrap();
    let mut answers = in_time("the stream", answer).await.unwrap().into_body();
    let mut received = 0;
    while received < ANSWER {
        let piece = in_time("an answer", answers.data()).await.unwrap().unwrap();
        answers.flow_control().release_capacity(piece.len()).unwrap();
        received += piece.len();
    }
    fixture.a_normal_game_still_runs().await;
    fixture.assert_not_grown();
    assert!(line.is_open());
}
