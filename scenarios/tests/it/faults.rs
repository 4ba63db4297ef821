//! Every kind of located fault: file, line, column, what and why. The linter's own cases have the rest.
#![expect(clippy::expect_used, reason = "helpers of tests may panic as tests do")]

use std::fs;
use std::path::Path;

use ishigaki_scenarios::{Contest, Error, Lists, Located, Scenario};

use crate::lint::cases;

const GOOD: &str = r#"title = "Good"
money = 60
frame = """
####
####
"""
[[round]]
bids = 4
wins = 2
[[stone]]
id = "L"
min_price = 3
shape = """
#.
#.
##
"""
"#;

fn codes(faults: &[Located]) -> Vec<String> {
    faults.iter().map(Located::code).collect()
}

fn check<T: std::fmt::Debug>(table: &str, good: &str, read: impl Fn(&str) -> Result<T, Vec<Located>>) {
    for case in cases(table) {
        assert_eq!(codes(&read(&case.spoil(good)).expect_err("it must be faulty")), case.found, "{case:?}");
    }
}

const SCENARIOS: &str = r#"
bids = 4 => bids = 4\nwinds = 1
  9:1 lint-unknown-key noun=(lint-word-round) key=winds known=bids, wins, window_s, rebid_window_s, close (basis-format)
id = "L" => id = "L"\nprice = 1
  12:1 lint-unknown-key noun=(lint-word-stone) key=price known=id, copies, min_price, shape (basis-format)
title = "Good"\n =>
  1:1 lint-no-key noun=(lint-word-file) key=title (basis-format)
money = 60\n =>
  1:1 lint-no-key noun=(lint-word-file) key=money (basis-told-before)
wins = 2\n =>
  7:1 lint-no-key noun=(lint-word-round) key=wins (basis-round-limits)
money = 60 => money = 6.5
  2:9 lint-wrong-type key=money wanted=(lint-word-whole-number) found=(lint-word-type-float) (basis-format)
id = "L" => id = 1
  11:6 lint-wrong-type key=id wanted=(lint-word-quoted-text) found=(lint-word-type-integer) (basis-format)
[[round]]\nbids = 4\nwins = 2\n => round = 1\n
  1:1 lint-no-round (basis-told-before)
  7:9 lint-wrong-type key=round wanted=(lint-word-list-of-tables key=round) found=(lint-word-type-integer) (basis-format)
money = 60 => money = -1
  2:9 lint-out-of-range key=money number=-1 least=1 most=1000000000 (basis-money-same)
wins = 2 => wins = 0
  9:8 lint-out-of-range key=wins number=0 least=1 most=1000 (basis-round-empty)
wins = 2 => wins = 2\nwindow_s = 0
  10:12 lint-out-of-range key=window_s number=0 least=1 most=86400 (basis-window)
wins = 2 => wins = 2\nrebid_window_s = 99999999999999999999
  10:18 lint-out-of-range key=rebid_window_s number=99999999999999999999 least=1 most=86400 (basis-rebid-window)
min_price = 3 => copies = 0\nmin_price = 3
  12:10 lint-out-of-range key=copies number=0 least=1 most=1000 (basis-copies)
money = 60 => money = 60\nend_countdown_s = 0
  3:19 lint-out-of-range key=end_countdown_s number=0 least=1 most=60 (basis-countdown)
wins = 2 => wins = 2\nclose = "never"
  10:9 lint-not-one-of key=close text=never choices=(lint-word-or first=(lint-word-quoted text=deadline) next=(lint-word-quoted text=all-sealed)) (basis-closing)
id = "L" => id = "L-1"
  11:6 lint-no-code key=id text=L-1 most=8 (basis-format)
id = "L" => id = ""
  11:6 lint-no-code key=id text= most=8 (basis-format)
"Good" => " "
  1:9 lint-empty key=title (basis-format)
####\n####\n => ####\n##\n#####\n
  5:3 lint-ragged row=2 key=frame width=2 wanted=4 (basis-signs)
  6:5 lint-ragged row=3 key=frame width=5 wanted=4 (basis-signs)
#.\n#.\n##\n => ...\n.#.\n..#\n
  16:3 lint-disconnected key=shape (basis-squares-joined)
####\n####\n =>
  3:9 lint-no-square key=frame (basis-squares-joined)
"#;

#[test]
fn faults_of_scenarios_are_located() {
    Scenario::parse("x.toml", GOOD).unwrap();
    check(SCENARIOS, GOOD, |text| Scenario::parse("x.toml", text));
}

#[test]
fn broken_toml_is_reported_at_its_line() {
    let found = Scenario::parse("x.toml", &GOOD.replace("money = 60", "money = = 60")).unwrap_err();
    assert_eq!((found[0].line, found[0].why.to_string()), (2, "TOML".to_owned()));
    assert!(found.iter().all(|fault| !fault.what.to_string().contains('\n')), "{found:?}");
    let found = Scenario::parse("x.toml", &GOOD.replace("money = 60", "money = 60\nmoney = 61")).unwrap_err();
    assert_eq!((found[0].line, found[0].column, found[0].why.to_string()), (3, 1, "TOML".to_owned()));
}

#[test]
fn control_characters_are_removed_from_fault_message() {
    let text = GOOD.replace("money = 60", "money = 60\n\"\\u001b[31m\\nred\" = 3");
    let found = Scenario::parse("x.toml", &text).unwrap_err();
    assert!(found[0].code().starts_with("3:1 lint-unknown-key noun=(lint-word-file) key=\u{1b}[31m\nred "));
    let message = found[0].to_string();
    assert!(!message.contains(char::is_control), "{message:?}");
}

#[test]
fn scenario_without_rounds_and_stones_is_rejected() {
    let found = Scenario::parse("x.toml", "title = \"t\"\nmoney = 1\nframe = \"##\"\n").unwrap_err();
    assert_eq!(
        codes(&found),
        ["1:1 lint-no-round (basis-told-before)", "1:1 lint-no-stone (basis-told-before)",]
    );
}

#[test]
fn windows_line_ends_do_not_move_squares() {
    let text = GOOD.replace("#.\n#.\n##\n", "#.\n..\n##\n").replace('\n', "\r\n");
    let found = Scenario::parse("x.toml", &text).unwrap_err();
    assert_eq!((found[0].line, found[0].column), (16, 1), "{found:?}");
    Scenario::parse("x.toml", &GOOD.replace('\n', "\r\n")).unwrap();
}

#[test]
fn fault_in_escaped_drawing_is_reported_at_its_text() {
    let found =
        Scenario::parse("x.toml", &GOOD.replace("\"\"\"\n####\n####\n\"\"\"", "\"#.\\n.#\"")).unwrap_err();
    assert_eq!((found[0].line, found[0].column), (3, 9), "{found:?}");
}

#[test]
fn faults_are_all_reported_in_one_pass() {
    let spoilt = GOOD
        .replace("money = 60", "money = 0")
        .replace("wins = 2", "wins = 0\nfun = 1")
        .replace("min_price = 3", "min_price = -3")
        .replace("#.\n#.\n##\n", "#.\n#?\n#\n");
    let found = Scenario::parse("x.toml", &spoilt).unwrap_err();
    let lines: Vec<usize> = found.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 9, 10, 13, 16, 17], "{:#?}", codes(&found));
}

#[test]
fn unreadable_file_is_reported_as_unreadable() {
    for path in ["nowhere/at-all", "nowhere.toml"] {
        assert!(matches!(Scenario::find(path), Err(Error::Unreadable { .. })), "{path}");
    }
}

const TEAMS: &str = "[[team]]\nid = \"a\"\nname = \"A\"\n[[team]]\nid = \"b\"\nname = \"B\"\n";

const CONTESTS: &str = r#"
END =>
  1:1 lint-no-game (basis-format)
END => [[game]]\nid = "g"\nscenario = "tiny-2"\nteams = ["a", "c", "a"]\n
  10:15 lint-unknown-team team=c (basis-format)
  10:20 lint-named-twice team=a (basis-plays-once)
END => [[game]]\nid = "g"\nscenario = "tiny-2"\nteams = ["a"]\n
  10:9 lint-team-count teams=1 (basis-teams)
END => [[game]]\nid = "g"\nscenario = "tiny-2"\n[[game]]\nid = "g"\nscenario = "tiny-2"\nclose = "no"\n
  11:6 lint-id-taken noun=(lint-word-game) id=g line=8 (basis-unique)
  13:9 lint-not-one-of key=close text=no choices=(lint-word-or first=(lint-word-quoted text=deadline) next=(lint-word-quoted text=all-sealed)) (basis-closing)
END => [server]\nafter_outage = "no"\n[[game]]\nid = "g"\nscenario = "tiny-2"\n
  8:16 lint-not-one-of key=after_outage text=no choices=(lint-word-or first=(lint-word-quoted text=resume) next=(lint-word-quoted text=wait)) (basis-outage)
END => [[team]]\nid = "a"\n[[game]]\nid = "g h"\nscenario = "tiny-2"\n
  7:1 lint-no-key noun=(lint-word-team) key=name (basis-format)
  8:6 lint-id-taken noun=(lint-word-team) id=a line=2 (basis-unique)
  10:6 lint-no-code-also key=id text=g h most=32 also=-_ (basis-format)
"#;

#[test]
fn faults_of_contests_are_located() {
    check(CONTESTS, &format!("{TEAMS}END"), |text| Contest::parse("c.toml", text));
}

#[test]
fn file_of_other_kind_is_one_fault() {
    let contest = format!("{TEAMS}[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\n");
    let found = Scenario::parse("c.toml", &contest).unwrap_err();
    assert_eq!(
        codes(&found),
        ["1:1 lint-other-kind found=(lint-word-contest) expected=(lint-word-scenario) (basis-format)"]
    );
    assert_eq!(
        codes(&Contest::parse("x.toml", GOOD).unwrap_err()),
        ["1:1 lint-other-kind found=(lint-word-scenario) expected=(lint-word-contest) (basis-format)"]
    );

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.toml").to_string_lossy().into_owned();
    fs::write(&path, contest).unwrap();
    let Err(Error::Faulty { faults }) = Scenario::find(&path) else { panic!("it must be faulty") };
    assert_eq!((&faults[0].file, faults.len()), (&path, 1));
}

#[test]
fn file_with_tables_of_both_kinds_reports_all_faults() {
    let both = format!("{GOOD}{TEAMS}");
    let lines = |faults: &[Located]| faults.iter().map(|fault| fault.line).collect::<Vec<_>>();
    assert_eq!(lines(&Scenario::parse("x.toml", &both).unwrap_err()), [18], "a scenario has no teams");
    assert_eq!(
        lines(&Contest::parse("x.toml", &both).unwrap_err()),
        [1, 1, 2, 3, 7, 10],
        "no keys of it fit"
    );
}

#[test]
fn scenario_faults_keep_own_file_and_line_in_contest() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.toml"), GOOD.replace("money = 60", "money = 0")).unwrap();
    let contest = folder.path().join("contest.toml");
    fs::write(&contest, format!("{TEAMS}[[game]]\nid = \"g\"\nscenario = \"bad.toml\"\n")).unwrap();
    let Err(Error::Faulty { faults }) = Contest::load(&contest) else { panic!("it must be faulty") };
    let places: Vec<_> = faults
        .iter()
        .map(|fault| {
            (Path::new(&fault.file).file_name().unwrap().to_str().unwrap(), fault.line, fault.column)
        })
        .collect();
    assert_eq!(places, [("bad.toml", 2, 9), ("contest.toml", 9, 12)]);
}

const LISTS: &str = r#"
END =>
  1:1 lint-rounds rounds=0 scenario=x wanted=1 (basis-rounds-fixed)
END => [[round]]\n[[round]]\n
  8:1 lint-rounds rounds=2 scenario=x wanted=1 (basis-rounds-fixed)
END => [[round]]\n[round.lists]\nc = []\na = ["L", "L x", "Q 3", "L 3 4"]\n
  9:1 lint-unknown-team-of team=c known=a, b (basis-format)
  10:6 lint-no-line text=L (basis-line)
  10:11 lint-no-line text=L x (basis-line)
  10:18 lint-unknown-stone scenario=x stone=Q (basis-line)
  10:25 lint-no-line text=L 3 4 (basis-line)
END => [[round]]\n[[round.first]]\nteam = "a"\nlist = ["Q 1"]\nrefused = "WHY"\nwhy = 1\n
  11:11 lint-not-one-of key=refused text=WHY choices=(lint-word-or first=(lint-word-or first=(lint-word-or first=(lint-word-or first=(lint-word-quoted text=TOO_MANY_BIDS) next=(lint-word-quoted text=TOO_MANY_OF_LOT)) next=(lint-word-quoted text=UNKNOWN_LOT)) next=(lint-word-quoted text=BELOW_MIN)) next=(lint-word-quoted text=OVER_BUDGET)) (basis-refused)
  12:1 lint-unknown-key noun=first key=why known=team, refused, list (basis-format)
END => [[round]]\n[[round.wave]]\na = ["0 4", 5]\nb = ["1 x"]\n
  9:13 lint-wrong-type key=a wanted=(lint-word-quoted-text) found=(lint-word-type-integer) (basis-format)
  10:6 lint-no-raise text=1 x (basis-raise)
"#;

#[test]
fn faults_of_lists_are_located() {
    let scenario = Scenario::parse("x.toml", GOOD).unwrap();
    check(LISTS, &format!("{TEAMS}END"), |text| Lists::parse("l.toml", text, &scenario));
}
