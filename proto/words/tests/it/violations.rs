//! What the rules refuse is said in the codes of the game.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use ishigaki_record::verify::{TranscriptViolation, TranscriptViolationKind as Kind};
use ishigaki_rules::auction::BidFault;
use ishigaki_rules::{Cell, Frame, LotId, LotSpec, Millis, Setup, Shape, SupportRule, TeamSpec, Tsuyama};
use ishigaki_words::{Lang, Words};

/// A game whose teams and stones are named by digits.
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
fn a_refusal_names_teams_and_stones_as_the_game_does() {
    let faults =
        vec![BidFault::BelowMin { line: 0, lot: LotId(0), price: Tsuyama(1), min_price: Tsuyama(3) }];
    let kind = Kind::InvalidList { team: "7".into(), faults };
    let violation = TranscriptViolation { line: 12, kind, setup: Some(Box::new(setup())) };
    let english = Words::new(Lang::En).record_violation(&violation);
    assert_eq!(
        english,
        "line 12: the list of team \"7\" is not valid: bid 1: 1 for 9 is below its minimum price of 3 (A2)"
    );
}
