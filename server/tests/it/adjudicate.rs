//! The `adjudicate` command: requests on standard input, answers on standard output.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

#[test]
fn adjudicate_answers_each_request_immediately() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
        .arg("adjudicate")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut requests = program.stdin.take().unwrap();
    let mut answers = BufReader::new(program.stdout.take().unwrap());
    let cases = [
        include_str!("../../adjudicate/tests/cases/settle_waves.jsonl"),
        include_str!("../../adjudicate/tests/cases/check_bids.jsonl"),
    ];
    for cases in cases {
        let case: Value = serde_json::from_str(cases.lines().next().unwrap()).unwrap();
        writeln!(requests, "{}", case["input"]).unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        for (key, value) in case["expected"].as_object().unwrap() {
            assert_eq!(answer.get(key), Some(value), "{key}");
        }
    }
    // Control characters are escaped in every text, so that a terminal can't interpret them.
    let text: String = ('\u{1}'..='\u{9f}').filter(|sign| sign.is_control()).collect();
    let refused = serde_json::json!({"op": "wall", "frame": [text], "stones": [], "placements": []});
    let ranked =
        serde_json::json!({"op": "rank", "teams": [{"team": text, "disqualified": true, "held": null}]});
    for request in [refused, ranked, serde_json::json!({"op": text})] {
        writeln!(requests, "{request}").unwrap();
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert_eq!(line.matches(char::is_control).collect::<String>(), "\n", "{line:?}");
    }
    drop(requests);
    assert!(program.wait().unwrap().success());
}
