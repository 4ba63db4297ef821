//! Violations of the rules are worded with the game's codes.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use ishigaki_record::verify::{TranscriptViolation, TranscriptViolationKind as Kind};
use ishigaki_rules::auction::BidFault;
use ishigaki_rules::{Cell, Frame, LotId, LotSpec, Millis, Setup, Shape, SupportRule, TeamSpec, Tsuyama};
use ishigaki_words::{Lang, Words};

/// A game with digits as codes of teams and stones.
fn setup() -> Setup {
    let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
    let shape = Shape::new([Cell::new(0, 0)]).unwrap();
    Setup {
        title: "1".into(),
        title_ja: "1".into(),
        frame: Frame::parse(&["##"]).unwrap(),
        lots: vec![LotSpec { code: "9".into(), shape, min_price: Tsuyama(3), copies: 1 }],
        teams: vec![team("7"), team("8")],
        initial: Tsuyama(60),
        rounds: Vec::new(),
        support: SupportRule::AtEnd,
        end_countdown: Millis(5_000),
    }
}

#[test]
fn record_violation_describes_invalid_list() {
    let faults =
        vec![BidFault::BelowMin { line: 0, lot: LotId(0), price: Tsuyama(1), min_price: Tsuyama(3) }];
    let kind = Kind::InvalidList { team: "7".into(), faults };
    let violation = TranscriptViolation { line: 12, kind, setup: Some(Box::new(setup())) };
    let english = Words::new(Lang::En).record_violation(&violation);
    assert_eq!(
        english,
        "line 12: invalid list of team \"7\": bid 1: 1 for 9 is below the minimum price of 3 (A2)"
    );
}
