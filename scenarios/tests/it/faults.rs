//! Every kind of located fault: file, line, column, what and why.
#![expect(clippy::expect_used, clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

use std::fs;
use std::path::Path;

use ishigaki_scenarios::{Contest, Error, Lists, Located, Scenario, names};

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

fn texts(faults: &[Located]) -> Vec<String> {
    faults.iter().map(Located::to_string).collect()
}

/// `GOOD` with one part replaced must have exactly these faults.
#[track_caller]
fn check(old: &str, new: &str, faults: &[&str]) {
    assert_eq!(GOOD.matches(old).count(), 1, "{old:?} must be in the good text once");
    let found = Scenario::parse("x.toml", &GOOD.replace(old, new)).expect_err("it must be faulty");
    assert_eq!(texts(&found), faults);
}

#[test]
fn the_text_that_the_cases_spoil_is_good() {
    Scenario::parse("x.toml", GOOD).unwrap();
}

#[test]
fn broken_toml_is_told_where_it_breaks() {
    let found = Scenario::parse("x.toml", &GOOD.replace("money = 60", "money = = 60")).unwrap_err();
    assert_eq!((found[0].line, found[0].why.to_string()), (2, "TOML".to_owned()));
    assert!(found.iter().all(|fault| !fault.what.to_string().contains('\n')), "{found:?}");
    let found = Scenario::parse("x.toml", &GOOD.replace("money = 60", "money = 60\nmoney = 61")).unwrap_err();
    assert_eq!((found[0].line, found[0].column, found[0].why.to_string()), (3, 1, "TOML".to_owned()));
}

#[test]
fn what_the_file_says_cannot_drive_the_terminal() {
    check(
        "money = 60",
        "money = 60\n\"\\u001b[31m\\nred\" = 3",
        &["x.toml:3:1: a file has no key `␛[31m␊red`; it takes title, title_ja, teams, money, support, \
           end_countdown_s, frame, arch, round, stone (the file format, scenarios/README.md)"],
    );
}

#[test]
fn unknown_keys_are_told_with_the_known_ones() {
    let format = "the file format, scenarios/README.md";
    check(
        "money = 60",
        "money = 60\ncolour = 3",
        &[&format!(
            "x.toml:3:1: a file has no key `colour`; it takes title, title_ja, teams, money, \
             support, end_countdown_s, frame, arch, round, stone ({format})"
        )],
    );
    check(
        "bids = 4",
        "bids = 4\nwinds = 1",
        &[&format!(
            "x.toml:9:1: a round has no key `winds`; it takes bids, wins, window_s, rebid_window_s, close \
             ({format})"
        )],
    );
    check(
        "id = \"L\"",
        "id = \"L\"\nprice = 1",
        &[&format!(
            "x.toml:12:1: a stone has no key `price`; it takes id, copies, min_price, shape ({format})"
        )],
    );
}

#[test]
fn missing_keys_are_told_where_their_table_starts() {
    check(
        "title = \"Good\"\n",
        "",
        &["x.toml:1:1: this file has no `title` (the file format, scenarios/README.md)"],
    );
    check(
        "money = 60\n",
        "",
        &["x.toml:1:1: this file has no `money` (G1: all of it is told before the game)"],
    );
    check(
        "wins = 2\n",
        "",
        &["x.toml:7:1: this round has no `wins` (G1: each round has its most bids M and most wins W)"],
    );
    check(
        "min_price = 3\n",
        "",
        &["x.toml:10:1: this stone has no `min_price` (G1: all of it is told before the game)"],
    );
}

#[test]
fn wrong_types_say_what_is_wanted() {
    let format = "the file format, scenarios/README.md";
    check(
        "money = 60",
        "money = \"60\"",
        &[&format!("x.toml:2:9: `money` must be a whole number, not string ({format})")],
    );
    check(
        "money = 60",
        "money = 6.5",
        &[&format!("x.toml:2:9: `money` must be a whole number, not float ({format})")],
    );
    check(
        "id = \"L\"",
        "id = 1",
        &[&format!("x.toml:11:6: `id` must be a text in quotes, not integer ({format})")],
    );
    check(
        "[[round]]\nbids = 4\nwins = 2\n",
        "round = 1\n",
        &[
            "x.toml:1:1: there is no [[round]] (G1: all of it is told before the game)",
            &format!("x.toml:7:9: `round` must be a list of tables, [[round]], not integer ({format})"),
        ],
    );
}

#[test]
fn numbers_out_of_range_say_the_range_and_the_rule() {
    check(
        "money = 60",
        "money = -1",
        &["x.toml:2:9: `money` is -1; it must be 1 to 1,000,000,000 (G1: whole TSUYAMA, the same for all)"],
    );
    check(
        "wins = 2",
        "wins = 0",
        &["x.toml:9:8: `wins` is 0; it must be 1 to 1,000 (G1: a round without bids or wins is none)"],
    );
    check(
        "wins = 2",
        "wins = 2\nwindow_s = 0",
        &["x.toml:10:12: `window_s` is 0; it must be 1 to 86,400 (A3: bidding has a window)"],
    );
    check(
        "wins = 2",
        "wins = 2\nrebid_window_s = 99999999999999999999",
        &[
            "x.toml:10:18: `rebid_window_s` is 99999999999999999999; it must be 1 to 86,400 (A7: a re-bid has a window)",
        ],
    );
    check(
        "min_price = 3",
        "copies = 0\nmin_price = 3",
        &["x.toml:12:10: `copies` is 0; it must be 1 to 1,000 (G1: each stone type has a count)"],
    );
    check(
        "money = 60",
        "money = 60\nend_countdown_s = 0",
        &["x.toml:3:19: `end_countdown_s` is 0; it must be 1 to 60 (E1: a countdown of a few seconds)"],
    );
}

#[test]
fn a_minimum_price_nobody_can_pay_is_a_fault() {
    check(
        "min_price = 3",
        "min_price = 61",
        &[
            "x.toml:12:13: `min_price` is 61, above the 60 every team starts with (A2: nobody could ever bid for it)",
        ],
    );
}

#[test]
fn words_are_of_a_few() {
    check(
        "wins = 2",
        "wins = 2\nclose = \"never\"",
        &[
            "x.toml:10:9: `close` is \"never\"; it takes \"deadline\" or \"all-sealed\" (A3: when bidding closes)",
        ],
    );
    check(
        "money = 60",
        "money = 60\nsupport = \"\"",
        &["x.toml:3:11: `support` is \"\"; it takes \"each-move\" or \"at-end\" (W5: support)"],
    );
}

#[test]
fn codes_are_short_and_unique() {
    let format = "the file format, scenarios/README.md";
    check(
        "id = \"L\"",
        "id = \"L-1\"",
        &[&format!("x.toml:11:6: `id` is \"L-1\"; it takes 1 to 8 of A-Z a-z 0-9 ({format})")],
    );
    check(
        "id = \"L\"",
        "id = \"\"",
        &[&format!("x.toml:11:6: `id` is \"\"; it takes 1 to 8 of A-Z a-z 0-9 ({format})")],
    );
    check(
        "[[stone]]",
        "[[stone]]\nid = \"L\"\nmin_price = 1\nshape = \"#\"\n[[stone]]",
        &["x.toml:15:6: stone \"L\" is there already, in line 11 (ids are unique)"],
    );
}

#[test]
fn an_empty_title_is_a_fault() {
    check("\"Good\"", "\" \"", &["x.toml:1:9: `title` is empty (the file format, scenarios/README.md)"]);
}

#[test]
fn a_scenario_needs_rounds_and_stones() {
    let found = Scenario::parse("x.toml", "title = \"t\"\nmoney = 1\nframe = \"##\"\n").unwrap_err();
    assert_eq!(
        texts(&found),
        [
            "x.toml:1:1: there is no [[round]] (G1: all of it is told before the game)",
            "x.toml:1:1: there is no [[stone]] (G1: all of it is told before the game)",
        ]
    );
}

#[test]
fn an_unknown_sign_is_told_at_its_own_square() {
    check(
        "#.\n#.\n##\n",
        "#.\n#x\n##\n",
        &[
            "x.toml:15:2: `shape` has the sign 'x'; a square is #, none is . (W1: drawings are rows of # and .)",
        ],
    );
}

#[test]
fn a_ragged_row_is_told_where_it_ends_or_goes_on() {
    let why = "W1: drawings are rows of # and .";
    check(
        "####\n####\n",
        "####\n##\n#####\n",
        &[
            &format!("x.toml:5:3: row 2 of `frame` is 2 wide, the first row is 4 ({why})"),
            &format!("x.toml:6:5: row 3 of `frame` is 5 wide, the first row is 4 ({why})"),
        ],
    );
}

#[test]
fn a_disconnected_square_is_told_at_its_own_place() {
    let why = "W1: frames and stones are squares joined edge to edge";
    check(
        "####\n####\n",
        "##..\n...#\n",
        &[&format!("x.toml:5:4: this square of `frame` does not hang together with the first one ({why})")],
    );
    // The stone's least row and column are not the drawing's first.
    check(
        "#.\n#.\n##\n",
        "...\n.#.\n..#\n",
        &[&format!("x.toml:16:3: this square of `shape` does not hang together with the first one ({why})")],
    );
}

#[test]
fn a_drawing_without_squares_is_a_fault() {
    let why = "W1: frames and stones are squares joined edge to edge";
    check("#.\n#.\n##\n", "..\n", &[&format!("x.toml:13:9: `shape` has no square ({why})")]);
    check("####\n####\n", "", &[&format!("x.toml:3:9: `frame` has no square ({why})")]);
}

#[test]
fn windows_line_ends_do_not_move_squares() {
    let text = GOOD.replace("#.\n#.\n##\n", "#.\n..\n##\n").replace('\n', "\r\n");
    let found = Scenario::parse("x.toml", &text).unwrap_err();
    assert_eq!((found[0].line, found[0].column), (16, 1), "{found:?}");
    Scenario::parse("x.toml", &GOOD.replace('\n', "\r\n")).unwrap();
}

#[test]
fn a_drawing_with_escapes_is_told_at_its_text() {
    let found =
        Scenario::parse("x.toml", &GOOD.replace("\"\"\"\n####\n####\n\"\"\"", "\"#.\\n.#\"")).unwrap_err();
    assert_eq!((found[0].line, found[0].column), (3, 9), "{found:?}");
}

#[test]
fn one_pass_tells_everything() {
    let spoilt = GOOD
        .replace("money = 60", "money = 0")
        .replace("wins = 2", "wins = 0\nfun = 1")
        .replace("min_price = 3", "min_price = -3")
        .replace("#.\n#.\n##\n", "#.\n#?\n#\n");
    let found = Scenario::parse("x.toml", &spoilt).unwrap_err();
    let lines: Vec<usize> = found.iter().map(|fault| fault.line).collect();
    assert_eq!(lines, [2, 9, 10, 13, 16, 17], "{:#?}", texts(&found));
}

#[test]
fn a_name_that_is_none_lists_the_known_ones() {
    let told = Scenario::find("tiny").unwrap_err().to_string();
    assert!(told.contains("\"tiny\"") && told.contains("tiny-2, tour-4"), "{told}");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    for path in ["nowhere/at-all", "nowhere.toml"] {
        let error = Scenario::find(path).unwrap_err();
        assert!(matches!(error, Error::Unreadable { .. }));
        assert_eq!(error.to_string(), format!("cannot read {path}"));
    }
}

const TEAMS: &str = "[[team]]\nid = \"a\"\nname = \"A\"\n[[team]]\nid = \"b\"\nname = \"B\"\n";

#[track_caller]
fn check_contest(rest: &str, faults: &[&str]) {
    let found = Contest::parse("c.toml", &format!("{TEAMS}{rest}")).expect_err("it must be faulty");
    assert_eq!(texts(&found), faults);
}

#[test]
fn contest_faults_are_located() {
    let known = names().collect::<Vec<_>>().join(", ");
    let format = "the file format, scenarios/README.md";
    check_contest("", &[&format!("c.toml:1:1: there is no [[game]] and no [event] ({format})")]);
    check_contest(
        "[[game]]\nid = \"g\"\nscenario = \"tiny-3\"\n",
        &[&format!(
            "c.toml:9:12: no scenario is called \"tiny-3\"; known: {known}; a file is named by a path with a \
             slash or by .toml (G1: a game needs its scenario)"
        )],
    );
    check_contest(
        "[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\nteams = [\"a\", \"c\", \"a\"]\n",
        &[
            &format!("c.toml:10:15: there is no team \"c\" in this contest ({format})"),
            "c.toml:10:20: team \"a\" is named twice (G1: a team plays once)",
        ],
    );
    check_contest(
        "[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\nteams = [\"a\"]\n",
        &["c.toml:10:9: the game has 1 team(s); it takes 2 to 16 (G2: teams a game)"],
    );
    check_contest(
        "[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\n[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\nclose = \"no\"\n",
        &[
            "c.toml:11:6: game \"g\" is there already, in line 8 (ids are unique)",
            "c.toml:13:9: `close` is \"no\"; it takes \"deadline\" or \"all-sealed\" (A3: when bidding closes)",
        ],
    );
    check_contest(
        "[server]\nafter_outage = \"no\"\n[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\n",
        &[
            "c.toml:8:16: `after_outage` is \"no\"; it takes \"resume\" or \"wait\" (T: after a restart windows go on, or wait)",
        ],
    );
    check_contest(
        "[[team]]\nid = \"a\"\n[[game]]\nid = \"g h\"\nscenario = \"tiny-2\"\n",
        &[
            &format!("c.toml:7:1: this team has no `name` ({format})"),
            "c.toml:8:6: team \"a\" is there already, in line 2 (ids are unique)",
            &format!(
                "c.toml:10:6: `id` is \"g h\"; it takes 1 to 32 of A-Z a-z 0-9, and after the first -_ ({format})"
            ),
        ],
    );
}

#[test]
fn a_file_of_the_other_kind_is_one_fault() {
    let format = "the file format, scenarios/README.md";
    let contest = format!("{TEAMS}[[game]]\nid = \"g\"\nscenario = \"tiny-2\"\n");
    let no_scenario = format!(":1:1: this is a contest file, a scenario is expected ({format})");
    let found = Scenario::parse("c.toml", &contest).unwrap_err();
    assert_eq!(texts(&found), [format!("c.toml{no_scenario}")]);
    let no_contest = format!("x.toml:1:1: this is a scenario file, a contest is expected ({format})");
    assert_eq!(texts(&Contest::parse("x.toml", GOOD).unwrap_err()), [no_contest]);

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("c.toml").to_string_lossy().into_owned();
    fs::write(&path, contest).unwrap();
    assert_eq!(Scenario::find(&path).unwrap_err().to_string(), format!("{path}{no_scenario}"));
}

#[test]
fn a_file_with_tables_of_both_kinds_is_told_all_its_faults() {
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
fn faults_of_a_scenario_file_are_told_in_its_own_lines() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("bad.toml"), GOOD.replace("money = 60", "money = 0")).unwrap();
    let contest = folder.path().join("contest.toml");
    fs::write(&contest, format!("{TEAMS}[[game]]\nid = \"g\"\nscenario = \"bad.toml\"\n")).unwrap();
    let Err(Error::Faulty { faults }) = Contest::load(&contest) else { panic!("it must be faulty") };
    let told: Vec<_> = faults
        .iter()
        .map(|fault| {
            (Path::new(&fault.file).file_name().unwrap().to_str().unwrap(), fault.line, fault.column)
        })
        .collect();
    assert_eq!(told, [("bad.toml", 2, 9), ("contest.toml", 9, 12)]);
    assert!(faults[1].what.to_string().contains("\"bad.toml\" has 1 fault(s)"), "{}", faults[1]);
}

#[track_caller]
fn check_lists(rest: &str, faults: &[&str]) {
    let scenario = Scenario::parse("x.toml", GOOD).unwrap();
    let found = Lists::parse("l.toml", &format!("{TEAMS}{rest}"), &scenario).expect_err("it must be faulty");
    assert_eq!(texts(&found), faults);
}

#[test]
fn lists_faults_are_located() {
    let format = "the file format, scenarios/README.md";
    let line = "A2: a line is a stone type and a price";
    check_lists(
        "",
        &["l.toml:1:1: there are 0 [[round]]s; scenario \"x\" has 1 (G1: the scenario fixes the rounds)"],
    );
    check_lists(
        "[[round]]\n[[round]]\n",
        &["l.toml:8:1: there are 2 [[round]]s; scenario \"x\" has 1 (G1: the scenario fixes the rounds)"],
    );
    check_lists(
        "[[round]]\n[round.lists]\nc = []\na = [\"L\", \"L x\", \"Q 3\", \"L 3 4\"]\n",
        &[
            &format!("l.toml:9:1: there is no team \"c\" here, only a, b ({format})"),
            &format!(
                "l.toml:10:6: \"L\" is no line of a list; write lot and price, such as \"L 12\" ({line})"
            ),
            &format!(
                "l.toml:10:11: \"L x\" is no line of a list; write lot and price, such as \"L 12\" ({line})"
            ),
            &format!("l.toml:10:18: scenario \"x\" has no stone \"Q\" ({line})"),
            &format!(
                "l.toml:10:25: \"L 3 4\" is no line of a list; write lot and price, such as \"L 12\" ({line})"
            ),
        ],
    );
    check_lists(
        "[[round]]\n[[round.first]]\nteam = \"a\"\nlist = [\"Q 1\"]\nrefused = \"WHY\"\nwhy = 1\n",
        &[
            "l.toml:11:11: `refused` is \"WHY\"; it takes \"TOO_MANY_BIDS\" or \"TOO_MANY_OF_LOT\" or \
             \"UNKNOWN_LOT\" or \"BELOW_MIN\" or \"OVER_BUDGET\" (A2: why a list is refused)",
            &format!("l.toml:12:1: a first has no key `why`; it takes team, refused, list ({format})"),
        ],
    );
    check_lists(
        "[[round]]\n[[round.wave]]\na = [\"0 4\", 5]\nb = [\"1 x\"]\n",
        &[
            &format!("l.toml:9:13: `a` must be a text in quotes, not integer ({format})"),
            "l.toml:10:6: \"1 x\" is no raise; write priority and new price, such as \"1 14\" (A7: a tied line gets a new price)",
        ],
    );
}
