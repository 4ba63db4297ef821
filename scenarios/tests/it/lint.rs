//! Wrong and strange files of every kind, and all that the linter says of each: line, column, level, what, why.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

mod contests;
mod lists;
mod scenarios;

use std::fs;
use std::path::Path;

use ishigaki_scenarios::lint::{self, Finding, Level, Report};
use ishigaki_scenarios::{Scenario, names};

/// A good file with parts replaced.
struct Case {
    what: &'static str,
    /// What is replaced, by what.
    spoil: &'static [(&'static str, &'static str)],
    found: &'static [&'static str],
}

impl Case {
    fn spoil(&self, good: &str) -> String {
        self.spoil.iter().fold(good.to_owned(), |text, (old, new)| {
            assert_eq!(text.matches(old).count(), 1, "{}: {old:?} must be in the text once", self.what);
            text.replace(old, new)
        })
    }
}

/// The findings by their codes, with NAMES for the names of all shipped scenarios.
fn told(report: &Report) -> Vec<String> {
    let shipped = names().collect::<Vec<_>>().join(", ");
    let code = |finding: &Finding| format!("{} {}", finding.level.name(), finding.at.code());
    report.findings.iter().map(|finding| code(finding).replace(&shipped, "NAMES")).collect()
}

fn check(cases: &[Case], good: &str, look: impl Fn(&str) -> Report) {
    assert_eq!(told(&look(good)), [""; 0], "the text that the cases spoil");
    for case in cases {
        assert_eq!(told(&look(&case.spoil(good))), case.found, "{}", case.what);
    }
}

#[test]
fn scenarios_are_told_what_is_wrong_with_them() {
    check(scenarios::CASES, scenarios::GOOD, |text| lint::scenario("x.toml", text));
}

#[test]
fn contests_are_told_what_is_wrong_with_them() {
    check(contests::CASES, contests::GOOD, |text| lint::contest("c.toml", text));
}

#[test]
fn lists_are_told_where_they_cannot_be_played() {
    let scenario = Scenario::parse("x.toml", scenarios::GOOD).unwrap();
    check(lists::CASES, lists::GOOD, |text| lint::lists("x.lists.toml", text, &scenario));
}

#[test]
fn a_wall_of_very_many_stones_is_left_open() {
    let frame = format!("{}\n", "#".repeat(150)).repeat(150);
    let stone =
        |number| format!("[[stone]]\nid = \"A{number}\"\nmin_price = 1\ncopies = 1000\nshape = \"#\"\n");
    let stones = (1..=30).map(stone).collect::<Vec<_>>().concat();
    let text = format!(
        "title = \"x\"\nmoney = 60\nframe = \"\"\"\n{frame}\"\"\"\n[[round]]\nbids = 4\nwins = 2\n{stones}"
    );
    let found = told(&lint::scenario("x.toml", &text));
    assert!(found.iter().any(|line| line.contains(" lint-filling-open ")), "{} findings", found.len());
}

#[test]
fn arch_that_the_file_says_is_meant_is_not_remarked() {
    let arch =
        scenarios::GOOD.replace("######\n######\n######\n######\n", "######\n######\n######\n##..##\n");
    let look = |said: &str| {
        let text = arch.replacen("teams = 4", said, 1);
        told(&lint::scenario("x.toml", &text)).len()
    };
    assert_eq!(
        (look("arch = true\nteams = 4"), look("arch = false\nteams = 4"), look("teams = 4")),
        (0, 1, 1)
    );
}

/// Names that people cannot tell apart: composed and decomposed, with spaces of any width, full-width.
#[test]
fn teams_whose_names_look_the_same_are_remarked() {
    let found = |one: &str, other: &str| {
        let team = |id: &str, name: &str| format!("[[team]]\nid = \"{id}\"\nname = \"{name}\"\n");
        let text =
            format!("[event]\nid = \"x\"\npreset = \"ishigaki\"\n{}{}", team("a1", one), team("b2", other));
        told(&lint::contest("c.toml", &text))
    };
    for (one, other) in [
        ("Café", "Cafe\u{301}"),
        ("津山 高専", "津山\u{3000}高専"),
        ("ＡＢ", "AB"),
        ("津山高専", "津山 高専"),
    ] {
        let found = found(one, other);
        assert!(found.iter().any(|line| line.contains(" lint-alike-name ")), "{one} {other}: {found:?}");
    }
    assert_eq!(found("津山高専", "津山工専"), [""; 0]);
}

#[test]
fn every_case_is_of_its_own_kind() {
    let all: Vec<&Case> = [scenarios::CASES, contests::CASES, lists::CASES].into_iter().flatten().collect();
    let errors = all.iter().filter(|case| case.found.iter().any(|line| line.starts_with("error ")));
    assert!(errors.count() >= 25);
    for case in &all {
        assert!(!case.found.is_empty(), "{}", case.what);
    }
}

/// What the linter says of a file in a folder that has some others too.
fn look_at(file: &str, files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let report = lint::file(&folder.path().join(file));
    let name = folder.path().to_string_lossy().into_owned();
    report.to_string().lines().map(|line| line.replace(&format!("{name}/"), "")).collect()
}

#[test]
fn a_file_is_known_by_what_is_in_it() {
    let nothing: [&str; 0] = [];
    assert_eq!(look_at("day.toml", &[("day.toml", contests::GOOD)]), nothing);
    assert_eq!(look_at("mine.toml", &[("mine.toml", scenarios::GOOD)]), nothing);
    let strange = "mine.toml:1:1: error: this is no scenario (no `frame`), no contest (no [[game]]) and no \
                   NAME.lists.toml (the file format, scenarios/README.md)";
    assert_eq!(look_at("mine.toml", &[("mine.toml", "wall = 1\n")]), [strange]);
    // The kind shows although the file is broken.
    let broken = look_at("mine.toml", &[("mine.toml", &scenarios::GOOD.replace("wins = 3", "wins = = 3"))]);
    assert!(broken[0].starts_with("mine.toml:12:8: error: ") && broken[0].ends_with("(TOML)"), "{broken:?}");
}

#[test]
fn practice_needs_neither_a_spare_nor_a_scenario_for_so_many_teams() {
    let practice = "[[game]]\nid = \"p\"\nscenario = \"tiny-2\"\nstarts = \"by-organiser\"\n";
    let with = |practice: &str| contests::GOOD.replacen("[[game]]", &format!("{practice}[[game]]"), 1);
    let found = |text: &str| look_at("day.toml", &[("day.toml", text)]).len();
    assert_eq!(found(&with(practice)), 3, "as a game that counts it would be strange");
    assert_eq!(found(&with(&format!("{practice}practice = true\n"))), 0);
}

#[test]
fn lists_are_played_with_the_scenario_beside_or_above_them() {
    let spoiled = lists::GOOD.replace("\"O 4\"", "\"O 3\"");
    let told = "line 2 offers 3 for O; its minimum is 4 (A2: what a list may be)";
    for lists in ["x.lists.toml", "kept/x.lists.toml"] {
        let found = look_at(lists, &[("x.toml", scenarios::GOOD), (lists, &spoiled)]);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(lists) && found[0].ends_with(told), "{found:?}");
    }
    let alone = look_at("none.lists.toml", &[("none.lists.toml", lists::GOOD)]);
    assert!(alone[0].starts_with("none.lists.toml:1:1: error: no scenario is called \"none\""), "{alone:?}");
    assert!(alone[0].ends_with(" (lists need their scenario)"), "{alone:?}");
}

#[test]
fn a_contest_tells_of_the_scenarios_it_names_by_path() {
    let poor = scenarios::GOOD.replace("money = 40", "money = 23");
    let contest = contests::GOOD.replace("\"heat-7-spare\"", "\"own/poor.toml\"");
    let found = look_at("day.toml", &[("day.toml", &contest), ("own/poor.toml", &poor)]);
    assert_eq!(
        found,
        [
            "day.toml:26:1: warning: 7 teams play a scenario that is made for 4 (G1: stones and rounds are for so \
          many teams)",
            "own/poor.toml:3:9: error: a full wall costs at least 24 at minimum prices; a team has 23 (E2: the \
          fewest empty squares win)"
        ]
    );
}

#[test]
fn a_file_that_is_not_there_is_told_as_that() {
    let report = lint::file(Path::new("no/such.toml"));
    assert!(
        report.to_string().starts_with("no/such.toml:1:1: error: cannot read no/such.toml: "),
        "{report}"
    );
    assert!(report.to_string().ends_with(" (it must be there)\n"), "{report}");
    assert!(!report.passes());
    assert_eq!(report.count(Level::Error), 1);
}

#[test]
fn broken_toml_is_told_where_nothing_shows_what_the_file_is() {
    let told = |file: &str| {
        let text = "# a text that breaks at once\ntitle = \n";
        look_at(file, &[(file, text)])
    };
    assert_eq!(
        told("mine.toml"),
        ["mine.toml:2:9: error: string values must be quoted, expected literal string (TOML)"]
    );
    // Nor does it matter that these lists have no scenario.
    assert_eq!(
        told("none.lists.toml"),
        ["none.lists.toml:2:9: error: string values must be quoted, expected literal string (TOML)"]
    );
}

#[test]
fn a_file_that_is_no_text_is_told_as_that() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin.toml");
    fs::write(&path, b"title = \"caf\xe9\"\n").unwrap();
    let path = path.to_string_lossy().into_owned();
    assert_eq!(
        lint::file(Path::new(&path)).to_string(),
        format!(
            "{path}:1:1: error: cannot read {path}: the file is no text in UTF-8 (TOML is text in UTF-8)\n"
        )
    );
    let told = lint::file(folder.path()).to_string();
    assert!(told.ends_with(" (it must be a file, not a folder)\n"), "{told}");
}

#[test]
fn a_contest_that_names_a_contest_as_its_scenario_is_told_so_once() {
    let contest = contests::GOOD.replace("\"heat-7-spare\"", "\"other.toml\"");
    let found = look_at("day.toml", &[("day.toml", &contest), ("other.toml", contests::GOOD)]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("day.toml:") && found[0].contains("has 1 fault(s)"), "{found:?}");
    assert_eq!(
        found[1],
        "other.toml:1:1: error: this is a contest file, a scenario is expected (the file format, \
         scenarios/README.md)"
    );
}
