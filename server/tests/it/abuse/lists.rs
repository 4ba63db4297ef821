//! Lists, re-bids and confirmations that nobody should send.

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{judge, team, wire};
use prost::Message as _;
use tonic::{Code, Status};

use crate::abuse::fixture::AbuseFixture;
use crate::abuse::wire::{Line, SUBMIT, head, message};

#[track_caller]
fn reason<T: std::fmt::Debug>(answer: Result<T, Status>) -> ErrorReason {
    Fault::from_status(&answer.expect_err("a refusal")).expect("a refusal has a reason").reason
}

#[tokio::test]
async fn impossible_lists_are_refused_whole_and_displace_nothing() {
    let fixture = AbuseFixture::within("sealing_per_second = 0");
    fixture.open_round("g").await;
    assert_eq!(fixture.bid("g", "a", 0, &[("P", 20)]).await.unwrap(), 1);
    let bid = async |bids: &[(&str, u64)]| reason(fixture.bid("g", "a", 1, bids).await);
    assert_eq!(bid(&[("P", 0)]).await, ErrorReason::BelowMin);
    // What a negative number becomes on the wire.
    assert_eq!(bid(&[("P", (-5_i64).cast_unsigned())]).await, ErrorReason::OverBudget);
    assert_eq!(bid(&[("P", u64::MAX), ("O", u64::MAX)]).await, ErrorReason::OverBudget);
    assert_eq!(bid(&[("P", 50), ("O", 11)]).await, ErrorReason::OverBudget);
    assert!(matches!(
        bid(&[("P", 20), ("P", 21)]).await,
        ErrorReason::TooManyOfLot | ErrorReason::InvalidList
    ));
    assert_eq!(bid(&[("\u{1b}[2J\u{202e}", 20)]).await, ErrorReason::UnknownLot);
    assert!(matches!(
        bid(&vec![("P", 1); 1_000]).await,
        ErrorReason::InvalidList | ErrorReason::TooManyBids | ErrorReason::TooManyOfLot
    ));
    // A replayed list is an old one.
    assert_eq!(reason(fixture.bid("g", "a", 0, &[("P", 20)]).await), ErrorReason::Replaced);
    assert_eq!(reason(fixture.bid("g", "a", 9, &[("P", 20)]).await), ErrorReason::Replaced);
    assert_eq!(reason(fixture.bid("nosuch", "a", 1, &[("P", 20)]).await), ErrorReason::UnknownGame);
    for (round, expected) in
        [(0, ErrorReason::MissingField), (2, ErrorReason::WrongRound), (u32::MAX, ErrorReason::WrongRound)]
    {
        let request = team::SubmitBidsRequest { game: "g".into(), round, ..Default::default() };
        assert_eq!(reason(fixture.link("a").team().submit_bids(request).await), expected, "round {round}");
    }
    let request = team::SubmitRebidRequest { game: "g".into(), round: 1, wave: 1, ..Default::default() };
    assert_eq!(reason(fixture.link("a").team().submit_rebid(request).await), ErrorReason::WrongPhase);
    assert_eq!(fixture.bid("g", "a", 1, &[("P", 21)]).await.unwrap(), 2, "only what was valid has counted");
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn a_list_after_the_closing_is_late() {
    let fixture = AbuseFixture::open();
    fixture.a_normal_game_still_runs().await;
    let late = fixture.bid("n", "a", 1, &[("P", 21)]).await.unwrap_err();
    assert_eq!(late.code(), Code::FailedPrecondition);
    let fault = Fault::from_status(&late).unwrap();
    let figure = |key: &str| fault.figure(key).and_then(|figure| figure.parse::<u64>().ok());
    assert_eq!((fault.reason, fault.rule.as_deref()), (ErrorReason::Late, Some("A3")));
    assert!(
        figure("at_ms") >= figure("deadline_ms") && figure("deadline_ms") > Some(0),
        "{:?}",
        fault.metadata
    );
}

#[tokio::test]
async fn unknown_values_of_walls_are_refused() {
    let fixture = AbuseFixture::open();
    for (quarter_turns, row) in [(4, 0), (u32::MAX, 0), (0, i32::MIN), (0, i32::MAX)] {
        let spot = wire::Spot { quarter_turns, row, col: i32::MAX };
        let placement = wire::Placement {
            stone: Some(wire::Stone { lot: "P".into(), copy: u32::MAX }),
            placing: Some(wire::placement::Placing::Spot(spot)),
        };
        let request =
            team::PlaceStoneRequest { game: "g".into(), placement: Some(placement), replaces_revision: 0 };
        let refused = fixture.link("a").team().place_stone(request).await.unwrap_err();
        assert!(Fault::from_status(&refused).is_some(), "{refused:?}");
    }
    fixture.a_normal_game_still_runs().await;
}

#[tokio::test]
async fn confirming_twice_or_what_is_no_longer_so_is_refused() {
    let fixture = AbuseFixture::open();
    fixture.open_round("g").await;
    let all = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let confirm = async |game: &str, attempt, settlement_digest: Option<u64>| {
        let request = judge::ConfirmLotsRequest {
            game: game.into(),
            round: 1,
            attempt,
            choice: all.clone(),
            settlement_digest,
        };
        fixture.link("judge").judge().confirm_lots(request).await
    };
    assert_eq!(reason(confirm("g", 1, None).await), ErrorReason::WrongPhase, "nothing is open yet");
    fixture.a_normal_game_still_runs().await;
    // The normal game has confirmed its round.
    assert!(matches!(
        reason(confirm("n", 1, None).await),
        ErrorReason::WrongPhase | ErrorReason::AlreadyConfirmed | ErrorReason::WrongRound
    ));
    assert!(matches!(
        reason(confirm("n", 7, Some(7)).await),
        ErrorReason::WrongPhase | ErrorReason::WrongAttempt | ErrorReason::WrongRound
    ));
}

#[tokio::test]
async fn escapes_and_turned_text_reach_no_log() {
    let fixture = AbuseFixture::open();
    let evil = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}txt\u{2066}\r\nERROR everything is lost";
    // Whether it is taken or not is the rules' matter; what it does to the operator's terminal is ours.
    _ = fixture.remark(evil).await;
    let request = team::SubmitBidsRequest { game: evil.into(), round: 1, ..Default::default() };
    let refused = fixture.link("a").team().submit_bids(request.clone()).await.unwrap_err();
    assert_eq!(refused.code(), Code::NotFound);
    let mut line = Line::open(&fixture).await;
    let body = message(&request.encode_to_vec());
    line.call(head(SUBMIT, Some("ishi.00000000.\t\u{202e}")), body).await;
    fixture.a_normal_game_still_runs().await;
    let log = fixture.log();
    assert!(!log.is_empty());
    let bad = log.chars().find(|sign| matches!(sign, '\u{1b}' | '\u{7}' | '\r' | '\u{202e}' | '\u{2066}'));
    assert_eq!(bad, None, "{log:?}");
    assert!(!log.lines().any(|line| line.starts_with("ERROR everything")), "{log}");
}
