//! Authorization: tokens, roles, other teams' games.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch;
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tonic::Code;

use crate::abuse::fixture::AbuseFixture;
use crate::abuse::wire::{LIST, Line, head, message};

/// Returns the paths of all calls of our services with this name suffix.
fn calls(service: &str) -> Vec<String> {
    let set = FileDescriptorSet::decode(ishigaki_proto::FILE_DESCRIPTOR_SET).unwrap();
    let mut paths = Vec::new();
    for file in set.file.iter().filter(|file| file.package().starts_with("ishigaki.")) {
        for found in file.service.iter().filter(|found| found.name().ends_with(service)) {
            let path = |method: &str| format!("/{}.{}/{method}", file.package(), found.name());
            paths.extend(found.method.iter().map(|method| path(method.name())));
        }
    }
    assert!(!paths.is_empty(), "{service} has calls");
    paths
}

#[tokio::test]
async fn calls_without_valid_token_are_unauthenticated() {
    let fixture = AbuseFixture::open();
    let mut line = Line::open(&fixture).await;
    let good = fixture.token("a");
    let (id, secret) = good.strip_prefix("ishi.").unwrap().split_once('.').unwrap();
    let other = fixture.token("b").rsplit('.').next().unwrap();
    let long = "x".repeat(4_000);
    let bad_tokens = [
        String::new(),
        String::from("ishi.."),
        format!("ishi.{id}."),
        format!("ishi.{id}.{other}"),
        format!("ishi.{id}.{secret}A"),
        format!("ishi.00000000.{secret}"),
        format!("{good} "),
        long,
    ];
    for path in calls("Service") {
        let unauthenticated = line.call(head(&path, None), message(&[])).await;
        assert_eq!(
            (unauthenticated.code(), unauthenticated.reason()),
            (Code::Unauthenticated, ErrorReason::Unauthenticated)
        );
        let unknown_token = line.call(head(&path, Some(&bad_tokens[3])), message(&[])).await;
        assert_eq!(unknown_token.reason(), ErrorReason::Unauthenticated, "{path}");
    }
    for token in &bad_tokens {
        let refused = line.call(head(LIST, Some(token)), message(&[])).await;
        assert_eq!(refused.reason(), ErrorReason::Unauthenticated, "{token}");
    }
    assert_eq!(line.call(head(LIST, Some(good)), message(&[])).await.code(), Code::Ok);
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn resuming_feed_from_future_sequence_is_rejected() {
    let fixture = AbuseFixture::open();
    for from_sequence in [3, u64::from(u32::MAX) + 1, u64::MAX] {
        let watch = watch::WatchGameRequest { game: "g".into(), from_sequence, ..Default::default() };
        let refused = fixture.link("a").watch().watch_game(watch).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{refused:?}");
    }
    fixture.a_normal_game_still_runs().await;
}
