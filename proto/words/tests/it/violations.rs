//! What a verifier finds is said in both languages: in English as the violation has it, in Japanese without a word of English.
#![expect(clippy::unwrap_used, reason = "tests may panic")]

use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::{fmt, io};

use ishigaki_record::chain::Head;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament::{
    Commitment, EventViolation, EventViolationKind as EventKind, TournamentResult,
};
use ishigaki_record::transcript::{Error, LineError};
use ishigaki_record::verify::{Part, TranscriptViolation, TranscriptViolationKind as Kind};
use ishigaki_record::{HexError, sealing, signing};
use ishigaki_rules::auction::{BidFault, RebidFault};
use ishigaki_rules::{
    Actor, Cell, Event, Fact, Frame, FrameFault, GameTime, LotId, LotSpec, Millis, Priority, Rejection,
    RoundNo, Setup, SetupFault, Shape, ShapeFault, SupportRule, TeamId, TeamSpec, Tsuyama,
};
use ishigaki_tournament::{
    Actor as Officer, CompetitionRejection, Event as CompetitionEvent, Fact as CompetitionFact,
};
use ishigaki_words::{Lang, Words};

const SOURCES: [(&str, &str); 3] = [
    ("enum TranscriptViolationKind {", include_str!("../../../../server/record/src/verify/violation.rs")),
    ("enum EventViolationKind {", include_str!("../../../../server/record/src/tournament/verify.rs")),
    ("enum Error {", include_str!("../../../../server/record/src/error.rs")),
];

/// The variants of an enum, as its source has them.
fn variants((head, source): (&str, &str)) -> BTreeSet<String> {
    let body = source.split(head).nth(1).unwrap().split("\n}").next().unwrap();
    let names = body.lines().filter_map(|line| {
        let line = line.strip_prefix("    ")?;
        let name: String = line.chars().take_while(char::is_ascii_alphanumeric).collect();
        line.starts_with(|sign: char| sign.is_ascii_uppercase()).then_some(name)
    });
    names.collect()
}

fn variant(thing: &impl fmt::Debug) -> String {
    format!("{thing:?}").chars().take_while(char::is_ascii_alphanumeric).collect()
}

fn head(digit: &str) -> Head {
    digit.repeat(64).parse().unwrap()
}

fn fingerprint(digit: &str) -> Fingerprint {
    digit.repeat(32).parse().unwrap()
}

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

fn event() -> Event {
    Event { at: GameTime(5), by: Actor::Judge, fact: Fact::ResultDeclared }
}

fn kinds() -> Vec<Kind> {
    let team = || "7".to_owned();
    let (expected, found) = (2, 3);
    vec![
        Kind::Unreadable(Error::NotText),
        Kind::WrongSigner { expected: fingerprint("1"), found: fingerprint("2") },
        Kind::WrongHead { sequence: 4, computed: head("1"), written: head("2"), since: 6 },
        Kind::HeadSignature { sequence: 4, source: signing::Error::WrongSignature },
        Kind::TooLarge,
        Kind::OtherHead { expected: "1".repeat(16).parse().unwrap(), found: Some(head("2")) },
        Kind::OtherHead { expected: "1".repeat(16).parse().unwrap(), found: None },
        Kind::WrongRecords { written: 4, found: 5 },
        Kind::WrongCounter { team: team(), expected: 2, found: 3 },
        Kind::WrongRevision { team: team(), expected, found },
        Kind::BoxLength { team: team(), expected: 2, found: 3 },
        Kind::NotTheLast { team: team(), last: 4, found: 3 },
        Kind::OtherList { team: team(), counter: 4 },
        Kind::WrongBox { team: team(), counter: 4, source: sealing::Error::TooLong { length: 5, room: 6 } },
        Kind::WrongBox { team: team(), counter: 4, source: sealing::Error::WrongKey },
        Kind::WrongNote { expected, found },
        Kind::NoteLength { number: 4, expected: 2, found: 3 },
        Kind::TooManyNotes { most: 4 },
        Kind::NoNoteKey { notes: 4 },
        Kind::WrongNoteKeys { epoch: 4, has_notes: true },
        Kind::WrongNoteKeys { epoch: 4, has_notes: false },
        Kind::NothingToOpen,
        Kind::WrongNoteBox { number: 4, source: sealing::Error::NotANote },
        Kind::TimeGoesBack { at: GameTime(3), before: GameTime(4) },
        Kind::WrongActor,
        Kind::WrongPrincipal { by_clock: true, found: "9".into() },
        Kind::WrongPrincipal { by_clock: false, found: "9".into() },
        Kind::WrongReason { expected: "9".into() },
        Kind::Overdue { due: GameTime(4) },
        Kind::NotDue,
        Kind::NoNews,
        Kind::Unprompted,
        Kind::Refused { rejection: Rejection::NotTied { team: TeamId(0) } },
        Kind::NotSealed { team: team() },
        Kind::NotOpened { team: team() },
        Kind::InvalidList {
            team: team(),
            faults: vec![
                BidFault::BelowMin { line: 0, lot: LotId(0), price: Tsuyama(1), min_price: Tsuyama(3) },
                BidFault::OverBudget { total: Tsuyama(70), held: Tsuyama(60) },
            ],
        },
        Kind::InvalidRebid {
            team: team(),
            faults: vec![RebidFault::DuplicateLine { entry: 0, priority: Priority(1) }],
        },
        Kind::Different { expected: Box::new(event()) },
        Kind::Missing { expected: Box::new(event()) },
        Kind::WrongResult { part: Part::Round(0), expected: Box::default() },
        Kind::WrongResult { part: Part::Team(1), expected: Box::default() },
        Kind::WrongResult { part: Part::Row(2), expected: Box::default() },
    ]
}

fn event_kinds() -> Vec<EventKind> {
    vec![
        EventKind::Unreadable(Error::MissingResult),
        EventKind::WrongSigner { expected: fingerprint("1"), found: fingerprint("2") },
        EventKind::WrongHead { sequence: 4, computed: head("1"), written: head("2") },
        EventKind::HeadSignature { sequence: 4, source: signing::Error::WrongSignature },
        EventKind::WrongRecords { written: 4, found: 5 },
        EventKind::OtherHead { expected: "1".repeat(16).parse().unwrap() },
        EventKind::TimeGoesBack { at: 3, before: 4 },
        EventKind::WrongPrincipal { found: "9".into() },
        EventKind::WrongCommitment { computed: Commitment([1; 32]), written: Commitment([2; 32]) },
        EventKind::Refused {
            rejection: CompetitionRejection::Groups(ishigaki_tournament::GroupRejection::NotTheReferee),
        },
        EventKind::Different { expected: Vec::new() },
        EventKind::Different {
            expected: vec![CompetitionEvent {
                at: GameTime(1),
                by: Officer::Server,
                fact: CompetitionFact::Committed { commitment: [0; 32] },
            }],
        },
        EventKind::WrongResult { expected: Box::<TournamentResult>::default() },
    ]
}

/// Errors of lines, without those in which a library speaks.
fn errors() -> Vec<Error> {
    let code = || "9".to_owned();
    vec![
        Error::Io(io::Error::from_raw_os_error(2)),
        Error::UnknownFormat { found: 9 },
        Error::NotCanonical,
        Error::ByteOrderMark,
        Error::CarriageReturn,
        Error::LongLine,
        Error::NotText,
        Error::Unterminated,
        Error::Misplaced { expected: "game" },
        Error::MissingResult,
        Error::Gap { expected: 2, found: 3 },
        Error::EpochGap { expected: 2, found: 3 },
        Error::NotSigned { sequence: 4 },
        Error::NotClosing { sequence: 4 },
        Error::Sealed,
        Error::WrongProof,
        Error::UnknownTeam { code: code() },
        Error::UnknownLot { code: code() },
        Error::UnknownStone { code: code() },
        Error::UnknownActor { by: code() },
        Error::BadTurn { quarters: 4 },
        Error::NotHex(HexError { length: 32 }),
        Error::BadBox,
        Error::Frame(FrameFault::UnknownSign { cell: Cell::new(0, 0), sign: '7' }),
        Error::Frame(FrameFault::Disconnected { cell: Cell::new(0, 1) }),
        Error::Shape { lot: code(), fault: ShapeFault::Repeated { cell: Cell::new(0, 1) } },
        Error::Shape { lot: code(), fault: ShapeFault::TooLarge },
        Error::Sign { lot: code() },
        Error::Setup(SetupFault::TeamCount { teams: 1 }),
        Error::Setup(SetupFault::NoCopies { lot: LotId(0) }),
        Error::Setup(SetupFault::EmptyRound { round: RoundNo(1) }),
        Error::NoLine,
        Error::UnknownPool { pool: code() },
        Error::BadSlip,
        Error::Foreign,
    ]
}

fn with_sources(error: &(dyn StdError + 'static)) -> String {
    let sources = std::iter::successors(Some(error), |error| (**error).source());
    sources.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}

/// That a text is Japanese and has no latin word but these, and what records themselves call so.
#[track_caller]
fn assert_japanese(text: &str) {
    let outside: String = text.split('`').step_by(2).collect();
    let words = outside.split(|sign: char| !sign.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let left: Vec<_> =
        words.filter(|word| !["UTF", "TSUYAMA", "OS", "A", "T", "TV"].contains(word)).collect();
    assert!(left.is_empty(), "{text}: {left:?}");
    assert!(outside.contains(|sign: char| ('\u{3040}'..='\u{9fff}').contains(&sign)), "{text}");
}

/// What is told otherwise in a sentence than in the violation, which shows its figures as they are in the program.
fn is_in_codes(told: &str) -> bool {
    [" {", "[", "(\"", "Empty", "TooLarge", "NotTheReferee", "differs in"]
        .iter()
        .any(|sign| told.contains(sign))
}

#[test]
fn every_violation_of_a_games_record_is_said_in_both_languages() {
    let sampled: BTreeSet<String> = kinds().iter().map(variant).collect();
    assert_eq!(sampled, variants(SOURCES[0]), "each has a sample here");
    for kind in kinds() {
        let violation = TranscriptViolation { line: 12, kind, setup: Some(Box::new(setup())) };
        let told = with_sources(&violation);
        let english = Words::new(Lang::En).record_violation(&violation);
        assert!(english == told || is_in_codes(&told), "{english}\n{told}");
        let japanese = Words::new(Lang::Ja).record_violation(&violation);
        assert!(japanese.starts_with("12行目："), "{japanese}");
        assert_japanese(&japanese);
    }
}

#[test]
fn every_violation_of_an_events_record_is_said_in_both_languages() {
    let sampled: BTreeSet<String> = event_kinds().iter().map(variant).collect();
    assert_eq!(sampled, variants(SOURCES[1]), "each has a sample here");
    for kind in event_kinds() {
        let violation = EventViolation { line: 12, kind };
        let told = with_sources(&violation);
        let english = Words::new(Lang::En).event_record_violation(&violation);
        assert!(english == told || is_in_codes(&told), "{english}\n{told}");
        if !matches!(violation.kind, EventKind::Different { .. }) {
            assert_japanese(&Words::new(Lang::Ja).event_record_violation(&violation));
        }
    }
}

#[test]
fn every_error_of_a_line_is_said_in_both_languages() {
    let mut sampled: BTreeSet<String> = errors().iter().map(variant).collect();
    sampled.extend(["Json", "Config", "Roster"].map(str::to_owned));
    assert_eq!(sampled, variants(SOURCES[2]), "each has a sample here, but those in which a library speaks");
    for error in errors() {
        let error = LineError { line: 12, error };
        let told = with_sources(&error);
        let english = Words::new(Lang::En).record_line_error(&error);
        let is_of_system = matches!(error.error, Error::Io(_));
        assert!(english == told || is_in_codes(&told) || is_of_system, "{english}\n{told}");
        assert_japanese(&Words::new(Lang::Ja).record_line_error(&error));
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
