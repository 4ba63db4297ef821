//! The rule book as a filter: one request line, one answer line.

use std::collections::BTreeMap;

use ishigaki_adjudicate::answer;
use serde_json::{Value, json};

/// A line for `adjudicate`. What it answers is one line of JSON, obeys the rules' laws, and does not depend on
/// the order in which the request names things.
pub fn adjudicate(bytes: &[u8]) -> bool {
    let line = answer(bytes);
    assert!(!line.contains('\n'), "more than a line");
    let told: Value = serde_json::from_str(&line).expect("an answer is JSON");
    let told = told.as_object().expect("an answer is an object");
    if let Some(error) = told.get("error") {
        assert!((error.is_string() || error["kind"].is_string()) && told.len() == 1, "{told:?}");
        return false;
    }
    // A request that serde_json's own type cannot hold, such as one with a price of 1e999, is judged all the same.
    let Ok(request) = serde_json::from_slice::<Value>(bytes) else { return true };
    // Neither can it hold two entries of one name, or digits beyond those of a float: it is another request then.
    let told = asked(&request);
    if told.get("error").is_some() {
        return true;
    }
    assert_eq!(asked(&turned(&request)), told, "the answer depends on the order of the request");
    match request["op"].as_str() {
        Some("check_bids") => checked(&request, &told),
        Some("settle") => settled(&request, &told),
        Some("wall") => walled(&request, &told),
        Some("rank") => ranked(&request, &told),
        // Questions on events and Othello: their order says something, and that they are answered twice alike is above.
        Some(_) => {}
        None => panic!("what names no operation is answered"),
    }
    true
}

fn asked(request: &Value) -> Value {
    serde_json::from_str(&answer(request.to_string().as_bytes())).expect("an answer is JSON")
}

/// The request with everything turned around whose order says nothing.
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

/// Of a stone that is named twice, only the first placement counts.
fn names_a_stone_twice(request: &Value) -> bool {
    let placements = items(&request["wall"]["placements"]);
    let mut names: Vec<&str> = placements.iter().map(|placement| text(&placement["stone"])).collect();
    names.sort_unstable();
    names.windows(2).any(|pair| pair[0] == pair[1])
}

/// A list is valid exactly if it counts when the round is settled.
fn checked(request: &Value, told: &Value) {
    let codes = items(&told["codes"]);
    assert_eq!(told["ok"].as_bool(), Some(codes.is_empty()));
    let team = text(&request["team"]);
    let settle = json!({"op": "settle", "round": request["round"], "bids": {team: request["bids"]}});
    let settlement = asked(&settle);
    assert_eq!(
        settlement["invalid_bids"].get(team).map_or(&[][..], |codes| items(codes)),
        codes,
        "check_bids and settle disagree"
    );
    settled(&settle, &settlement);
}

/// Copies and money are conserved, and nobody wins more than W (`A2`, `A5`, `A8`, `A10`).
fn settled(request: &Value, told: &Value) {
    let round = &request["round"];
    let awards = items(&told["awards"]);
    let is_settled = text(&told["status"]) == "settled";
    assert_eq!(is_settled, items(&told["ties"]).is_empty());
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
        let left = copies_of(&told["failed"], id, "copies") + copies_of(&told["unsold"], id, "copies");
        assert_eq!(sold + left + copies_of(&told["ties"], id, "copies"), count, "copies of {id}");
        if is_settled {
            assert_eq!(copies_of(&told["next_pool"], id, "count"), left, "the pool of {id}");
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
            assert_eq!(told["charges"][id].as_u64(), Some(sum), "what {id} is charged");
            let held_after = told["held_after"][id].as_u64().map(|left| left + sum);
            assert_eq!(held_after, team["held"].as_u64(), "what {id} holds");
        }
    }
    assert!(paid.is_empty(), "an award for nobody: {paid:?}");
}

/// A wall has a score unless it lies wrong, and every stone the team has is counted (`W3`, `E2`).
fn walled(request: &Value, told: &Value) {
    assert_eq!(told["valid"].as_bool(), Some(items(&told["errors"]).is_empty()));
    let Some(score) = told.get("score") else {
        assert_eq!(told["valid"], json!(false));
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

/// Everybody has a place, and places count those before (`E2`, `E3`).
fn ranked(request: &Value, told: &Value) {
    let rows = items(&told["ranking"]);
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
