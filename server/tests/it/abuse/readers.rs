//! Those who read much, and take nothing: the board's token is in many hands.

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

/// How many readings somebody begins on each of how many connections.
const EACH: usize = 12;
const LINES: usize = 3;

#[tokio::test]
async fn who_reads_and_takes_nothing_has_a_few_answers_waiting_and_holds_nobody_up() {
    // Long enough for all calls to have begun before the first answers have waited too long.
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
    // Others read as before.
    let request = ReadRecordRequest { game: "g".into(), ..Default::default() };
    let read = fixture.link("judge").watch().read_record(request).await.unwrap().into_inner();
    assert_eq!(read.lines.len(), 1);
    fixture.a_normal_game_still_runs().await;
    fixture.assert_not_grown();
    // The connection on which answers were left is cut, and whoever reads the board's way is served again.
    lines.swap_remove(0).ended().await;
    let request = ReadRecordRequest { game: "g".into(), ..Default::default() };
    fixture.link("board").watch().read_record(request).await.unwrap();
}

#[tokio::test]
async fn who_seals_on_a_stream_and_takes_no_answer_is_cut_off() {
    let fixture = AbuseFixture::within("untaken_answer_ms = 1500");
    fixture.open_round("g").await;
    let list = |replaces_revision| {
        let (game, round) = ("g".into(), 1);
        let list = SubmitBidsRequest { game, round, replaces_revision, ..Default::default() };
        message(&SealRequest { sealing: Some(Sealing::Bids(list)) }.encode_to_vec())
    };
    // Room for no answer at all, and for the beginning of one.
    for window in [0, 64] {
        let mut line = Line::built(&fixture, Builder::new().initial_window_size(window)).await;
        let (answer, mut sending) = line.begin(head(SEAL, Some(fixture.token("a")))).await.unwrap();
        for revision in 0..3 {
            sending.send_data(list(revision).into(), false).unwrap();
        }
        let _answer = in_time("the stream", answer).await.unwrap();
        line.ended().await;
    }
    // One that waits for its next request is left alone for as long as it likes.
    let mut line = Line::open(&fixture).await;
    let (answer, mut sending) = line.begin(head(SEAL, Some(fixture.token("b")))).await.unwrap();
    sending.send_data(list(0).into(), false).unwrap();
    let mut answers = in_time("the stream", answer).await.unwrap().into_body();
    let mut heard = 0;
    while heard < ANSWER {
        let piece = in_time("an answer", answers.data()).await.unwrap().unwrap();
        answers.flow_control().release_capacity(piece.len()).unwrap();
        heard += piece.len();
    }
    fixture.a_normal_game_still_runs().await;
    fixture.assert_not_grown();
    assert!(line.is_open());
}
