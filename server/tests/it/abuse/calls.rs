//! Who may call what: tokens, roles, other people's games.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::{team, watch};
use prost::Message as _;
use prost_types::FileDescriptorSet;
use tonic::Code;

use crate::abuse::fixture::AbuseFixture;
use crate::abuse::wire::{LIST, Line, SUBMIT, head, message};

/// The paths of all calls of our services whose name ends so.
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
async fn without_a_good_token_no_call_gets_through() {
    let fixture = AbuseFixture::open();
    let mut line = Line::open(&fixture).await;
    let good = fixture.token("a");
    let (id, secret) = good.strip_prefix("ishi.").unwrap().split_once('.').unwrap();
    let other = fixture.token("b").rsplit('.').next().unwrap();
    let long = "x".repeat(4_000);
    let wrong = [
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
        let nobody = line.call(head(&path, None), message(&[])).await;
        assert_eq!((nobody.code(), nobody.reason()), (Code::Unauthenticated, ErrorReason::Unauthenticated));
        let stranger = line.call(head(&path, Some(&wrong[3])), message(&[])).await;
        assert_eq!(stranger.reason(), ErrorReason::Unauthenticated, "{path}");
    }
    for token in &wrong {
        let refused = line.call(head(LIST, Some(token)), message(&[])).await;
        assert_eq!(refused.reason(), ErrorReason::Unauthenticated, "{token}");
    }
    assert_eq!(line.call(head(LIST, Some(good)), message(&[])).await.code(), Code::Ok);
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_team_can_make_no_call_of_the_judge_or_the_organiser() {
    let fixture = AbuseFixture::open();
    let mut line = Line::open(&fixture).await;
    for path in [calls("JudgeService"), calls("OrganiserService")].concat() {
        for name in ["a", "board"] {
            let refused = line.call(head(&path, Some(fixture.token(name))), message(&[])).await;
            assert_eq!(refused.code(), Code::PermissionDenied, "{path} by {name}");
        }
    }
    for path in calls("TeamService") {
        let refused = line.call(head(&path, Some(fixture.token("board"))), message(&[])).await;
        assert_eq!(refused.code(), Code::PermissionDenied, "{path} by the board");
    }
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_team_sees_and_touches_no_game_but_its_own() {
    let fixture = AbuseFixture::open();
    let link = fixture.link("a");
    let bid = team::SubmitBidsRequest { game: "o".into(), round: 1, ..Default::default() };
    let refused = link.team().submit_bids(bid).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
    let watch = watch::WatchGameRequest { game: "o".into(), from_sequence: 1, ..Default::default() };
    assert_eq!(link.watch().watch_game(watch).await.unwrap_err().code(), Code::NotFound);
    let rounds = watch::ListRoundsRequest { game: "o".into(), round: 0 };
    assert_eq!(link.watch().list_rounds(rounds).await.unwrap_err().code(), Code::NotFound);
    let record = watch::ReadRecordRequest { game: "o".into(), ..Default::default() };
    assert_eq!(link.watch().read_record(record).await.unwrap_err().code(), Code::NotFound);
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_feed_cannot_be_taken_up_from_the_future() {
    let fixture = AbuseFixture::open();
    for from_sequence in [3, u64::from(u32::MAX) + 1, u64::MAX] {
        let watch = watch::WatchGameRequest { game: "g".into(), from_sequence, ..Default::default() };
        let refused = fixture.link("a").watch().watch_game(watch).await.unwrap_err();
        assert_eq!(refused.code(), Code::InvalidArgument, "{refused:?}");
    }
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_team_that_seals_too_often_is_told_when_it_may_again() {
    let fixture = AbuseFixture::within("sealing_burst = 3\nsealing_per_second = 1");
    fixture.open_round("g").await;
    let mut line = Line::open(&fixture).await;
    let request = team::SubmitBidsRequest { game: "g".into(), round: 1, ..Default::default() };
    let body = message(&request.encode_to_vec());
    let mut reasons = Vec::new();
    for _ in 0..10 {
        let answer = line.call(head(SUBMIT, Some(fixture.token("a"))), body.clone()).await;
        if answer.code() == Code::ResourceExhausted {
            let fault = answer.fault();
            assert_eq!(fault.reason, ErrorReason::TooFast);
            assert_eq!(fault.figure("burst"), Some("3"));
            assert!(fault.retry_after().is_some_and(|wait| !wait.is_zero()));
            reasons.push(fault.reason);
        }
    }
    assert!(reasons.len() >= 5, "{reasons:?}");
    // What one team has used up is not taken from another, nor from another game.
    fixture.bid("g", "b", 0, &[("O", 9)]).await.unwrap();
    let normal = AbuseFixture::within("sealing_burst = 3\nsealing_per_second = 1");
    normal.a_normal_game_still_runs().await;
}
