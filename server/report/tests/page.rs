//! The page of a recorded game.
#![expect(clippy::unwrap_used, reason = "a page that cannot be made is a failed test")]

use ishigaki_report::{Error, report};
use ishigaki_words::Lang;
use serde_json::Value;

const RECORD: &str = include_str!("../../record/tests/golden/small.jsonl");

/// What stands in the page's element of this id.
fn data(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let rest = page.split(&start).nth(1).unwrap();
    serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()
}

#[test]
fn a_page_has_the_record_byte_for_byte_and_every_moment_of_it() {
    let page = report(RECORD, None, Lang::En).unwrap();
    assert_eq!(data(&page, "record"), RECORD);
    let game = data(&page, "game");
    let events = RECORD.matches("\n{\"kind\":\"event\"").count();
    assert_eq!(game["moments"].as_array().unwrap().len(), events + 1);
    for moment in game["moments"].as_array().unwrap().iter().skip(1) {
        assert!(moment["text"]["en"].is_string() && moment["text"]["ja"].is_string(), "{moment}");
    }
}

#[test]
fn every_opened_line_has_its_outcome_with_the_rule() {
    let game = data(&report(RECORD, None, Lang::Ja).unwrap(), "game");
    let rounds = game["rounds"].as_array().unwrap();
    let lines = rounds.iter().flat_map(|round| round["lists"].as_array().unwrap());
    let lines: Vec<&Value> = lines.flat_map(|list| list["lines"].as_array().unwrap()).collect();
    assert!(!lines.is_empty());
    for line in lines {
        assert!(line["why"]["en"].as_str().unwrap().contains("(A"), "{line}");
        assert!(line["why"]["ja"].as_str().unwrap().contains("（A"), "{line}");
    }
}

#[test]
fn a_page_is_one_file_that_asks_for_nothing() {
    let page = report(RECORD, None, Lang::En).unwrap();
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for foreign in ["http://", "https://", "src=", "<link", "import ", "innerHTML"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("default-src 'none'"));
    assert_eq!(page.matches("</script>").count(), 4, "nothing of a name ends a script");
}

/// All modules become one program, which a name declared twice would stop.
#[test]
fn no_name_stands_in_two_modules() {
    let page = report(RECORD, None, Lang::En).unwrap();
    let program = page.split("<script type=\"module\">").nth(1).unwrap();
    let mut names = std::collections::BTreeSet::new();
    for line in program.lines() {
        let words = ["const ", "let ", "function ", "function* "];
        let Some(rest) = words.iter().find_map(|word| line.strip_prefix(word)) else { continue };
        let name = rest.split(|char: char| !char.is_alphanumeric() && char != '_').next().unwrap();
        assert!(name.is_empty() || names.insert(name), "{name} stands twice");
    }
    assert!(names.len() > 40, "{names:?}");
}

#[test]
fn a_record_that_does_not_hold_has_no_page() {
    let changed = RECORD.replacen("\"price\":", "\"price\":1", 1);
    assert!(matches!(report(&changed, None, Lang::En), Err(Error::NotInOrder(_))));
}
