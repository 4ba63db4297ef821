//! Refusals travel whole, and small enough for a header.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use ishigaki_proto::fault::{self, ErrorReason, Fault, Violation};
use ishigaki_rules::auction::{BidFault, RebidFault};
use ishigaki_rules::wall::{WallCode, WallFault};
use ishigaki_rules::{
    Cell, ClosePolicy, Frame, GameTime, LotId, LotSpec, Millis, Phase, Priority, Rejection, Revision,
    RoundPlan, Setup, Shape, StoneId, SupportRule, TeamId, TeamSpec, Tsuyama, WaveNo,
};
use tonic::{Code, Status};
use tonic_types::StatusExt as _;

fn setup() -> Setup {
    let lot = |code: &str| LotSpec {
        code: code.to_string(),
        shape: Shape::new([Cell::new(0, 0)]).unwrap(),
        min_price: Tsuyama(5),
        copies: 2,
    };
    let team = |code: &str| TeamSpec { code: code.to_string(), name: code.to_string() };
    Setup {
        title: String::new(),
        title_ja: String::new(),
        frame: Frame::parse(&["##"]).unwrap(),
        lots: vec![lot("L"), lot("T")],
        teams: vec![team("akai"), team("aoi"), team("kuro")],
        initial: Tsuyama(1_000),
        rounds: vec![RoundPlan {
            max_bids: 1,
            max_wins: 1,
            window: Millis(1),
            rebid_window: Millis(1),
            close: ClosePolicy::AtDeadline,
        }],
        support: SupportRule::EachMove,
        end_countdown: Millis(0),
    }
}

fn figures(fault: &Fault) -> String {
    fault.metadata.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
}

#[track_caller]
fn check(rejection: &Rejection, reason: ErrorReason, rule: &str, expected: &str) {
    let fault = Fault::of_rejection(rejection, &setup());
    assert_eq!(fault.reason, reason);
    assert_eq!(fault.rule.as_deref(), Some(rule));
    assert_eq!(figures(&fault), expected);
    assert_eq!(Fault::from_status(&fault.to_status("refused".to_string())), Some(fault));
}

#[test]
fn single_list_fault_becomes_rejection_reason() {
    let over = BidFault::OverBudget { total: Tsuyama(1_240), held: Tsuyama(1_000) };
    let rejection = Rejection::InvalidList { faults: vec![over] };
    check(&rejection, ErrorReason::OverBudget, "A2", "held=1000 total=1240");
    let tied = RebidFault::NotAbove {
        priority: Priority(2),
        lot: LotId(1),
        price: Tsuyama(9),
        tied_at: Tsuyama(9),
        entry: 0,
    };
    let rejection = Rejection::InvalidRebid { faults: vec![tied] };
    check(&rejection, ErrorReason::NotAbove, "A7", "line=2 lot=T price=9 tied_at=9");
}

#[test]
fn several_faults_of_a_list_are_violations() {
    let below = BidFault::BelowMin { line: 2, lot: LotId(0), price: Tsuyama(4), min_price: Tsuyama(5) };
    let gone = BidFault::UnknownLot { line: 0, lot: LotId(1) };
    let rejection = Rejection::InvalidList { faults: vec![below, gone] };
    check(&rejection, ErrorReason::InvalidList, "A2", "faults=2");
    let status = Fault::of_rejection(&rejection, &setup()).to_status(String::new());
    let named: Vec<_> = status
        .get_details_bad_request()
        .unwrap()
        .field_violations
        .into_iter()
        .map(|violation| (violation.field, violation.reason))
        .collect();
    let expected = [("bids[2].price", "BELOW_MIN"), ("bids[0].lot", "NO_COPY_ON_OFFER")];
    assert_eq!(named, expected.map(|(field, reason)| (field.to_string(), reason.to_string())));
}

#[test]
fn wall_fault_names_its_stones() {
    let stones = vec![StoneId { lot: LotId(0), copy: 2 }, StoneId { lot: LotId(1), copy: 1 }];
    let rejection = Rejection::InvalidWall { faults: vec![WallFault { code: WallCode::Overlap, stones }] };
    check(&rejection, ErrorReason::Overlap, "W2", "stones=L-2 T-1");
    let faults = vec![WallFault { code: WallCode::NoBottom, stones: Vec::new() }];
    check(&Rejection::InvalidWall { faults }, ErrorReason::NoBottom, "W3", "");
}

#[test]
fn other_refusals_carry_their_figures() {
    let late = Rejection::Late { at: GameTime(90_001), deadline: GameTime(90_000) };
    check(&late, ErrorReason::Late, "A3", "at_ms=90001 deadline_ms=90000");
    let phase = Phase::Rebidding { wave: WaveNo(2), closes_at: GameTime(5) };
    let wrong = Rejection::WrongPhase { phase };
    check(&wrong, ErrorReason::WrongPhase, "A7", "deadline_ms=5 phase=REBIDDING wave=2");
    let replaced = Rejection::Replaced { named: None, current: Some(Revision(3)) };
    check(&replaced, ErrorReason::Replaced, "A2", "current=3 named=0");
    let unseen = Rejection::AlreadySubmitted { team: TeamId(0) };
    check(&unseen, ErrorReason::AlreadySubmitted, "G6", "team=akai");
    let changed = Rejection::WallChanged { named: Some(Revision(1)), current: None };
    check(&changed, ErrorReason::WallChanged, "W4", "current=0 named=1");
    let groups = vec![vec![TeamId(0), TeamId(2)], vec![TeamId(1), TeamId(7)]];
    check(&Rejection::JankenOpen { groups }, ErrorReason::JankenOpen, "E4", "groups=akai kuro;aoi #8");
}

#[test]
fn foreign_clients_find_reason_domain_and_figures() {
    let over = BidFault::OverBudget { total: Tsuyama(1_240), held: Tsuyama(1_000) };
    let fault = Fault::of_rejection(&Rejection::InvalidList { faults: vec![over] }, &setup());
    let status = fault.to_status("bids total 1,240".to_string());
    assert_eq!((status.code(), status.message()), (Code::InvalidArgument, "bids total 1,240"));
    let info = status.get_details_error_info().unwrap();
    assert_eq!((info.reason.as_str(), info.domain.as_str()), ("OVER_BUDGET", "ishigaki"));
    assert_eq!(info.metadata.get("total").map(String::as_str), Some("1240"));
    assert_eq!(info.metadata.get("rule").map(String::as_str), Some("A2"));
}

#[test]
fn error_reasons_round_trip_through_status() {
    let reasons = (1..200).filter_map(|number| ErrorReason::try_from(number).ok()).collect::<Vec<_>>();
    assert!(reasons.len() > 40);
    for reason in reasons {
        let sent = Fault::new(reason);
        let status = sent.to_status(String::new());
        assert_ne!(status.code(), Code::Unknown, "{reason:?}");
        assert_eq!(Fault::from_status(&status), Some(sent));
        assert_eq!(fault::reason_by_name(fault::reason_name(reason)), Some(reason));
    }
}

#[test]
fn foreign_status_has_no_fault() {
    assert_eq!(Fault::from_status(&Status::unavailable("no connection")), None);
    assert_eq!(Fault::from_status(&Status::with_details(Code::Internal, "", vec![9, 9, 9].into())), None);
}

#[test]
fn largest_rejection_fits_header() {
    let violation = |at: usize| {
        Violation::new(format!("bids[{at}].lot"), ErrorReason::UnknownLot, "A2")
            .with("line", at + 1)
            .with("lot", "石".repeat(20_000))
    };
    let violations = (0..5_000).map(violation).collect();
    let fault = Fault::of_violations(ErrorReason::InvalidList, "A2", violations);
    let status = fault.to_status("長".repeat(5_000));
    assert!(status.details().len() < 9_000, "{} bytes", status.details().len());
    let read = Fault::from_status(&status).unwrap();
    assert_eq!(read.figure("faults"), Some("5000"));
    assert!(read.violations.len() > 1);
}

#[test]
fn debug_output_hides_figures() {
    let over = BidFault::OverBudget { total: Tsuyama(1_240), held: Tsuyama(98_765) };
    let fault = Fault::of_rejection(&Rejection::InvalidList { faults: vec![over] }, &setup());
    let shown = format!("{fault:?} {fault} {:?}", fault.violations);
    assert!(shown.contains("OverBudget"), "{shown}");
    assert!(!shown.contains("1240") && !shown.contains("98765"), "{shown}");
}

#[test]
fn retry_delay_is_sent_as_figure_and_retry_info() {
    let status = Fault::new(ErrorReason::TooFast).retrying_in(1_500).to_status("too fast".to_string());
    let wait = Some(std::time::Duration::from_millis(1_500));
    assert_eq!(status.get_details_retry_info().unwrap().retry_delay, wait);
    let fault = Fault::from_status(&status).unwrap();
    assert_eq!((fault.retry_after(), fault.is_passing()), (wait, true));
    assert_eq!(Fault::new(ErrorReason::Busy).retry_after(), None);
}
