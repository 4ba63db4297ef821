//! The page of rules and their tests: it lists every rule, and every test that it names exists.

use std::fs;
use std::path::Path;

/// The chapters of the rule book with their numbers of rules. The timetable has no numbers.
const CHAPTERS: [(&str, usize); 12] = [
    ("TD", 8),
    ("TL", 3),
    ("TP", 7),
    ("TF", 5),
    ("TW", 4),
    ("TR", 4),
    ("TK", 3),
    ("TE", 5),
    ("TS", 3),
    ("TO", 10),
    ("TG", 5),
    ("TV", 3),
];

/// The rows: each rule with its tests or other evidence.
fn rows() -> Vec<(&'static str, &'static str)> {
    let rows = include_str!("../RULES.md").lines().filter(|line| line.starts_with("| T"));
    let columns = rows.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect::<Vec<_>>());
    columns.map(|columns| (columns[0], columns[2])).collect()
}

#[test]
fn page_lists_rules_once_and_in_order() {
    let of_chapter = |(chapter, rules): &(&str, usize)| {
        (1..=*rules).map(|rule| format!("{chapter}{rule}")).collect::<Vec<_>>()
    };
    let mut expected: Vec<String> = CHAPTERS.iter().flat_map(of_chapter).collect();
    let last = expected.len() - 3;
    expected.insert(last, "TT".to_owned());
    let listed: Vec<&str> = rows().into_iter().map(|(rule, _)| rule).collect();
    assert_eq!(listed, expected);
}

#[test]
fn tests_named_on_page_exist() {
    let server = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("it stands in a folder of the server");
    let mut named = 0;
    for (rule, held_by) in rows() {
        for test in held_by.split(", ").filter(|test| test.contains("/tests/")) {
            let (file, name) = test.split_once("::").unwrap_or((test, "#[test]"));
            let text = fs::read_to_string(server.join(file)).unwrap_or_default();
            let code = text.contains("#[test]") && text.contains(name);
            assert!(code, "{rule}: {test}");
            named += 1;
        }
    }
    assert!(named > 60, "{named}");
}
