//! Floods of frames that cost the sender little.

use crate::hall::{Hall, in_time};
use crate::wire::{
    CONTINUATION, DATA, END_HEADERS, ENHANCE_YOUR_CALM, HEADERS, PING, RST_STREAM, Raw, SETTINGS, SUBMIT,
    frame, headers,
};

/// Patience for the other side's silence is short here.
const SHORT: &str = "stalled_connection_ms = 500\ncall_ms = 1000";

#[tokio::test]
async fn calls_that_are_taken_back_at_once_end_the_connection() {
    let hall = Hall::open();
    let mut raw = Raw::open(&hall).await;
    let block = headers(SUBMIT, hall.token("a"));
    let mut burst = Vec::new();
    for call in 0..4_000 {
        let stream = 2 * call + 1;
        burst.extend(frame(HEADERS, END_HEADERS, stream, &block));
        burst.extend(frame(RST_STREAM, 0, stream, &8_u32.to_be_bytes()));
    }
    // The connection may end while this is being sent.
    _ = raw.send(&burst).await;
    let code = raw.farewell().await;
    assert!(code.is_none_or(|code| code == ENHANCE_YOUR_CALM), "{code:?}");
    hall.has_not_grown();
    hall.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_flood_of_pings_ends_with_the_connection() {
    let hall = Hall::within(SHORT);
    let pings = frame(PING, 0, 0, &[7; 8]).repeat(1_000);
    Raw::open(&hall).await.flood(&pings).await;
    hall.has_not_grown();
    hall.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_flood_of_settings_ends_with_the_connection() {
    let hall = Hall::within(SHORT);
    // The size of the table of headers, back and forth.
    let settings = |size: u32| frame(SETTINGS, 0, 0, &[&[0, 1][..], &size.to_be_bytes()].concat());
    let flood = [settings(0), settings(4_096)].concat().repeat(500);
    Raw::open(&hall).await.flood(&flood).await;
    hall.has_not_grown();
    hall.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn headers_without_an_end_end_the_connection() {
    let hall = Hall::open();
    let mut raw = Raw::open(&hall).await;
    raw.send(&frame(HEADERS, 0, 1, &headers(SUBMIT, hall.token("a")))).await.unwrap();
    // One header in each, and never the last.
    let more = frame(CONTINUATION, 0, 1, b"\0\x05x-big\x05value").repeat(1_000);
    raw.flood(&more).await;
    hall.has_not_grown();
    hall.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn empty_data_without_an_end_holds_nobody_up() {
    let hall = Hall::within("call_ms = 500\nburst_bytes = 100000\nbytes_per_second = 100000");
    let mut floods = Vec::new();
    for _ in 0..4 {
        let mut raw = Raw::open(&hall).await;
        raw.send(&frame(HEADERS, END_HEADERS, 1, &headers(SUBMIT, hall.token("a")))).await.unwrap();
        let empty = frame(DATA, 0, 1, &[]).repeat(1_000);
        floods.push(tokio::spawn(async move { while raw.send(&empty).await.is_ok() {} }));
    }
    // While it goes on.
    hall.a_normal_game_still_runs().await;
    for flood in floods {
        flood.abort();
    }
    hall.has_not_grown();
}

#[tokio::test]
async fn what_is_not_http_2_is_hung_up_on() {
    for hall in [Hall::open(), Hall::plain("")] {
        for nonsense in
            [&b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"[..], &[0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3], &[0; 64]]
        {
            // Inside the encryption where there is any.
            let mut raw = Raw(hall.dial().await);
            raw.send(nonsense).await.unwrap();
            // It may have hung up already.
            _ = raw.send(&[b'x'; 64]).await;
            in_time("the end of a connection", raw.farewell()).await;
        }
        hall.a_normal_game_still_runs().await;
    }
}
