//! Wrong and strange files of every kind, and all that the linter says of each: line, column, level, what, why.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

mod contests;
mod lists;
mod scenarios;

use std::fs;
use std::path::Path;

use ishigaki_scenarios::lint::{self, Finding, Level, Report};
use ishigaki_scenarios::{Scenario, names};

#[derive(Debug, Default)]
pub(crate) struct Case {
    replaced: Vec<(String, String)>,
    pub(crate) found: Vec<String>,
}

impl Case {
    pub(crate) fn spoil(&self, good: &str) -> String {
        self.replaced.iter().fold(good.to_owned(), |text, (old, new)| {
            assert_eq!(text.matches(old).count(), 1, "{old:?} must be in the text once");
            text.replace(old, new)
        })
    }
}

pub(crate) fn cases(table: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in table.lines().filter(|line| !line.is_empty()) {
        let text = line.replace("\\n", "\n");
        if let Some(found) = text.strip_prefix("  ") {
            cases.last_mut().unwrap().found.push(found.to_owned());
            continue;
        }
        if cases.last().is_none_or(|case| !case.found.is_empty()) {
            cases.push(Case::default());
        }
        let (old, new) = text.split_once(" =>").unwrap();
        let pair = (old.to_owned(), new.strip_prefix(' ').unwrap_or(new).to_owned());
        cases.last_mut().unwrap().replaced.push(pair);
    }
    assert!(cases.len() > 4 && cases.iter().all(|case| !case.found.is_empty()));
    cases
}

/// The findings by their codes, with NAMES for the names of all shipped scenarios.
fn finding_codes(report: &Report) -> Vec<String> {
    let shipped = names().collect::<Vec<_>>().join(", ");
    let code = |finding: &Finding| format!("{} {}", finding.level.name(), finding.at.code());
    report.findings.iter().map(|finding| code(finding).replace(&shipped, "NAMES")).collect()
}

fn check(table: &str, good: &str, report_of: impl Fn(&str) -> Report) {
    assert_eq!(finding_codes(&report_of(good)), [""; 0], "the text that the cases spoil");
    for case in cases(table) {
        assert_eq!(finding_codes(&report_of(&case.spoil(good))), case.found, "{case:?}");
    }
}

#[test]
fn scenario_cases_report_expected_findings() {
    check(scenarios::CASES, scenarios::GOOD, |text| lint::scenario("x.toml", text));
}

#[test]
fn contest_cases_report_expected_findings() {
    check(contests::CASES, contests::GOOD, |text| lint::contest("c.toml", text));
}

#[test]
fn list_cases_report_expected_findings() {
    let scenario = Scenario::parse("x.toml", scenarios::GOOD).unwrap();
    check(lists::CASES, lists::GOOD, |text| lint::lists("x.lists.toml", text, &scenario));
}

#[test]
fn huge_wall_reports_filling_as_open() {
    let frame = format!("{}\n", "#".repeat(150)).repeat(150);
    let stone =
        |number| format!("[[stone]]\nid = \"A{number}\"\nmin_price = 1\ncopies = 1000\nshape = \"#\"\n");
    let stones = (1..=30).map(stone).collect::<Vec<_>>().concat();
    let text = format!(
        "title = \"x\"\nmoney = 60\nframe = \"\"\"\n{frame}\"\"\"\n[[round]]\nbids = 4\nwins = 2\n{stones}"
    );
    let found = finding_codes(&lint::scenario("x.toml", &text));
    assert!(found.iter().any(|line| line.contains(" lint-filling-open ")), "{} findings", found.len());
}

#[test]
fn declared_arch_is_not_reported() {
    let arch =
        scenarios::GOOD.replace("######\n######\n######\n######\n", "######\n######\n######\n##..##\n");
    let finding_count = |players: &str| {
        let text = arch.replacen("teams = 4", players, 1);
        finding_codes(&lint::scenario("x.toml", &text)).len()
    };
    assert_eq!(
        (
            finding_count("arch = true\nteams = 4"),
            finding_count("arch = false\nteams = 4"),
            finding_count("teams = 4")
        ),
        (0, 1, 1)
    );
}

/// Names that people cannot tell apart: composed and decomposed, with spaces of any width, full-width.
#[test]
fn teams_whose_names_look_the_same_are_remarked() {
    let found = |a: &str, b: &str| {
        let team = |id: &str, name: &str| format!("[[team]]\nid = \"{id}\"\nname = \"{name}\"\n");
        let text =
            format!("[[event]]\nid = \"x\"\npreset = \"ishigaki\"\n{}{}", team("a1", a), team("b2", b));
        finding_codes(&lint::contest("c.toml", &text))
    };
    for (a, b) in [
        ("Café", "Cafe\u{301}"),
        ("津山 高専", "津山\u{3000}高専"),
        ("ＡＢ", "AB"),
        ("津山高専", "津山 高専"),
    ] {
        let found = found(a, b);
        assert!(found.iter().any(|line| line.contains(" lint-alike-name ")), "{a} {b}: {found:?}");
    }
    assert_eq!(found("津山高専", "津山工専"), [""; 0]);
}

fn look_at(file: &str, files: &[(&str, &str)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let report = lint::file(&folder.path().join(file));
    let name = format!("{}/", folder.path().to_string_lossy());
    let at = report.findings.iter().map(|finding| finding.at.file.replace(&name, ""));
    at.zip(finding_codes(&report)).map(|(file, code)| format!("{file} {code}").replace(&name, "")).collect()
}

#[test]
fn file_kind_is_detected_from_content() {
    let nothing: [&str; 0] = [];
    assert_eq!(look_at("day.toml", &[("day.toml", contests::GOOD)]), nothing);
    assert_eq!(look_at("mine.toml", &[("mine.toml", scenarios::GOOD)]), nothing);
    assert_eq!(
        look_at("mine.toml", &[("mine.toml", "wall = 1\n")]),
        ["mine.toml error 1:1 lint-no-kind (basis-format)"]
    );
    // The kind shows although the file is broken.
    let broken = look_at("mine.toml", &[("mine.toml", &scenarios::GOOD.replace("wins = 3", "wins = = 3"))]);
    assert!(broken[0].starts_with("mine.toml error 12:8 "), "{broken:?}");
}

#[test]
fn practice_needs_neither_a_spare_nor_as_many_teams() {
    let practice = "[[game]]\nid = \"p\"\nscenario = \"tiny-2\"\nstarts = \"by-organiser\"\n";
    let with = |practice: &str| contests::GOOD.replacen("[[game]]", &format!("{practice}[[game]]"), 1);
    let found = |text: &str| look_at("day.toml", &[("day.toml", text)]).len();
    assert_eq!(found(&with(practice)), 3, "as a game that counts it would be strange");
    assert_eq!(found(&with(&format!("{practice}practice = true\n"))), 0);
}

#[test]
fn lists_use_scenario_in_same_or_parent_folder() {
    let spoiled = lists::GOOD.replace("\"O 4\"", "\"O 3\"");
    for lists in ["x.lists.toml", "kept/x.lists.toml"] {
        let found = look_at(lists, &[("x.toml", scenarios::GOOD), (lists, &spoiled)]);
        assert!(found.len() == 1 && found[0].contains(" lint-below-minimum line=2 "), "{found:?}");
    }
    let alone = look_at("none.lists.toml", &[("none.lists.toml", lists::GOOD)]);
    assert!(alone[0].starts_with("none.lists.toml error 1:1 "), "{alone:?}");
}

#[test]
fn contest_report_includes_scenarios_named_by_path() {
    let poor = scenarios::GOOD.replace("money = 40", "money = 23");
    let contest = contests::GOOD.replace("\"heat-7-spare\"", "\"own/poor.toml\"");
    let found = look_at("day.toml", &[("day.toml", &contest), ("own/poor.toml", &poor)]);
    assert_eq!(
        found,
        [
            "day.toml warning 26:1 lint-made-for teams=7 wanted=4 (basis-so-many-teams)",
            "own/poor.toml error 3:9 lint-dear-wall price=24 money=23 (basis-filling)",
        ]
    );
}

#[test]
fn unreadable_file_is_reported_at_1_1() {
    let folder = tempfile::tempdir().unwrap();
    let latin = folder.path().join("latin.toml");
    fs::write(&latin, b"title = \"caf\xe9\"\n").unwrap();
    for path in [Path::new("no/such.toml"), &latin, folder.path()] {
        let report = lint::file(path);
        assert_eq!((report.passes(), report.count(Level::Error)), (false, 1), "{}", path.display());
        let at = &report.findings[0].at;
        assert_eq!((at.file.as_str(), at.line, at.column), (path.to_str().unwrap(), 1, 1));
    }
}

#[test]
fn broken_toml_of_unknown_kind_is_reported_at_its_line() {
    // Missing scenarios of these lists don't matter.
    for file in ["mine.toml", "none.lists.toml"] {
        let found = look_at(file, &[(file, "# a text that breaks at once\ntitle = \n")]);
        assert!(found.len() == 1 && found[0].starts_with(&format!("{file} error 2:9 ")), "{found:?}");
    }
}

#[test]
fn contest_named_as_scenario_is_reported_once() {
    let contest = contests::GOOD.replace("\"heat-7-spare\"", "\"other.toml\"");
    let found = look_at("day.toml", &[("day.toml", &contest), ("other.toml", contests::GOOD)]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(found[0].starts_with("day.toml error "), "{found:?}");
    assert!(found[1].starts_with("other.toml error 1:1 lint-other-kind "), "{found:?}");
}
