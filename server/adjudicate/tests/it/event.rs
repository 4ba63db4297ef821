//! The contract of `adjudicate` on events and Othello: every recorded case.
#![expect(clippy::expect_used, reason = "helpers of tests may fail the test")]

use serde_json::Value;

fn check(cases: &str, least: usize) {
    let mut mismatches = Vec::new();
    for (at, line) in cases.lines().enumerate() {
        let case: Value = serde_json::from_str(line).expect("a case is JSON");
        let answer = ishigaki_adjudicate::answer(case["input"].to_string().as_bytes());
        let answer: Value = serde_json::from_str(&answer).expect("an answer is JSON");
        let expected = case["expected"].as_object().expect("an answer is an object");
        let differs = expected.iter().find(|(key, value)| answer.get(key.as_str()) != Some(value));
        if let Some((key, value)) = differs {
            mismatches.push(format!("line {}, {key}: expected {value}, got {}", at + 1, answer[key]));
        }
    }
    assert!(cases.lines().count() >= least);
    assert!(mismatches.is_empty(), "{} mismatches:\n{}", mismatches.len(), mismatches.join("\n"));
}

macro_rules! cases {
    ($($name:ident: $file:literal, $least:literal;)*) => {$(
        #[test]
        fn $name() {
            check(include_str!(concat!("../cases/event/", $file, ".jsonl")), $least);
        }
    )*};
}

cases! {
    advance_answers_every_case: "advance", 80;
    commit_answers_every_case: "commit", 16;
    draw_answers_every_case: "draw", 140;
    event_answers_every_case: "event", 80;
    event_big_answers_every_case: "event_big", 3;
    final_answers_every_case: "final", 120;
    flow_answers_every_case: "flow", 120;
    groups_answers_every_case: "groups", 80;
    leagues_answers_every_case: "leagues", 100;
    othello_answers_every_case: "othello", 140;
    pair_answers_every_case: "pair", 200;
    perft_answers_every_case: "perft", 20;
    provisional_answers_every_case: "provisional", 120;
}

#[test]
fn requests_beyond_the_recorded_cases_are_refused() {
    let two = r#""config":{"preset":"O18"},"numbers":{"a":1,"b":2}"#;
    let drawn = r#"{"op":"draw","config":{"preset":"O18"},"roster":[{"id":"a","seed":"A"}],"digits":["1234","1234","1234"],"#;
    for (line, error) in [
        (
            r#"{"op":"flow","config":{"preset":"O18"},"numbers":{"a":1,"b":2,"c":3},"leagues":{"A":["a","c"],"B":["b"]},"rounds":[]}"#.to_owned(),
            r#"{"kind":"too_few"}"#,
        ),
        (
            format!(r#"{{"op":"provisional",{two},"rounds":[],"withdrawn":{{"a":0}}}}"#),
            r#"{"id":"a","kind":"bad_withdrawal"}"#,
        ),
        (
            format!(r#"{{"op":"provisional",{two},"rounds":[],"withdrawn":{{"a":-1}}}}"#),
            r#"{"id":"a","kind":"bad_withdrawal"}"#,
        ),
        (
            format!(
                r#"{{"op":"provisional",{two},"rounds":[{{"games":[["a","b"]]}}],"qualified":{{"a":1}},"withdrawn":{{"a":2}}}}"#
            ),
            r#"{"id":"a","kind":"bad_withdrawal"}"#,
        ),
        (format!(r#"{drawn}"drawn":{{"a":-1}}}}"#), r#"{"kind":"bad_seed"}"#),
        (
            drawn.replacen(r#""preset":"O18""#, r#""preset":"O18","seed_numbers":{"B":[1]}"#, 1) + r#""drawn":{}}"#,
            r#"{"kind":"bad_config"}"#,
        ),
    ] {
        let answer: Value = serde_json::from_str(&ishigaki_adjudicate::answer(line.as_bytes())).unwrap();
        assert_eq!(answer["error"].to_string(), error, "{line}");
    }
}

#[test]
fn duplicate_json_key_is_rejected_at_any_depth() {
    let whole = r#"{"op":"commit","config":{"preset":"M42","hall":{"a":1}},"roster":[{"id":"a"}]}"#;
    let answered = |line: &str| ishigaki_adjudicate::answer(line.as_bytes());
    assert!(answered(whole).contains("commitment"));
    for (once, twice) in [
        (r#""op":"commit""#, r#""op":"commit","op":"commit""#),
        (r#""preset":"M42""#, r#""preset":"O18","preset":"M42""#),
        (r#""a":1"#, r#""a":1,"a":1"#),
        (r#""id":"a""#, r#""id":"b","\u0069d":"a""#),
    ] {
        let kind = r#""kind":"bad_request""#;
        assert!(answered(&whole.replacen(once, twice, 1)).contains(kind), "{twice}");
    }
}
