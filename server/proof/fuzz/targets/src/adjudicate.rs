//! The rule book as a filter: one request line, one answer line.

use std::collections::BTreeMap;

use ishigaki_adjudicate::answer;
use serde_json::{Value, json};

/// Reads a line for `adjudicate`. The answer must be one line of JSON, obey the rules, and not depend on the
/// order of the request.
pub fn adjudicate(bytes: &[u8]) -> bool {
    let line = answer(bytes);
    assert!(!line.contains('\n'), "more than a line");
    let answer: Value = serde_json::from_str(&line).expect("an answer is JSON");
    let response = answer.as_object().expect("an answer is an object");
    if let Some(error) = response.get("error") {
        assert!((error.is_string() || error["kind"].is_string()) && response.len() == 1, "{response:?}");
        return false;
    }
    // `adjudicate` also accepts requests that serde_json's `Value` can't represent, such as one with a price
    // of 1e999.
    let Ok(request) = serde_json::from_slice::<Value>(bytes) else { return true };
    // `Value` also drops duplicate names and excess digits, so it may represent another request.
    let response = answer_to(&request);
    if response.get("error").is_some() {
        return true;
    }
    assert_eq!(answer_to(&turned(&request)), response, "the answer depends on the order of the request");
    match request["op"].as_str() {
        Some("check_bids") => checked(&request, &response),
        Some("settle") => settled(&request, &response),
        Some("wall") => walled(&request, &response),
        Some("rank") => ranked(&request, &response),
        // In questions on events and Othello the order matters, and identical answers are checked above.
        Some(_) => {}
        None => panic!("what names no operation is answered"),
    }
    true
}

fn answer_to(request: &Value) -> Value {
    serde_json::from_str(&answer(request.to_string().as_bytes())).expect("an answer is JSON")
}

fn turned(request: &Value) -> Value {
    let mut turned = request.clone();
    let mut turn = |path: &str| {
        if let Some(Value::Array(items)) = turned.pointer_mut(path) {
            items.reverse();
        }
    };
    match request["op"].as_str() {
        Some("check_bids" | "settle") => {
            turn("/round/teams");
            turn("/round/lots");
        }
        Some("rank") => turn("/teams"),
        Some("wall") if !names_a_stone_twice(request) => turn("/wall/placements"),
        _ => {}
    }
    turned
}

fn names_a_stone_twice(request: &Value) -> bool {
    let placements = items(&request["wall"]["placements"]);
    let mut names: Vec<&str> = placements.iter().map(|placement| text(&placement["stone"])).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair[0] == pair[1])
}

/// Checks that a list is valid exactly if it counts when the round is settled.
fn checked(request: &Value, answer: &Value) {
    let codes = items(&answer["codes"]);
    assert_eq!(answer["ok"].as_bool(), Some(codes.is_empty()));
    let team = text(&request["team"]);
    let settle = json!({"op": "settle", "round": request["round"], "bids": {team: request["bids"]}});
    let settlement = answer_to(&settle);
    assert_eq!(
        settlement["invalid_bids"].get(team).map_or(&[][..], |codes| items(codes)),
        codes,
        "check_bids and settle disagree"
    );
    settled(&settle, &settlement);
}

fn settled(request: &Value, answer: &Value) {
    let round = &request["round"];
    let awards = items(&answer["awards"]);
    let is_settled = text(&answer["status"]) == "settled";
    assert_eq!(is_settled, items(&answer["ties"]).is_empty());
    let copies_of = |list: &Value, lot: &str, key: &str| -> u64 {
        let entries = items(list).iter().filter(|entry| text(&entry["lot"]) == lot);
        entries.map(|entry| entry[key].as_u64().expect("a count")).sum()
    };
    for lot in items(&round["lots"]) {
        let id = text(&lot["id"]);
        let count = lot.get("count").map_or(1, |count| count.as_u64().expect("a count"));
        let awarded = awards.iter().filter(|award| text(&award["lot"]) == id);
        let sold: u64 = awarded
            .map(|award| {
                assert!(award["price"].as_u64() >= lot["min_price"].as_u64(), "below the minimum");
                1
            })
            .sum();
        let left = copies_of(&answer["failed"], id, "copies") + copies_of(&answer["unsold"], id, "copies");
        assert_eq!(sold + left + copies_of(&answer["ties"], id, "copies"), count, "copies of {id}");
        if is_settled {
            assert_eq!(copies_of(&answer["next_pool"], id, "count"), left, "the pool of {id}");
        }
    }
    let mut paid: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for award in awards {
        let (won, sum) = paid.entry(text(&award["team"])).or_default();
        *won += 1;
        *sum += award["price"].as_u64().expect("a price");
    }
    for team in items(&round["teams"]) {
        let id = text(&team["id"]);
        let (won, sum) = paid.remove(id).unwrap_or_default();
        assert!(Some(won) <= round["max_wins"].as_u64(), "{id} wins more than W");
        assert!(Some(sum) <= team["held"].as_u64(), "{id} pays more than it holds");
        if is_settled {
            assert_eq!(answer["charges"][id].as_u64(), Some(sum), "what {id} is charged");
            let held_after = answer["held_after"][id].as_u64().map(|left| left + sum);
            assert_eq!(held_after, team["held"].as_u64(), "what {id} holds");
        }
    }
    assert!(paid.is_empty(), "an award for nobody: {paid:?}");
}

/// Checks that only invalid walls have no score, and that every stone of the team is counted (`W3`, `E2`).
fn walled(request: &Value, answer: &Value) {
    assert_eq!(answer["valid"].as_bool(), Some(items(&answer["errors"]).is_empty()));
    let Some(score) = answer.get("score") else {
        assert_eq!(answer["valid"], json!(false));
        return;
    };
    let count = |key: &str| score[key].as_u64().expect("a count");
    let wall = &request["wall"];
    let drawn: usize = items(&wall["frame"]).iter().map(|row| text(row).matches('#').count()).sum();
    let stones = wall["stones"].as_object().expect("stones by id");
    assert!(count("empty") <= u64::try_from(drawn).unwrap());
    assert!(count("top_gaps") <= count("empty"));
    assert_eq!(count("used") + count("unused"), u64::try_from(stones.len()).unwrap());
    assert!(count("unused") >= u64::try_from(items(&score["lifted"]).len()).unwrap());
}

fn ranked(request: &Value, answer: &Value) {
    let rows = items(&answer["ranking"]);
    assert_eq!(rows.len(), items(&request["teams"]).len());
    let places: Vec<u64> = rows.iter().map(|row| row["place"].as_u64().expect("a place")).collect();
    let is_last = |place: u64| places.last() == Some(&place);
    for (before, &place) in (0..).zip(&places) {
        let ahead = u64::try_from(places.iter().filter(|&&other| other < place).count()).unwrap();
        assert!(ahead <= before && (place == ahead + 1 || is_last(place)), "{places:?}");
    }
}

fn items(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}
