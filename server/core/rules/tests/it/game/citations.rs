//! Names and rule numbers of refusals, phases and facts.

use ishigaki_rules::wall::{WallCode, WallFault};
use ishigaki_rules::*;

use crate::table::{A, X, stone};

#[test]
fn rejections_name_their_rule() {
    let (at, round, wave) = (GameTime(1), RoundNo(1), WaveNo(1));
    let hanging = WallFault { code: WallCode::Unsupported, stones: vec![stone(X, 1)] };
    let rules = [
        (Rejection::UnknownTeam { team: A }, "G2"),
        (Rejection::UnknownLot { lot: X }, "G1"),
        (Rejection::NotYours { team: A }, "G6"),
        (Rejection::Disqualified { team: A }, "E3"),
        (Rejection::WrongPhase { phase: Phase::Confirming }, "A10"),
        (Rejection::Paused, "T"),
        (Rejection::NotPaused, "T"),
        (Rejection::WrongRound { named: round, current: round }, "A1"),
        (Rejection::WrongAttempt { named: 1, current: 2 }, "G5"),
        (Rejection::WrongWave { named: wave, current: wave }, "A7"),
        (Rejection::Late { at, deadline: at }, "A3"),
        (Rejection::InvalidList { faults: Vec::new() }, "A2"),
        (Rejection::NotTied { team: A }, "A7"),
        (Rejection::InvalidRebid { faults: Vec::new() }, "A7"),
        (Rejection::Replaced { named: None, current: None }, "A2"),
        (Rejection::AlreadySubmitted { team: A }, "G6"),
        (Rejection::AlreadyConfirmed { lot: X }, "A10"),
        (Rejection::NotOnOffer { lot: X }, "A10"),
        (Rejection::NotOwned { stone: stone(X, 1) }, "W4"),
        (Rejection::NotOnWall { stone: stone(X, 1) }, "W4"),
        (Rejection::WallChanged { named: None, current: Some(Revision(1)) }, "W4"),
        (Rejection::InvalidWall { faults: vec![hanging] }, "W3"),
        (Rejection::JankenOpen { groups: Vec::new() }, "E4"),
        (Rejection::NotATiedGroup { groups: Vec::new() }, "E2"),
        (Rejection::AlreadyDisqualified { team: A }, "E3"),
        (Rejection::NotDisqualified { team: A }, "E3"),
        (Rejection::NoReason { rule: "G4" }, "G4"),
        (Rejection::NothingToExtend, "T"),
        (Rejection::BadExtension { millis: 0 }, "T"),
        (Rejection::UnknownQuestion { team: A, question: QuestionNo(1) }, "T"),
        (Rejection::UnknownMessage { team: A, through: MessageNo(1), told: 0 }, "T"),
    ];
    for (rejection, rule) in rules {
        assert_eq!(rejection.rule(), rule, "{rejection:?}");
    }
}

#[test]
fn phases_name_their_rule_and_deadline() {
    let (closes_at, ends_at) = (GameTime(90_000), GameTime(5_000));
    let phases = [
        (Phase::Ready { next: RoundNo(1) }, "A1", None),
        (Phase::Bidding { closes_at }, "A3", Some(closes_at)),
        (Phase::Rebidding { wave: WaveNo(1), closes_at }, "A7", Some(closes_at)),
        (Phase::Confirming, "A10", None),
        (Phase::Building, "E1", None),
        (Phase::Countdown { ends_at }, "E1", Some(ends_at)),
        (Phase::Ended, "W6", None),
        (Phase::Declared, "E4", None),
        (Phase::Abandoned, "G4", None),
    ];
    for (phase, rule, deadline) in phases {
        assert_eq!((phase.rule(), phase.closes_at()), (rule, deadline), "{phase:?}");
    }
}
