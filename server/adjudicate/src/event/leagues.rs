//! The operation `leagues`, and leagues as requests write them.

use std::collections::BTreeMap;

use ishigaki_tournament::{Division, Field, LeagueId, PlayerId};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::config::ConfigFields;
use super::fault::RequestFault;
use super::names::{self, Names};
use super::{OperationResult, value};
use crate::request::{ById, Object};

#[derive(Deserialize)]
struct Request {
    config: Object<ConfigFields>,
    numbers: ById<u32>,
}

pub(super) fn by_letter(names: &Names, leagues: &[Vec<PlayerId>]) -> Value {
    let members = leagues.iter().enumerate();
    let league =
        |(at, players): (usize, &Vec<PlayerId>)| (LeagueId::at(at).to_string(), value(names.ids(players)));
    Value::Object(members.map(league).collect::<Map<String, Value>>())
}

/// The leagues of a request: one for each of the plan's, every player once.
///
/// # Errors
/// If they do not fit the numbers, or there are fewer than two players a league (`TL3`).
pub(super) fn read(
    names: &Names,
    field: &Field,
    leagues: &BTreeMap<String, Vec<String>>,
    count: u8,
) -> Result<Vec<Vec<PlayerId>>, RequestFault> {
    let read = |at: usize| {
        let players = leagues.get(&LeagueId::at(at).to_string()).ok_or(RequestFault::BadRoster)?;
        names.players(players).map_err(|_| RequestFault::BadRoster)
    };
    let read: Vec<Vec<PlayerId>> = (0..usize::from(count)).map(read).collect::<Result<_, _>>()?;
    let mut all: Vec<PlayerId> = read.iter().flatten().copied().collect();
    all.sort_unstable();
    let fits = leagues.len() == usize::from(count) && all.into_iter().eq(field.present());
    match fits {
        false => Err(RequestFault::BadRoster),
        true if field.present().count() < 2 * usize::from(count) => Err(RequestFault::TooFew),
        true => Ok(read),
    }
}

pub(super) fn leagues(line: &str) -> OperationResult {
    let Object(request) = serde_json::from_str::<Object<Request>>(line)?;
    let plan = request.config.0.plan()?;
    let (names, field) = names::field(request.numbers)?;
    let division = Division::of(&field, plan.leagues).map_err(|_| RequestFault::TooFew)?;
    let moved: Vec<Value> = division
        .moves
        .iter()
        .map(|moved| {
            let (from, to) = (moved.from.to_string(), moved.to.to_string());
            json!({"id": names.id(moved.player), "from": from, "to": to})
        })
        .collect();
    let warnings: &[&str] = if division.is_oversized() { &["LEAGUE_OVER_64"] } else { &[] };
    Ok(json!({
        "dealt": by_letter(&names, &division.dealt),
        "moves": moved,
        "leagues": by_letter(&names, &division.leagues),
        "warnings": warnings,
    }))
}
