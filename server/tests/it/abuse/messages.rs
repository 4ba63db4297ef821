//! Messages and headers that are too long, too deep, compressed or endless.

use ishigaki_proto::fault::ErrorReason;
use tonic::Code;

use crate::abuse::fixture::AbuseFixture;
use crate::abuse::wire::{LIST, Line, SUBMIT, WireResponse, head, message, prefixed};

#[tokio::test]
async fn message_over_the_limit_is_refused_before_it_is_kept() {
    let fixture = AbuseFixture::open();
    let mut line = Line::open(&fixture).await;
    let token = Some(fixture.token("a"));
    let long = line.call(head(SUBMIT, token), message(&vec![0; 64 * 1024 + 1])).await;
    assert_eq!((long.code(), long.reason()), (Code::ResourceExhausted, ErrorReason::MessageTooLarge));
    assert_eq!(long.fault().figure("bytes"), Some("65536"));
    // Only the prefix claims the length.
    for claimed in [64 * 1024 + 1, u32::MAX] {
        let claims = line.call(head(SUBMIT, token), prefixed(0, claimed, b"little")).await;
        assert_eq!(claims.reason(), ErrorReason::MessageTooLarge, "{claimed}");
    }
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn deeply_nested_and_senseless_messages_are_no_messages() {
    let fixture = AbuseFixture::open();
    let mut line = Line::open(&fixture).await;
    let token = Some(fixture.token("a"));
    // Field 15 opens nested groups.
    let nested = vec![0x7b; 60_000];
    // Field 5 is a line of a list; its length exceeds the message.
    let short = [0x2a, 0xff, 0xff, 0x03];
    let endless = [0xff; 64];
    for bytes in [&nested[..], &short, &endless] {
        let refused = line.call(head(SUBMIT, token), message(bytes)).await;
        assert_eq!((refused.code(), refused.reason()), (Code::InvalidArgument, ErrorReason::Unreadable));
    }
    let none = line.call(head(SUBMIT, token), Vec::new()).await;
    assert_eq!(none.reason(), ErrorReason::Unreadable, "no message at all");
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn compressed_messages_are_not_unpacked() {
    let fixture = AbuseFixture::open();
    let mut line = Line::open(&fixture).await;
    // A gzip header. The content doesn't matter because it must not be unpacked.
    let bomb = [&[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3][..], &vec![0; 32 * 1024]].concat();
    for encoding in ["gzip", "deflate", "zstd", "identity"] {
        let mut request = head(LIST, Some(fixture.token("a")));
        request.headers_mut().insert("grpc-encoding", encoding.parse().unwrap());
        let packed = prefixed(1, u32::try_from(bomb.len()).unwrap(), &bomb);
        let refused = line.call(request, packed).await;
        assert!(
            matches!(refused.code(), Code::Unimplemented | Code::InvalidArgument),
            "{encoding}: {refused:?}"
        );
    }
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn huge_headers_are_refused() {
    let fixture = AbuseFixture::open();
    for (name, values, length) in [("x-big", 1, 60_000), ("x-many", 3_000, 8)] {
        let mut line = Line::open(&fixture).await;
        let mut request = head(LIST, Some(fixture.token("a")));
        for number in 0..values {
            let name = format!("{name}-{number}").parse::<tonic::codegen::http::HeaderName>().unwrap();
            request.headers_mut().insert(name, "x".repeat(length).parse().unwrap());
        }
        let refused = line.call(request, message(&[])).await;
        assert!(matches!(refused, WireResponse::Http(431) | WireResponse::Broken), "{name}: {refused:?}");
    }
    fixture.assert_not_grown();
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn message_that_never_ends_times_out() {
    let fixture = AbuseFixture::within("call_ms = 500");
    let mut line = Line::open(&fixture).await;
    let mut waiting = Vec::new();
    for _ in 0..16 {
        let (answer, mut sending) = line.begin(head(SUBMIT, Some(fixture.token("a")))).await.unwrap();
        // The message begins but is never completed.
        sending.send_data(prefixed(0, 1_000, b"x").into(), false).unwrap();
        waiting.push((answer, sending));
    }
    for (answer, _sending) in waiting {
        let answer = crate::abuse::fixture::in_time("a refusal", answer).await;
        let refused = WireResponse::of(answer).await;
        assert_eq!((refused.code(), refused.reason()), (Code::DeadlineExceeded, ErrorReason::TimedOut));
    }
    fixture.a_normal_game_still_runs().await;
}
