//! Floods of frames that are cheap to send.

use tonic::Code;

use crate::abuse::fixture::{AbuseFixture, in_time};
use crate::abuse::wire::{
    CANCEL, CONTINUATION, DATA, END_HEADERS, ENHANCE_YOUR_CALM, HEADERS, LIST, Line, PING, RST_STREAM, Raw,
    SETTINGS, SUBMIT, WATCH, frame, head, headers, message,
};

/// Short timeouts for a silent peer.
const SHORT: &str = "stalled_connection_ms = 500\ncall_ms = 1000";

/// Frames that begin these calls and cancel each at once.
fn taken_back(fixture: &AbuseFixture, path: &str, calls: std::ops::Range<u32>) -> Vec<u8> {
    let block = headers(path, fixture.token("a"));
    let call = |call: u32| {
        let stream = 2 * call + 1;
        let reset = frame(RST_STREAM, 0, stream, &CANCEL.to_be_bytes());
        [frame(HEADERS, END_HEADERS, stream, &block), reset].concat()
    };
    calls.flat_map(call).collect()
}

#[tokio::test]
async fn calls_that_are_taken_back_at_once_end_the_connection() {
    let fixture = AbuseFixture::open();
    let mut other = Line::open(&fixture).await;
    assert_eq!(other.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
    // The tolerated number of cancelled calls in one burst leaves the connection usable.
    let mut raw = Raw::open(&fixture).await;
    raw.send(&taken_back(&fixture, SUBMIT, 0..32)).await.unwrap();
    assert!(raw.ping().await.is_ok());
    // The burst exceeds the limit, but the server can still read all of it before it sends GOAWAY. Unread bytes
    // would make the kernel reset the connection and lose the reason.
    let mut raw = Raw::open(&fixture).await;
    raw.send(&taken_back(&fixture, SUBMIT, 0..40)).await.unwrap();
    assert_eq!(raw.goaway().await, Some(ENHANCE_YOUR_CALM));
    assert!(fixture.log().contains("reset"), "the operator can see it: {}", fixture.log());
    // A large flood over several connections at once.
    let mut floods = Vec::new();
    for _ in 0..4 {
        let (mut raw, burst) = (Raw::open(&fixture).await, taken_back(&fixture, SUBMIT, 0..4_000));
        floods.push(tokio::spawn(async move {
            // The connection may end during this write.
            _ = raw.send(&burst).await;
            raw.goaway().await
        }));
    }
    for flood in floods {
        let code = in_time("the end of a flood", flood).await.unwrap();
        assert!(code.is_none_or(|code| code == ENHANCE_YOUR_CALM), "{code:?}");
    }
    // Earlier connections are not affected.
    assert_eq!(other.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code(), Code::Ok);
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn calls_cancelled_once_seen_leave_nothing_behind() {
    // If a cancelled call kept its slot, the fourth would be refused.
    let fixture = AbuseFixture::within("calls_per_team = 3");
    let mut raw = Raw::open(&fixture).await;
    for round in 0..100 {
        raw.send(&taken_back(&fixture, WATCH, 4 * round..4 * round + 4)).await.unwrap();
        assert!(raw.ping().await.is_ok(), "the connection goes on");
    }
    let mut line = Line::open(&fixture).await;
    in_time("room for the team", async {
        while line.call(head(LIST, Some(fixture.token("a"))), message(&[])).await.code() != Code::Ok {}
    })
    .await;
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn ping_flood_closes_connection() {
    let fixture = AbuseFixture::within(SHORT);
    let pings = frame(PING, 0, 0, &[7; 8]).repeat(1_000);
    Raw::open(&fixture).await.flood(&pings).await;
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn settings_flood_closes_connection() {
    let fixture = AbuseFixture::within(SHORT);
    // Changes the size of the header table back and forth.
    let settings = |size: u32| frame(SETTINGS, 0, 0, &[&[0, 1][..], &size.to_be_bytes()].concat());
    let flood = [settings(0), settings(4_096)].concat().repeat(500);
    Raw::open(&fixture).await.flood(&flood).await;
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn headers_without_an_end_end_the_connection() {
    let fixture = AbuseFixture::open();
    let mut raw = Raw::open(&fixture).await;
    raw.send(&frame(HEADERS, 0, 1, &headers(SUBMIT, fixture.token("a")))).await.unwrap();
    // Each frame has one header, and none ends the block.
    let more = frame(CONTINUATION, 0, 1, b"\0\x05x-big\x05value").repeat(1_000);
    raw.flood(&more).await;
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn endless_empty_data_frames_do_not_block_game() {
    let fixture = AbuseFixture::within("call_ms = 500\nburst_bytes = 100000\nbytes_per_second = 100000");
    let mut floods = Vec::new();
    for _ in 0..4 {
        let mut raw = Raw::open(&fixture).await;
        raw.send(&frame(HEADERS, END_HEADERS, 1, &headers(SUBMIT, fixture.token("a")))).await.unwrap();
        let empty = frame(DATA, 0, 1, &[]).repeat(1_000);
        floods.push(tokio::spawn(async move { while raw.send(&empty).await.is_ok() {} }));
    }
    // The flood is still running.
    fixture.a_normal_game_still_runs().await;
    for flood in floods {
        flood.abort();
    }
    fixture.assert_not_grown();
}

#[tokio::test]
async fn non_http2_connection_is_closed() {
    for fixture in [AbuseFixture::open(), AbuseFixture::plain("")] {
        for nonsense in
            [&b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"[..], &[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3], &[0; 64]]
        {
            // Sent inside TLS if the server uses it.
            let mut raw = Raw(fixture.dial().await);
            raw.send(nonsense).await.unwrap();
            // The server may have closed the connection.
            _ = raw.send(&[b'x'; 64]).await;
            in_time("the end of a connection", raw.goaway()).await;
        }
        fixture.a_normal_game_still_runs().await;
    }
}
