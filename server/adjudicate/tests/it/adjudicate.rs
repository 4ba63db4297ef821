//! The contract of `adjudicate`: all recorded cases, and the limits of requests.

#![expect(clippy::unwrap_used, reason = "helpers of tests may fail the test")]

use serde_json::{Value, json};

fn answer(request: &Value) -> Value {
    answer_line(request.to_string().as_bytes())
}

fn answer_line(line: &[u8]) -> Value {
    serde_json::from_str(&ishigaki_adjudicate::answer(line)).unwrap()
}

/// Checks every case of a file. An answer may have more members than expected.
fn check_cases(cases: &str) {
    let mut mismatches = Vec::new();
    for (number, line) in (1..).zip(cases.lines()) {
        let case: Value = serde_json::from_str(line).unwrap();
        let answer = answer(&case["input"]);
        let differs = |(key, value): (&String, &Value)| {
            (answer.get(key) != Some(value))
                .then(|| format!("line {number}, {key}: expected {value}, got {:?}", answer.get(key)))
        };
        mismatches.extend(case["expected"].as_object().unwrap().iter().filter_map(differs));
    }
    assert!(cases.lines().count() >= 300);
    assert!(mismatches.is_empty(), "{} mismatches:\n{}", mismatches.len(), mismatches.join("\n"));
}

#[test]
fn check_bids_answers_every_case() {
    check_cases(include_str!("../cases/check_bids.jsonl"));
}

#[test]
fn settle_answers_every_case() {
    check_cases(include_str!("../cases/settle.jsonl"));
}

#[test]
fn settle_answers_every_case_with_waves() {
    check_cases(include_str!("../cases/settle_waves.jsonl"));
}

#[test]
fn wall_answers_every_case() {
    check_cases(include_str!("../cases/wall.jsonl"));
}

#[test]
fn rank_answers_every_case() {
    check_cases(include_str!("../cases/rank.jsonl"));
}

/// A round of two teams that have 20 each, with three bids and one win per team; two copies of X, one of Y.
fn round() -> Value {
    json!({
        "max_bids": 3,
        "max_wins": 1,
        "lots": [{"id": "X", "min_price": 2, "count": 2}, {"id": "Y", "min_price": 1}],
        "teams": [{"id": "A", "held": 20}, {"id": "B", "held": 20}]
    })
}

/// The codes of a one-line list with this text as its price.
fn codes_of_price(price: &str) -> Value {
    let round = round();
    let line =
        format!(r#"{{"op":"check_bids","round":{round},"team":"A","bids":[{{"lot":"X","price":{price}}}]}}"#);
    answer_line(line.as_bytes())["codes"].clone()
}

#[test]
fn non_integer_price_is_bad_price() {
    for price in ["1.5", "5.0", "1e1", "\"7\"", "null", "true", "[5]", "{}", "-1", "-99999999999999999999999"]
    {
        assert_eq!(codes_of_price(price), json!(["BAD_PRICE"]), "{price}");
    }
}

#[test]
fn price_beyond_u64_is_over_budget() {
    for price in ["18446744073709551615", "18446744073709551616", "99999999999999999999999999999999"] {
        assert_eq!(codes_of_price(price), json!(["OVER_BUDGET"]), "{price}");
    }
}

#[test]
fn price_beyond_u64_is_over_largest_budget() {
    let line = r#"{"op":"check_bids","round":{"max_bids":1,"max_wins":1,"lots":[{"id":"X","min_price":0}],
        "teams":[{"id":"A","held":18446744073709551615}]},"team":"A",
        "bids":[{"lot":"X","price":18446744073709551616}]}"#;
    assert_eq!(answer_line(line.as_bytes()), json!({"ok": false, "codes": ["OVER_BUDGET"]}));
}

#[test]
fn budget_is_not_checked_with_other_fault() {
    let bids = json!([{"lot": "Y", "price": 500}, {"lot": "Z", "price": 1}]);
    let request = json!({"op": "check_bids", "round": round(), "team": "A", "bids": bids});
    assert_eq!(answer(&request)["codes"], json!(["UNKNOWN_LOT"]));
}

/// The codes of A's re-bid, in a round in which A and B are tied for Y at 5.
fn codes_of_rebid(entries: &str) -> Value {
    let round = round();
    let list = r#"[{"lot":"Y","price":5},{"lot":"X","price":4}]"#;
    let line = format!(
        r#"{{"op":"settle","round":{round},"bids":{{"A":{list},"B":{list}}},"waves":[{{"A":{entries}}}]}}"#
    );
    answer_line(line.as_bytes())["invalid_rebids"][0]["codes"].clone()
}

#[test]
fn rebid_for_untied_line_is_not_tied_at_any_price() {
    for priority in ["0", "-1", "2", "1.0", "\"1\"", "null", "99999999999999999999"] {
        let entries = format!(r#"[{{"priority":{priority},"price":"much"}}]"#);
        assert_eq!(codes_of_rebid(&entries), json!(["NOT_TIED"]), "{priority}");
    }
}

#[test]
fn rebid_faults_are_reported_together() {
    let twice = r#"[{"priority":1,"price":5},{"priority":1,"price":1.5},{"priority":3,"price":9}]"#;
    assert_eq!(codes_of_rebid(twice), json!(["BAD_PRICE", "DUPLICATE_LINE", "NOT_ABOVE", "NOT_TIED"]));
}

#[test]
fn rebid_budget_excludes_other_live_bids() {
    // A has 20 and still bids 4 for X.
    assert_eq!(codes_of_rebid(r#"[{"priority":1,"price":16}]"#), Value::Null);
    assert_eq!(codes_of_rebid(r#"[{"priority":1,"price":17}]"#), json!(["OVER_BUDGET"]));
    assert_eq!(codes_of_rebid(r#"[{"priority":1,"price":18446744073709551616}]"#), json!(["OVER_BUDGET"]));
}

#[test]
fn list_of_unknown_team_is_invalid() {
    let bids = json!({"Q": [{"lot": "X", "price": 3}], "A": []});
    let answer = answer(&json!({"op": "settle", "round": round(), "bids": bids}));
    assert_eq!(answer["invalid_bids"], json!({"Q": ["UNKNOWN_TEAM"]}));
    assert_eq!(answer["declined"], json!(["A", "B"]));
    assert_eq!(answer["charges"], json!({"A": 0, "B": 0}));
    assert_eq!(answer["unsold"], json!([{"lot": "X", "copies": 2}, {"lot": "Y", "copies": 1}]));
}

#[test]
fn malformed_request_is_error() {
    let settle = |round: Value| json!({"op": "settle", "round": round, "bids": {}}).to_string();
    let with = |key: &str, value: Value| {
        let mut round = round();
        round[key] = value;
        settle(round)
    };
    let misfits = [
        r#"{"op":"settle"}"#.into(),
        with("max_bids", json!(-1)),
        with("max_wins", json!("1")),
        with("lots", json!([["X", 2]])),
        with("lots", json!([{"id": "X", "min_price": 2, "count": 0}])),
        with("lots", json!([{"id": "X", "min_price": 2}, {"id": "X", "min_price": 3}])),
        with("teams", json!([{"id": "A", "held": 1}, {"id": "A", "held": 2}])),
        with("teams", json!([{"id": "A", "held": -1}])),
        with("teams", json!([{"id": "A"}])),
        json!({"op": "settle", "round": round(), "bids": {}, "waves": [{}]}).to_string(),
        json!({"op": "settle", "round": round(), "bids": {"A": [{"lot": "X"}]}}).to_string(),
        json!({"op": "check_bids", "round": round(), "team": "A", "bids": {}}).to_string(),
    ];
    for misfit in misfits {
        let answer = answer_line(misfit.as_bytes());
        assert!(answer["error"].as_str().is_some_and(|text| !text.is_empty()), "{misfit} -> {answer}");
    }
    assert_eq!(answer_line(settle(round()).as_bytes())["status"], "settled");
}

#[test]
fn oversized_grid_is_rejected_with_limits() {
    let reason = |frame: &[&str], squares: &[[i32; 2]]| {
        let wall = json!({"frame": frame, "stones": {"a": squares}, "placements": []});
        let answer = answer_line(json!({"op": "wall", "wall": wall}).to_string().as_bytes());
        answer["error"].as_str().unwrap().to_owned()
    };
    let tall = vec!["#"; 16_385];
    for (misfit, named) in [
        (reason(&tall, &[[0, 0]]), "frame"),
        (reason(&["##"], &[[0, 0], [0, 16_384]]), "stone \"a\""),
        (reason(&["##"], &[[0, 0], [i32::MAX, 0]]), "stone \"a\""),
    ] {
        let figures = "is too large: a grid has at most 16384 rows, 16384 columns and 4194304 squares in all";
        assert!(misfit.contains(&format!("the {named} {figures}")), "{misfit}");
    }
}

#[test]
fn line_without_known_operation_is_bad_request() {
    for line in [
        "",
        "  ",
        "settle",
        "[]",
        r#"["settle"]"#,
        "{}",
        r#"{"op":1}"#,
        r#"{"op":"sell"}"#,
        r#"{"op":"draw""#,
    ] {
        let answer = answer_line(line.as_bytes());
        assert_eq!(answer["error"]["kind"], "bad_request", "{line} -> {answer}");
        assert!(
            answer["error"]["reason"].as_str().is_some_and(|text| !text.is_empty()),
            "{line} -> {answer}"
        );
    }
    // Errors of a known operation have that operation's form.
    assert_eq!(answer_line(br#"{"op":"draw"}"#), json!({"error": {"kind": "bad_request"}}));
    assert!(answer_line(br#"{"op":"rank"}"#)["error"].is_string());
}

#[test]
fn stream_is_answered_line_by_line_after_bad_lines() {
    let mut input = Vec::new();
    input.extend_from_slice(b"\n{\"op\":\"\xff\"}\n\r\nnull\n");
    input.extend_from_slice(json!({"op": "settle", "round": round(), "bids": {}}).to_string().as_bytes());
    let mut output = Vec::new();
    ishigaki_adjudicate::run(input.as_slice(), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    let answers: Vec<Value> = output.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers.len(), 5);
    assert!(answers[..4].iter().all(|answer| answer["error"]["kind"] == "bad_request"), "{answers:?}");
    assert_eq!(answers[4]["status"], "settled");
}
