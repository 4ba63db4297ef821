//! The `rank` request.
//!
//! Knows teams by the names of the request; the ranking itself knows them by number, in the order of their
//! names, so that teams of equal place come out by name.

use std::collections::BTreeMap;

use ishigaki_rules::ranking::{Contender, Tally, rank};
use ishigaki_rules::{TeamId, Tsuyama};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::Misfit;
use super::request::Object;

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    teams: Vec<&'a RawValue>,
    janken: Option<Vec<Vec<String>>>,
}

/// What every team says of itself.
#[derive(Deserialize)]
struct Team {
    team: String,
    disqualified: bool,
}

/// What a team that is not disqualified says as well.
#[derive(Deserialize)]
struct Counts {
    empty: u32,
    top_gaps: u32,
    held: u64,
    used: u32,
    unused: u32,
}

impl From<Counts> for Tally {
    fn from(Counts { empty, top_gaps, held, used, unused }: Counts) -> Self {
        Self { empty, top_gaps, held: Tsuyama(held), used, unused }
    }
}

#[derive(Serialize)]
struct Answer<'a> {
    ranking: Vec<Row<'a>>,
    janken_needed: Vec<Vec<&'a str>>,
}

#[derive(Serialize)]
struct Row<'a> {
    team: &'a str,
    place: u32,
}

pub(super) fn answer(line: &str) -> Result<String, Misfit> {
    let Object(request) = serde_json::from_str::<Object<Request<'_>>>(line)?;
    let tallies = tallies(&request.teams)?;
    let numbers: BTreeMap<&str, TeamId> = tallies.keys().map(String::as_str).zip((0..).map(TeamId)).collect();
    let names: Vec<&str> = numbers.keys().copied().collect();
    let contenders: Vec<Contender> =
        numbers.values().zip(tallies.values()).map(|(&team, &tally)| Contender { team, tally }).collect();
    // An order that names a team the request does not have is no order of any group.
    let order = |names: &Vec<String>| names.iter().map(|name| numbers.get(name.as_str()).copied()).collect();
    let janken: Vec<Vec<TeamId>> = request.janken.iter().flatten().filter_map(order).collect();
    let ranking = rank(&contenders, &janken);
    let answer = Answer {
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
    };
    Ok(serde_json::to_string(&answer)?)
}

/// What each team counts, `None` if it is disqualified.
fn tallies(teams: &[&RawValue]) -> Result<BTreeMap<String, Option<Tally>>, Misfit> {
    let mut tallies = BTreeMap::new();
    for raw in teams {
        let Object(Team { team, disqualified }) = serde_json::from_str(raw.get())?;
        let tally = if disqualified {
            None
        } else {
            let Object(counts) = serde_json::from_str::<Object<Counts>>(raw.get())?;
            Some(counts.into())
        };
        if tallies.contains_key(&team) {
            return Err(Misfit::Duplicate { kind: "team", id: team });
        }
        tallies.insert(team, tally);
    }
    Ok(tallies)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    fn answer(request: &Value) -> Value {
        serde_json::from_str(&crate::adjudicate::answer(request.to_string().as_bytes())).expect("JSON")
    }

    fn team(name: &str) -> Value {
        json!({
            "team": name, "empty": 1, "top_gaps": 0, "held": 5, "used": 2, "unused": 0, "disqualified": false,
        })
    }

    #[test]
    fn a_janken_orders_its_group_and_a_wrong_one_is_ignored() {
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
    fn a_team_without_its_counts_or_given_twice_does_not_fit() {
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
