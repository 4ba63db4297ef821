//! Every reason of a rejection has a sentence in both languages, with its figures and its rule.

use std::collections::BTreeMap;

use ishigaki_proto::fault::{ErrorReason, ErrorReason as R, Fault, Violation};
use ishigaki_words::{Lang, Words};

/// A figure's key in the schema, and a value.
type Figure = (&'static str, &'static str);

/// The reasons with figures in the schema; the other reasons have none.
const FIGURES: &[(&[R], &[Figure])] = &[
    (&[R::PermissionDenied], &[("needs", "judge organiser")]),
    (&[R::UnknownGame, R::AlreadyStarted, R::NoSpare], &[("game", "final")]),
    (&[R::WrongSeats], &[("game", "final"), ("seats", "6"), ("named", "5")]),
    (&[R::UnknownEvent, R::EventExists], &[("event", "meijin")]),
    (&[R::WrongStage], &[("stage", "PLAYING"), ("round", "3"), ("field", "act")]),
    (
        &[R::UnknownPlayer, R::UnknownSeedClass, R::CannotWithdraw, R::CannotBeFirst],
        &[("player", "12"), ("field", "player")],
    ),
    (&[R::TooFewPlayers], &[("present", "7"), ("fewest", "8"), ("field", "roster")]),
    (&[R::TooManyPlayers], &[("players", "30"), ("most", "24"), ("field", "roster")]),
    (&[R::BadDigits], &[("nth", "2"), ("digits", "4"), ("field", "results")]),
    (&[R::DrawStands], &[("field", "results")]),
    (&[R::AttendanceStands], &[("player", "12"), ("field", "player")]),
    (&[R::AttendanceStands], &[("team", "12"), ("field", "team")]),
    (&[R::BadSlip], &[("why", "NOT_A_SLIP"), ("player", "12"), ("number", "9"), ("field", "number")]),
    (&[R::BadResult], &[("why", "NOT_64"), ("sum", "60"), ("field", "slip")]),
    (&[R::ResultsOpen], &[("round", "3"), ("open", "2"), ("field", "act")]),
    (&[R::ResultsEntered], &[("round", "3"), ("entered", "2"), ("field", "act")]),
    (&[R::BadPairs], &[("why", "DIFFERENT_POOLS"), ("player", "12"), ("other", "9"), ("field", "fixed")]),
    (&[R::UnknownTable], &[("table", "9"), ("field", "table")]),
    (&[R::NotAtTable], &[("player", "12"), ("table", "9"), ("field", "players")]),
    (&[R::NotPaired], &[("winner", "12"), ("loser", "9"), ("field", "slip")]),
    (&[R::LaterRoundPaired], &[("round", "3"), ("current", "4"), ("field", "entry")]),
    (&[R::AlreadyEntered, R::NoSuchEntry, R::EntryTakenBack], &[("entry", "31"), ("field", "entry")]),
    (&[R::BuiltUpon], &[("playoff", "final"), ("field", "entry")]),
    (&[R::NobodyLeft, R::NothingToRule], &[("league", "C"), ("field", "league")]),
    (&[R::BadConfig], &[("field", "plan"), ("why", "Rounds")]),
    (&[R::BadRoster], &[("field", "id"), ("line", "7")]),
    (&[R::BadRoster], &[("field", "id"), ("line", "7"), ("characters", "65"), ("most", "64")]),
    (&[R::TooFewTeams], &[("teams", "1"), ("fewest", "2"), ("field", "teams")]),
    (&[R::UnknownGuest], &[("stage", "4"), ("guest", "1"), ("field", "guests")]),
    (&[R::NeverPlays], &[("team", "12"), ("field", "teams")]),
    (&[R::NotOfStage], &[("team", "12"), ("stage", "2"), ("field", "team")]),
    (&[R::BadGroups], &[("groups", "7"), ("field", "groups")]),
    (&[R::BadGroups], &[("stage", "2"), ("teams", "1"), ("of", "6"), ("fewest", "2"), ("field", "stage")]),
    (&[R::NoScenario], &[("stage", "2"), ("teams", "5"), ("field", "groups")]),
    (
        &[R::NoGroupGame, R::AlreadyCounted, R::GameServed, R::OtherTeams, R::NoGroupSpare],
        &[("stage", "2"), ("group", "3"), ("field", "game")],
    ),
    (&[R::NoGroupSpare], &[("stage", "2"), ("group", "3"), ("spare", "true"), ("field", "game")]),
    (&[R::BadOrder], &[("order", "1"), ("field", "order")]),
    (&[R::NoJanken, R::StageBuiltUpon], &[("stage", "2"), ("field", "stage")]),
    (&[R::GamesOpen], &[("stage", "2"), ("open", "3"), ("field", "stage")]),
    (&[R::GamesOpen], &[("stage", "2"), ("open", "1"), ("group", "3"), ("field", "stage")]),
    (&[R::JankenMissing], &[("stage", "2"), ("sets", "1"), ("field", "stage")]),
    (&[R::OtherStage], &[("named", "2"), ("current", "1"), ("field", "stage")]),
    (&[R::OfAnotherKind], &[("kind", "GROUPS"), ("field", "act")]),
    (&[R::OtherJournal], &[("stream", "heat-1"), ("sequence", "17")]),
    (&[R::MissingField], &[("field", "round")]),
    (&[R::MissingField], &[("field", "round"), ("least", "1")]),
    (&[R::BadField], &[("field", "rows"), ("value", "9"), ("most", "8")]),
    (&[R::BadField], &[("field", "event"), ("value", "Meijin!"), ("signs", "a-z 0-9 -")]),
    (&[R::BadField], &[("field", "text"), ("sign", "U+2028"), ("place", "3")]),
    (&[R::BadField], &[("field", "text.english"), ("invisible", "2")]),
    (
        &[
            R::UnknownTeam,
            R::NotYours,
            R::Disqualified,
            R::NotTied,
            R::AlreadySubmitted,
            R::AlreadyDisqualified,
            R::NotDisqualified,
        ],
        &[("team", "t03")],
    ),
    (&[R::UnknownLot, R::NoCopyOnOffer], &[("line", "2"), ("lot", "T2")]),
    (&[R::AlreadyConfirmed, R::NotOnOffer], &[("lot", "T2")]),
    (&[R::WrongPhase], &[("phase", "REBIDDING"), ("wave", "2"), ("deadline_ms", "4")]),
    (
        &[R::WrongRound, R::WrongAttempt, R::WrongWave, R::Replaced, R::WallChanged],
        &[("named", "1"), ("current", "2")],
    ),
    (&[R::Late], &[("at_ms", "90350"), ("deadline_ms", "90000")]),
    (&[R::InvalidList, R::InvalidRebid, R::InvalidWall], &[("faults", "2")]),
    (&[R::JankenOpen, R::NotATiedGroup], &[("groups", "t01 t02;t03 t04")]),
    (&[R::BadExtension], &[("millis", "7200000")]),
    (&[R::TooManyQuestions], &[("team", "t03"), ("waiting", "5"), ("most", "5")]),
    (&[R::TooManyMessages], &[("most", "4096")]),
    (&[R::UnknownQuestion], &[("team", "t03"), ("question", "4")]),
    (&[R::AlreadyAnswered], &[("team", "t03"), ("question", "4"), ("named", "0"), ("current", "1")]),
    (&[R::UnknownMessage], &[("team", "t03"), ("named", "9"), ("told", "8")]),
    (&[R::StaleSettlement], &[("named", "00000000000000ab"), ("current", "00000000000000cd")]),
    (&[R::BadCount], &[("figure", "top_gaps"), ("counted", "4"), ("least", "0"), ("most", "3")]),
    (
        &[R::BadCount],
        &[("team", "3"), ("figure", "held"), ("counted", "4000"), ("least", "0"), ("most", "3000")],
    ),
    (&[R::TooManyBids], &[("lines", "4"), ("max_bids", "3")]),
    (&[R::TooManyOfLot], &[("lot", "T2"), ("lines", "2"), ("copies", "1")]),
    (&[R::BelowMin], &[("line", "2"), ("lot", "T2"), ("price", "4"), ("min_price", "5")]),
    (&[R::OverBudget], &[("total", "1240"), ("held", "1000")]),
    (&[R::DuplicateLine, R::LineNotTied], &[("line", "2")]),
    (&[R::NotAbove], &[("line", "2"), ("lot", "T2"), ("price", "9"), ("tied_at", "9")]),
    (&[R::OverRebidBudget], &[("total", "1240"), ("budget", "1000")]),
    (
        &[
            R::NotOwned,
            R::NotOnWall,
            R::BadRotation,
            R::DuplicateStone,
            R::Mirrored,
            R::OutOfFrame,
            R::Overlap,
            R::ShapeMismatch,
            R::Unsupported,
        ],
        &[("stones", "L-2 S-1")],
    ),
    (&[R::BadRotation], &[("stones", "L-2"), ("turns", "7")]),
    (&[R::OutOfFrame], &[("squares", "0,-1 3,4"), ("stones", "L-2")]),
    (&[R::TooManyCalls], &[("of", "token"), ("most", "32"), ("retry_ms", "1000")]),
    (&[R::TooFast], &[("burst", "20"), ("per_second", "5"), ("retry_ms", "200")]),
    (&[R::MessageTooLarge], &[("bytes", "65536")]),
    (&[R::TimedOut], &[("millis", "20000")]),
    (&[R::SlowReader], &[("from_sequence", "7"), ("retry_ms", "1000")]),
    (&[R::GameDamaged, R::WindowOpen], &[("game", "g1")]),
    (&[R::GameElsewhere], &[("game", "g1"), ("address", "10.0.0.2:7150")]),
    (&[R::UnknownServer], &[("server", "2")]),
    (&[R::SlowStandby], &[("millis", "20000"), ("retry_ms", "1000")]),
];

fn reasons() -> impl Iterator<Item = ErrorReason> {
    (0..1_000).filter_map(|number| ErrorReason::try_from(number).ok())
}

fn figures(reason: ErrorReason) -> &'static [Figure] {
    FIGURES.iter().find(|(reasons, _)| reasons.contains(&reason)).map_or(&[], |(_, figures)| figures)
}

fn fault(reason: ErrorReason, figures: &[(&str, &str)]) -> Fault {
    figures.iter().fold(Fault::new(reason), |fault, (key, value)| fault.with(key, value))
}

fn en(fault: &Fault) -> String {
    Words::new(Lang::En).fault(fault)
}

fn ja(fault: &Fault) -> String {
    Words::new(Lang::Ja).fault(fault)
}

#[test]
fn error_reasons_have_messages_with_figures_and_rule() {
    assert!(reasons().count() > 90, "the schema's reasons are not found");
    for reason in reasons() {
        let fault = fault(reason, figures(reason)).under("A2");
        for text in [en(&fault), ja(&fault)] {
            assert!(text.ends_with("(A2)") || text.ends_with("（A2）"), "{text}");
            assert!(
                !text.starts_with("fault-") && !text.starts_with("wall-"),
                "{reason:?} is not said: {text}"
            );
            assert!(!text.contains(['{', '}', '$']), "{reason:?} has an unfilled gap: {text}");
        }
    }
}

#[test]
fn several_violations_are_listed_on_separate_lines() {
    let of = |reason, pairs: &[(&str, &str)]| {
        let metadata: BTreeMap<_, _> = pairs.iter().map(|&(k, v)| (k.to_owned(), v.to_owned())).collect();
        Violation { metadata, ..Violation::new("bids", reason, "A2") }
    };
    let below = of(ErrorReason::BelowMin, figures(ErrorReason::BelowMin));
    let many = of(ErrorReason::TooManyOfLot, figures(ErrorReason::TooManyOfLot));
    let two = Fault::of_violations(ErrorReason::InvalidList, "A2", vec![below.clone(), many]);
    assert_eq!(
        en(&two),
        "list rejected, 2 errors (A2)\n\
         - bid 2: 4 for T2 is below the minimum price of 5 (A2)\n\
         - 2 bids for T2, but only 1 copy is left (A2)"
    );
    let one = Fault::of_violations(ErrorReason::InvalidList, "A2", vec![below]);
    assert_eq!(en(&one), "bid 2: 4 for T2 is below the minimum price of 5 (A2)");
    assert_eq!(ja(&one), "優先順位2：T2の価格4は最低価格5を下回っています（A2）");
}

/// The sentence of these reasons depends on their figures.
#[test]
fn figures_choose_the_sentence() {
    let answered = [("team", "t03"), ("question", "4"), ("named", "0"), ("current", "1")];
    let corrected = [("team", "t03"), ("question", "4"), ("named", "1"), ("current", "2")];
    let cases: [(_, &[Figure], _, _); 10] = [
        (R::OverBudget, &[("total", "1240"), ("held", "1000")], "total 1,240 TSUYAMA", "1,240 TSUYAMA"),
        (
            R::BadField,
            &[("field", "from_sequence"), ("value", "24"), ("most", "2")],
            "another folder",
            "別のフォルダ",
        ),
        (
            R::BadField,
            &[("field", "text"), ("characters", "500"), ("most", "400")],
            "500 characters",
            "500文字",
        ),
        (R::AlreadyAnswered, &answered, "already answered", "すでに回答"),
        (R::AlreadyAnswered, &corrected, "corrected in the meantime", "その間に訂正"),
        (R::Late, &[("at_ms", "90350"), ("deadline_ms", "90000")], "350 ms after", "350ミリ秒後"),
        (R::Late, &[("at_ms", "90000"), ("deadline_ms", "90000")], "received at the deadline", ""),
        (R::WrongPhase, &[("phase", "REBIDDING"), ("wave", "2")], "\"Re-bid 2\"", "再入札"),
        (R::Replaced, &[("named", "0"), ("current", "3")], "replaces nothing", ""),
        (R::WallChanged, &[("named", "0"), ("current", "3")], "the empty wall", "未着手"),
    ];
    for (reason, figures, english, japanese) in cases {
        let fault = fault(reason, figures);
        assert!(en(&fault).contains(english), "{}", en(&fault));
        assert!(ja(&fault).contains(japanese), "{}", ja(&fault));
    }
}

#[test]
fn control_characters_in_figures_are_replaced() {
    let hostile = fault(ErrorReason::UnknownTeam, &[("team", "x\u{1b}[2J\ny")]);
    assert_eq!(en(&hostile), "unknown team x␛[2J␊y in this game");
}
