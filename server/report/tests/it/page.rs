//! The page of a recorded game.
#![expect(clippy::unwrap_used, reason = "a page that cannot be made is a failed test")]

use std::process::Command;

use ishigaki_prerequisite::Prerequisite;
use ishigaki_record::transcript;
use ishigaki_report::{Error, report};
use ishigaki_rules::auction::Settlement;
use ishigaki_words::Lang;
use serde_json::{Value, json};

const NOTES: &str = include_str!("../../../record/tests/golden/notes.jsonl");
const RECORD: &str = include_str!("../../../record/tests/golden/small.jsonl");

/// Returns the JSON in the page's element with this id.
fn data(page: &str, id: &str) -> Value {
    let start = format!("<script type=\"application/json\" id=\"{id}\">");
    let rest = page.split(&start).nth(1).unwrap();
    serde_json::from_str(rest.split("</script>").next().unwrap()).unwrap()
}

#[test]
fn page_has_the_record_byte_for_byte_and_no_other_data() {
    let page = report(RECORD, None, Lang::En).unwrap();
    assert_eq!(data(&page, "record"), RECORD);
    assert_eq!(page.matches("type=\"application/json\"").count(), 2, "the record and the sentences");
}

/// Returns whether the page's programs can run here.
fn has_node() -> bool {
    let is_there = Command::new("node").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        Prerequisite::Node.pass_over("unexpected argument node");
    }
    is_there
}

/// Runs the page's programs on a record, and returns the drawing or the violation.
fn run(record: &str) -> Value {
    let assets = concat!(env!("CARGO_MANIFEST_DIR"), "/assets");
    let folder = tempfile::tempdir().unwrap();
    for name in ["sha", "ed25519", "prove", "settle", "game"] {
        std::fs::copy(format!("{assets}/{name}.js"), folder.path().join(format!("{name}.js"))).unwrap();
    }
    let words = "export const say = (key, gaps) => key + JSON.stringify(gaps ?? {});\n\
                 export const figure = String;\nexport const countdown = String;\n";
    std::fs::write(folder.path().join("words.js"), words).unwrap();
    std::fs::write(folder.path().join("package.json"), "{\"type\":\"module\"}").unwrap();
    std::fs::write(folder.path().join("record.jsonl"), record).unwrap();
    let main = r#"
import { readFileSync } from "node:fs";
import { fingerprint, proof } from "./prove.js";
import { drawn } from "./game.js";
let told;
try {
  const steps = proof(readFileSync("record.jsonl", "utf8"));
  let step = steps.next();
  while (!step.done) step = steps.next();
  told = { ...step.value, fingerprint: fingerprint(step.value.key), game: drawn(step.value.lines), lines: step.value.lines.length };
} catch (wrong) {
  told = { line: wrong.line, what: wrong.what };
}
console.log(JSON.stringify(told, (_, value) => (value?.en !== undefined ? { en: value.en, ja: value.ja } : value)));
"#;
    std::fs::write(folder.path().join("main.js"), main).unwrap();
    let mut node = Command::new("node");
    let output = node.arg("main.js").current_dir(folder.path()).output().unwrap();
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)))
}

/// The page and the rules compute the same places, money, walls and awards.
#[test]
fn page_works_out_the_result_that_the_rules_do() {
    if !has_node() {
        return;
    }
    for record in [RECORD, NOTES] {
        let output = run(record);
        let transcript = transcript::read(record).unwrap();
        let game = transcript.fold();
        assert_eq!(output["fingerprint"], transcript.server_key.fingerprint().to_string());
        let figures = |tally: ishigaki_rules::ranking::Tally| tally.figures().to_vec();
        let standings = if game.phase().is_ranked() { game.standings() } else { Vec::new() };
        let rows: Vec<Value> = standings
            .iter()
            .map(|row| json!([row.team.index(), row.place, row.tally.map(figures)]))
            .collect();
        let drawn = output["game"]["ranking"]["rows"].as_array().into_iter().flatten();
        let drawn = drawn.map(|row| {
            let place: u32 = row["place"]["en"].as_str().unwrap().parse().unwrap();
            json!([row["team"], place, row["figures"]])
        });
        assert_eq!(drawn.collect::<Vec<_>>(), rows);
        for (record, drawn) in game.rounds().iter().zip(output["game"]["rounds"].as_array().unwrap()) {
            let awards = record.settlement.iter().flat_map(Settlement::awards);
            let awards = awards.map(|award| json!([award.lot.index(), award.team.index(), award.price.0]));
            assert_eq!(drawn["awards"].as_array().unwrap(), &awards.collect::<Vec<_>>());
        }
        let events = record.matches("\n{\"kind\":\"event\"").count();
        assert_eq!(
            output["game"]["moments"].as_array().unwrap().len(),
            events + 1 - usize::try_from(output["unsigned"].as_u64().unwrap()).unwrap()
        );
    }
}

/// A record signed with a foreign key shows only that key: no line can show another one.
#[test]
fn page_shows_no_signer_but_the_key_that_verified() {
    if !has_node() {
        return;
    }
    let lines: Vec<&str> = RECORD.split_inclusive('\n').collect();
    // The game line again in every other place, an unknown kind of line, a blank line, and another spelling.
    for at in [1, 2, lines.len() / 2, lines.len() - 1, lines.len()] {
        let with = |line: &str| [&lines[..at], &[line], &lines[at..]].concat().concat();
        for line in [lines[0], "{\"kind\":\"note\"}\n", "\n"] {
            let output = run(&with(line));
            assert!(output["what"].is_string(), "{at}: {output}");
        }
    }
    let spaced = RECORD.replacen("{\"kind\":\"game\",", "{\"kind\": \"game\",", 1);
    let doubled = RECORD.replacen("{\"kind\":\"game\",", "{\"kind\":\"game\",\"kind\":\"game\",", 1);
    for record in [spaced, doubled, RECORD.replacen('\n', "\r\n", 1), format!("\u{feff}{RECORD}")] {
        assert_eq!(run(&record)["what"], "read");
    }
    let changed = RECORD.replacen("\"price\":", "\"price\":1", 1);
    assert!(run(&changed)["what"].is_string());
}

/// Unsigned lines aren't drawn.
#[test]
fn page_draws_nothing_behind_the_last_signed_head() {
    if !has_node() {
        return;
    }
    let mut lines: Vec<&str> = RECORD.split_inclusive('\n').collect();
    lines.pop();
    let last = lines.iter().rposition(|line| line.starts_with("{\"kind\":\"signed\"")).unwrap();
    lines.truncate(last);
    let output = run(&lines.concat());
    assert_eq!(output["unsigned"], 1);
    assert_ne!(output["game"]["ranking"]["heading"]["en"], "board-standings-final{}");
}

/// The figures of the walls would give the ranking away before the judge reveals it.
#[test]
fn page_of_a_record_without_a_ranking_has_no_figures_of_walls() {
    if !has_node() {
        return;
    }
    let is_early = |line: &&str| !line.contains("\"fact\":\"game_ended\"");
    let lines: String = RECORD.split_inclusive('\n').take_while(is_early).collect();
    let output = run(&transcript::complete(&lines).unwrap());
    assert_eq!(output["game"]["ranking"]["rows"], Value::Null);
    let moments = output["game"]["moments"].as_array().unwrap();
    let figures = moments.iter().flat_map(|moment| moment["tallies"].as_object().unwrap().values());
    let empty: Vec<&Value> = figures.map(|figures| &figures[0]).collect();
    assert!(!empty.is_empty() && empty.iter().all(|empty| empty.is_null()), "{empty:?}");
}

#[test]
fn page_is_self_contained() {
    let page = report(RECORD, None, Lang::En).unwrap();
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for foreign in ["http://", "https://", "src=", "<link", "import ", "innerHTML"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("default-src 'none'"));
    assert_eq!(page.matches("</script>").count(), 3, "nothing of a name ends a script");
}

/// All modules become one program, so a name declared twice would stop it.
#[test]
fn script_modules_declare_distinct_names() {
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
fn altered_record_yields_no_page() {
    let changed = RECORD.replacen("\"price\":", "\"price\":1", 1);
    assert!(matches!(report(&changed, None, Lang::En), Err(Error::NotInOrder(_))));
}
