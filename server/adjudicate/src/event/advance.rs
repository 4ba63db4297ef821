//! The operation `advance`.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::TeamId;
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_tournament::{AdvancedBy, Quota};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::OperationResult;
use super::fault::RequestFault;
use crate::rank::RankedCounts;
use crate::request::Object;

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow)]
    groups: Vec<Vec<&'a RawValue>>,
    per_group: usize,
    best_rest: Option<usize>,
    janken: Option<Vec<Vec<String>>>,
}

#[derive(Deserialize)]
struct AdvanceRequestHead {
    team: String,
    disqualified: Option<bool>,
}

fn row(raw: &RawValue) -> Result<(String, Option<Tally>), RequestFault> {
    let Object(head) = serde_json::from_str::<Object<AdvanceRequestHead>>(raw.get())?;
    if head.disqualified.unwrap_or(false) {
        return Ok((head.team, None));
    }
    let Object(counts) = serde_json::from_str::<Object<RankedCounts>>(raw.get())?;
    Ok((head.team, Some(counts.into())))
}

pub(super) fn advance(line: &str) -> OperationResult {
    let Object(request) = serde_json::from_str::<Object<Request<'_>>>(line)?;
    let rows: Vec<Vec<(String, Option<Tally>)>> = request
        .groups
        .iter()
        .map(|group| group.iter().map(|raw| row(raw)).collect())
        .collect::<Result<_, _>>()?;
    let teams = rows.iter().map(Vec::len).sum::<usize>();
    let names: BTreeSet<&str> = rows.iter().flatten().map(|(team, _)| team.as_str()).collect();
    if names.len() < teams || names.contains("") {
        return Err(RequestFault::BadRoster);
    }
    // Numbered in the order of their ids, so that equals come out by id.
    let names: Vec<&str> = names.into_iter().collect();
    let numbers: BTreeMap<&str, TeamId> = names.iter().copied().zip((0..).map(TeamId)).collect();
    let contender =
        |(team, tally): &(String, Option<Tally>)| Contender { team: numbers[team.as_str()], tally: *tally };
    let groups: Vec<Vec<Contender>> =
        rows.iter().map(|group| group.iter().map(contender).collect()).collect();
    // An order with an unknown team matches no set.
    let order = |order: &Vec<String>| order.iter().map(|team| numbers.get(team.as_str()).copied()).collect();
    let janken: Vec<Vec<TeamId>> = request.janken.iter().flatten().filter_map(order).collect();
    let quota = Quota { per_group: request.per_group, best_rest: request.best_rest.unwrap_or(0) };
    let ids = |teams: &[TeamId]| -> Vec<&str> { teams.iter().map(|team| names[team.index()]).collect() };
    Ok(match ishigaki_tournament::advance(&groups, quota, &janken) {
        Ok(result) => json!({
            "status": "final",
            "advance": result.advance.iter().map(|(team, by)| advanced(names[team.index()], *by)).collect::<Vec<_>>(),
            "repechage": ids(&result.repechage),
            "out": ids(&result.out),
        }),
        Err(open) => json!({
            "status": "janken",
            "janken_needed": open.needed.iter().map(|set| ids(set)).collect::<Vec<_>>(),
        }),
    })
}

fn advanced(team: &str, by: AdvancedBy) -> Value {
    match by {
        AdvancedBy::Group(group) => json!({"team": team, "by": "group", "group": group}),
        AdvancedBy::Rest => json!({"team": team, "by": "rest"}),
    }
}
