//! Invalid lists, re-bids and confirmations.

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::team;
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
    // A negative number as it is encoded on the wire.
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
    // A replayed list has an old revision.
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
async fn escapes_and_turned_text_reach_no_log() {
    let fixture = AbuseFixture::open();
    let malformed = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{202e}txt\u{2066}\r\nERROR everything is lost";
    // The remark may be refused or not: this test is about the operator's terminal.
    _ = fixture.remark(malformed).await;
    let request = team::SubmitBidsRequest { game: malformed.into(), round: 1, ..Default::default() };
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
