//! The operations `commit`, `draw` and `groups`.

use std::collections::BTreeMap;

use ishigaki_preset::{Commitment, commitment};
use ishigaki_tournament::{
    Attendance, DrawNumber, Generator, GroupFault, GroupSize, Lot, Plan, PlayerId, draw_groups, join_digits,
    seed_value,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::config::ConfigFields;
use super::fault::RequestFault;
use super::names::Names;
use super::{OperationResult, object, value};
use crate::request::{ById, Object};

#[derive(Deserialize)]
struct EnteredText {
    config: Map<String, Value>,
    roster: Vec<Value>,
}

/// The commitment of a request (`TV1`).
///
/// # Errors
/// If settings or roster are missing, or have a number that is no integer.
fn committed(line: &str) -> Result<Commitment, RequestFault> {
    let Object(EnteredText { config, roster }) = serde_json::from_str(line)?;
    commitment(&Value::Object(config), &Value::Array(roster)).map_err(|_| RequestFault::BadRequest)
}

pub(super) fn commit(line: &str) -> OperationResult {
    Ok(json!({"commitment": committed(line)?.to_string()}))
}

#[derive(Deserialize)]
struct Line {
    id: String,
    seed: Option<String>,
    woman: Option<bool>,
}

#[derive(Deserialize)]
struct Request {
    config: Object<ConfigFields>,
    roster: Vec<Object<Line>>,
    digits: Vec<String>,
    absent: Option<Vec<String>>,
    drawn: Option<ById<i64>>,
}

pub(super) struct DrawOutcome {
    pub(super) plan: Plan,
    pub(super) names: Names,
    pub(super) women: Vec<bool>,
    pub(super) absent: Vec<bool>,
    pub(super) lots: Vec<Lot>,
    seed: String,
    pub(super) x0: u32,
    pub(super) commitment: Commitment,
}

impl DrawOutcome {
    /// Draws a request's event. Without `drawn`, reception is still to come unless `received` says otherwise.
    ///
    /// # Errors
    /// If the request does not fit.
    pub(super) fn of(line: &str, received: bool) -> Result<Self, RequestFault> {
        let Object(request) = serde_json::from_str::<Object<Request>>(line)?;
        let commitment = committed(line)?;
        let plan = request.config.0.plan()?;
        if request.roster.is_empty() {
            return Err(RequestFault::BadRoster);
        }
        let class = |Object(line): &Object<Line>| match &line.seed {
            Some(seed) => plan.seed_class(seed).map(Some).ok_or(RequestFault::BadRoster),
            None => Ok(None),
        };
        let seeds: Vec<Option<usize>> = request.roster.iter().map(class).collect::<Result<_, _>>()?;
        let women = request.roster.iter().map(|Object(line)| line.woman.unwrap_or(false)).collect();
        let names = Names::of(request.roster.into_iter().map(|Object(line)| line.id).collect())?;
        let absent = names.marks(&names.players(&request.absent.unwrap_or_default())?);
        let slips = match request.drawn {
            Some(ById(drawn)) => Some(slips(&names, drawn)?),
            None => received.then(BTreeMap::new),
        };
        let seed = join_digits(&plan.lotteries, &request.digits).map_err(RequestFault::BadDigits)?;
        let number = seed_value(&seed).ok_or(RequestFault::BadSeedDigits)?;
        let roster = Attendance { seeds: &seeds, absent: &absent };
        let lots = ishigaki_tournament::draw(&plan, number, roster, slips.as_ref())
            .map_err(|_| RequestFault::BadSeed)?;
        let x0 = Generator::from_seed(number, 0).standing();
        Ok(Self { plan, names, women, absent, lots, seed, x0, commitment })
    }

    /// Those present with their numbers, in roster order; seeds without a number yet are left out.
    pub(super) fn present(&self) -> impl Iterator<Item = (PlayerId, DrawNumber)> {
        let lines = self.lots.iter().zip(&self.absent).enumerate();
        lines
            .filter(|(_, (_, absent))| !**absent)
            .filter_map(|(line, (lot, _))| Some((PlayerId::at(line), lot.number?)))
    }
}

fn slips(
    names: &Names,
    drawn: BTreeMap<String, i64>,
) -> Result<BTreeMap<PlayerId, DrawNumber>, RequestFault> {
    let slip = |(id, number): (String, i64)| {
        let number = u32::try_from(number).map_err(|_| RequestFault::BadSeed);
        Ok((names.player(&id)?, DrawNumber(number?)))
    };
    drawn.into_iter().map(slip).collect()
}

pub(super) fn draw(line: &str) -> OperationResult {
    let drawn = DrawOutcome::of(line, false)?;
    let row = |(line, (lot, absent)): (usize, (&Lot, &bool))| {
        object([
            ("id", value(drawn.names.id(PlayerId::at(line)))),
            ("x", value(lot.x)),
            ("base", value(lot.base.0)),
            ("number", value(lot.number.map(|number| number.0))),
            ("present", value(!absent)),
        ])
    };
    let numbers: Vec<Value> = drawn.lots.iter().zip(&drawn.absent).enumerate().map(row).collect();
    let mut answer = json!({
        "seed": drawn.seed,
        "x0": drawn.x0,
        "commitment": drawn.commitment.to_string(),
        "numbers": numbers,
    });
    if drawn.lots.iter().all(|lot| lot.number.is_some()) {
        let mut present: Vec<(PlayerId, DrawNumber)> = drawn.present().collect();
        present.sort_unstable_by_key(|(_, number)| *number);
        let players: Vec<PlayerId> = present.into_iter().map(|(player, _)| player).collect();
        answer["present"] = value(drawn.names.ids(&players));
    }
    Ok(answer)
}

#[derive(Deserialize)]
struct GroupConfig {
    target: Option<i64>,
    groups: Option<i64>,
}

#[derive(Deserialize)]
struct GroupRequest {
    config: Object<GroupConfig>,
    roster: Vec<String>,
    seed: String,
    skip: Option<u64>,
}

/// Number of digits of the seed of groups (`TG2`).
const SEED_DIGITS: usize = 15;

pub(super) fn groups(line: &str) -> OperationResult {
    let Object(request) = serde_json::from_str::<Object<GroupRequest>>(line)?;
    let commitment = committed(line)?;
    let Object(config) = request.config;
    let figure = |figure: i64| u32::try_from(figure).map_err(|_| RequestFault::BadConfig);
    let target = config.target.map(figure).transpose()?.map(GroupSize::Target).unwrap_or_default();
    target.check().map_err(|_| RequestFault::BadConfig)?;
    let size = config.groups.map(figure).transpose()?.map_or(target, GroupSize::Groups);
    size.check().map_err(|_| RequestFault::BadConfig)?;
    let names = Names::of(request.roster)?;
    let seed = seed_value(&request.seed).filter(|_| request.seed.len() == SEED_DIGITS);
    let seed = seed.ok_or(RequestFault::BadSeedDigits)?;
    let drawn =
        draw_groups(size, seed, request.skip.unwrap_or(0), &vec![true; names.len()]).map_err(|fault| {
            match fault {
                GroupFault::TooFew { .. } => RequestFault::TooFew,
                GroupFault::Target { .. } | GroupFault::Groups { .. } => RequestFault::BadConfig,
            }
        })?;
    let groups: Vec<Vec<&str>> = drawn.groups.iter().map(|group| names.ids(group)).collect();
    Ok(json!({
        "x0": Generator::from_seed(seed, 0).standing(),
        "commitment": commitment.to_string(),
        "x": drawn.x,
        "groups": groups,
    }))
}
