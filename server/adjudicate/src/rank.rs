//! The `rank` request.
//!
//! Teams have the names of the request. The ranking numbers them in the order of their names, so that teams with
//! an equal place are listed by name.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::ranking::{Contender, Tally, rank};
use ishigaki_rules::{TeamId, Tsuyama};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::RequestError;
use super::request::Object;

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    teams: Vec<&'a RawValue>,
    janken: Option<Vec<Vec<String>>>,
}

#[derive(Deserialize)]
struct RankedTeam {
    team: String,
    disqualified: bool,
}

/// Counts of a team that is not disqualified.
#[derive(Deserialize)]
pub(crate) struct RankedCounts {
    empty: u32,
    top_gaps: u32,
    held: u64,
    used: u32,
    unused: u32,
}

impl From<RankedCounts> for Tally {
    fn from(RankedCounts { empty, top_gaps, held, used, unused }: RankedCounts) -> Self {
        Self { empty, top_gaps, held: Tsuyama(held), used, unused }
    }
}

#[derive(Serialize)]
struct RankAnswer<'a> {
    ranking: Vec<Row<'a>>,
    janken_needed: Vec<Vec<&'a str>>,
    /// The orders that later ones have replaced, as given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    janken_replaced: Vec<&'a [String]>,
}

#[derive(Serialize)]
struct Row<'a> {
    team: &'a str,
    place: u32,
}

pub(super) fn answer(line: &str) -> Result<String, RequestError> {
    let Object(request) = serde_json::from_str::<Object<Request<'_>>>(line)?;
    let tallies = tallies(&request.teams)?;
    let numbers: BTreeMap<&str, TeamId> = tallies.keys().map(String::as_str).zip((0..).map(TeamId)).collect();
    let names: Vec<&str> = numbers.keys().copied().collect();
    let contenders: Vec<Contender> =
        numbers.values().zip(tallies.values()).map(|(&team, &tally)| Contender { team, tally }).collect();
    let given = request.janken.as_deref().unwrap_or_default();
    let Orders { holding, janken_replaced } = Orders::of(given, &numbers);
    let ranking = rank(&contenders, &holding);
    let answer = RankAnswer {
        ranking: ranking
            .rows
            .iter()
            .map(|row| Row { team: names[row.team.index()], place: row.place })
            .collect(),
        janken_needed: ranking
            .janken_needed
            .iter()
            .map(|group| group.iter().map(|team| names[team.index()]).collect())
            .collect(),
        janken_replaced,
    };
    Ok(serde_json::to_string(&answer)?)
}

/// The orders of a request.
struct Orders<'a> {
    holding: Vec<Vec<TeamId>>,
    janken_replaced: Vec<&'a [String]>,
}

impl<'a> Orders<'a> {
    /// A later order that shares a team with an earlier one replaces it for good (`E2`). An order with a repeated
    /// or unknown team is invalid and replaces nothing.
    fn of(given: &'a [Vec<String>], numbers: &BTreeMap<&str, TeamId>) -> Self {
        let (mut holding, mut janken_replaced) = (Vec::new(), Vec::new());
        let mut decided = BTreeSet::new();
        for names in given.iter().rev() {
            let teams = names.iter().map(|name| numbers.get(name.as_str()).copied());
            let Some(order) = teams.collect::<Option<Vec<TeamId>>>() else { continue };
            let own: BTreeSet<TeamId> = order.iter().copied().collect();
            if own.len() < order.len() {
                continue;
            }
            if own.is_disjoint(&decided) {
                holding.push(order);
            } else {
                janken_replaced.push(names.as_slice());
            }
            decided.extend(own);
        }
        holding.reverse();
        janken_replaced.reverse();
        Self { holding, janken_replaced }
    }
}

/// Returns the counts of each team; `None` if it is disqualified.
fn tallies(teams: &[&RawValue]) -> Result<BTreeMap<String, Option<Tally>>, RequestError> {
    let mut tallies = BTreeMap::new();
    for raw in teams {
        let Object(RankedTeam { team, disqualified }) = serde_json::from_str(raw.get())?;
        let tally = if disqualified {
            None
        } else {
            let Object(counts) = serde_json::from_str::<Object<RankedCounts>>(raw.get())?;
            Some(counts.into())
        };
        if tallies.contains_key(&team) {
            return Err(RequestError::Duplicate { kind: "team", id: team });
        }
        tallies.insert(team, tally);
    }
    Ok(tallies)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn answer(request: &Value) -> Value {
        serde_json::from_str(&crate::answer(request.to_string().as_bytes())).expect("JSON")
    }

    fn team(name: &str) -> Value {
        json!({
            "team": name, "empty": 1, "top_gaps": 0, "held": 5, "used": 2, "unused": 0, "disqualified": false,
        })
    }

    #[test]
    fn janken_orders_its_group_and_wrong_order_is_ignored() {
        let teams =
            json!([team("b"), team("é"), team("a"), {"team": "0", "disqualified": true, "held": null}]);
        let shared = json!({
            "ranking": [
                {"team": "a", "place": 1},
                {"team": "b", "place": 1},
                {"team": "é", "place": 1},
                {"team": "0", "place": 4},
            ],
            "janken_needed": [["a", "b", "é"]],
        });
        assert_eq!(answer(&json!({"op": "rank", "teams": teams})), shared);
        for wrong in [json!([["b", "a"]]), json!([["b", "a", "é", "nobody"]]), json!([["b", "b", "a"]])] {
            assert_eq!(answer(&json!({"op": "rank", "teams": teams, "janken": wrong})), shared);
        }
        let decided = json!({
            "ranking": [
                {"team": "é", "place": 1},
                {"team": "a", "place": 2},
                {"team": "b", "place": 3},
                {"team": "0", "place": 4},
            ],
            "janken_needed": [],
        });
        let janken = json!([["é", "a", "b"]]);
        assert_eq!(answer(&json!({"op": "rank", "teams": teams, "janken": janken})), decided);
    }

    #[test]
    fn later_janken_order_replaces_earlier_one_that_shares_a_team() {
        let teams = json!([team("a"), team("b"), team("c")]);
        let ranked = |janken: Value| {
            let answer = answer(&json!({"op": "rank", "teams": teams, "janken": janken}));
            let names: String = answer["ranking"]
                .as_array()
                .expect("rows")
                .iter()
                .filter_map(|row| row["team"].as_str())
                .collect();
            (names, answer["janken_needed"].clone(), answer["janken_replaced"].clone())
        };
        let all = json!([["a", "b", "c"]]);
        let none = json!([]);
        assert_eq!(ranked(json!([["c", "a", "b"]])), ("cab".to_owned(), none.clone(), Value::Null));
        let twice = ranked(json!([["c", "a", "b"], ["b", "c", "a"]]));
        assert_eq!(twice, ("bca".to_owned(), none.clone(), json!([["c", "a", "b"]])));
        // The second order was entered when only two teams were equal. The first one doesn't come back.
        let of_fewer = ranked(json!([["c", "a", "b"], ["b", "c"]]));
        assert_eq!(of_fewer, ("abc".to_owned(), all.clone(), json!([["c", "a", "b"]])));
        let older = ranked(json!([["b", "c"], ["c", "a", "b"]]));
        assert_eq!(older, ("cab".to_owned(), none.clone(), json!([["b", "c"]])));
        // An order replaces earlier ones even if it was replaced itself.
        let chain = ranked(json!([["a", "b", "c"], ["c", "b"], ["b", "a"]]));
        assert_eq!(chain, ("abc".to_owned(), all, json!([["a", "b", "c"], ["c", "b"]])));
        for no_order in [json!(["c", "c", "b"]), json!(["c", "nobody"]), json!([])] {
            let kept = ranked(json!([["c", "a", "b"], no_order]));
            assert_eq!(kept, ("cab".to_owned(), none.clone(), Value::Null), "{no_order}");
        }
    }

    #[test]
    fn team_without_counts_or_duplicate_is_rejected() {
        for teams in [
            json!([{"team": "a", "disqualified": false}]),
            json!([team("a"), team("a")]),
            json!([team("a"), {"team": "a", "disqualified": true}]),
            json!([["a", true]]),
        ] {
            assert!(answer(&json!({"op": "rank", "teams": teams}))["error"].is_string(), "{teams}");
        }
    }
}
