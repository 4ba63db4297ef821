//! The operations `flow` and `final`.

use std::collections::BTreeMap;
use std::sync::Arc;

use ishigaki_tournament::{
    Award, Bout, FinalRanking, Flow, FoundBy, LeagueId, Passage, PlayerId, Playoff, Playoffs, PoolId, Round,
    final_ranking,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::config::ConfigFields;
use super::fault::RequestFault;
use super::leagues;
use super::names::{self, Names};
use super::provisional_order::{PlayedRound, numbered};
use super::{OperationResult, value};
use crate::request::{ById, Object};

/// A withdrawal: who, and the first league round without them.
#[derive(Deserialize)]
pub(super) struct Leaving {
    id: String,
    from: i64,
}

#[derive(Deserialize)]
struct Request {
    config: Object<ConfigFields>,
    numbers: ById<u32>,
    leagues: ById<Vec<String>>,
    rounds: Vec<Object<PlayedRound>>,
    withdrawn: Option<Vec<Object<Leaving>>>,
    women: Option<Vec<String>>,
    playoffs: Option<ById<String>>,
}

#[derive(Default)]
pub(super) struct Withdrawals(BTreeMap<Round, Vec<PlayerId>>);

impl Withdrawals {
    pub(super) fn read(
        names: &Names,
        leaving: &[Object<Leaving>],
        last: Round,
    ) -> Result<Self, RequestFault> {
        let mut withdrawals = Self::default();
        let mut seen = Vec::new();
        for Object(Leaving { id, from }) in leaving {
            let player = names.player(id)?;
            let round = u32::try_from(*from).ok().filter(|from| (1..=last.0).contains(from));
            let bad = || RequestFault::BadWithdrawal { id: id.clone() };
            if seen.contains(&player) {
                return Err(bad());
            }
            seen.push(player);
            withdrawals.0.entry(Round(round.ok_or_else(bad)?)).or_default().push(player);
        }
        Ok(withdrawals)
    }

    /// Returns the players who leave before a round.
    pub(super) fn before(&self, round: Round) -> &[PlayerId] {
        self.0.get(&round).map(Vec::as_slice).unwrap_or_default()
    }
}

struct State {
    names: Names,
    flow: Flow,
    passage: Passage,
}

impl State {
    fn of(
        request: &Request,
        plan: ishigaki_tournament::Plan,
        names: Names,
        field: ishigaki_tournament::Field,
    ) -> Result<Self, RequestFault> {
        let ById(leagues) = &request.leagues;
        let leagues = leagues::read(&names, &field, leagues, plan.leagues)?;
        let leaving = request.withdrawn.as_deref().unwrap_or_default();
        let withdrawals = Withdrawals::read(&names, leaving, plan.last_round)?;
        let last = plan.last_round;
        let mut flow = Flow::new(Arc::new(plan), Arc::new(field), leagues);
        let pass = |flow: &mut Flow| {
            let next = flow.played().next();
            flow.pass(withdrawals.before(next))
                .map_err(|fault| RequestFault::of_flow(fault, |player| names.id(player).to_owned()))
        };
        let mut passage = pass(&mut flow)?;
        for (round, Object(played)) in numbered(&request.rounds) {
            if round > last {
                return Err(RequestFault::BadHistory { round });
            }
            let (games, byes) = played.read(&names, round)?;
            flow.play(&games, &byes).map_err(|_| RequestFault::BadHistory { round })?;
            passage = pass(&mut flow)?;
        }
        Ok(Self { names, flow, passage })
    }
}

pub(super) fn flow(line: &str) -> OperationResult {
    let Object(mut request) = serde_json::from_str::<Object<Request>>(line)?;
    let plan = request.config.0.plan()?;
    let (names, field) = names::field(std::mem::take(&mut request.numbers))?;
    let State { names, flow, passage } = State::of(&request, plan, names, field)?;
    let league_ids = || (0..flow.firsts().len()).map(LeagueId::at);
    let leagues: Vec<Vec<PlayerId>> =
        league_ids().map(|league| flow.members(PoolId::League(league))).collect();
    let mut answer = passed(&names, &flow, &passage);
    answer["round"] = value(flow.played().next().0);
    answer["leagues"] = leagues::by_letter(&names, &leagues);
    answer["placement"] = value(names.ids(&flow.members(PoolId::Placement)));
    answer["first"] =
        Value::Object(league_ids().map(|league| first(&names, &flow, league)).collect::<Map<_, _>>());
    answer["out"] = value(names.sorted(&flow.withdrawn()));
    answer["pools"] = value(flow.pools().iter().map(|(pool, _)| pool.to_string()).collect::<Vec<_>>());
    Ok(answer)
}

pub(super) fn passed(names: &Names, flow: &Flow, passage: &Passage) -> Value {
    let qualified: Vec<Value> = passage
        .qualified
        .iter()
        .filter_map(|league| {
            let first = flow.firsts().get(league.index()).copied().flatten()?;
            let id = names.id(first.player);
            Some(json!({"id": id, "league": league.to_string(), "by": found_by(first.by)}))
        })
        .collect();
    json!({
        "withdrawn": names.sorted(&passage.withdrawn),
        "moved": names.sorted(&passage.moved),
        "qualified": qualified,
    })
}

fn first(names: &Names, flow: &Flow, league: LeagueId) -> (String, Value) {
    let first = flow.firsts().get(league.index()).copied().flatten();
    let first = first.map_or(
        Value::Null,
        |first| json!({"id": names.id(first.player), "by": found_by(first.by), "after": first.after.0}),
    );
    (league.to_string(), first)
}

const fn found_by(by: FoundBy) -> &'static str {
    match by {
        FoundBy::Sole => "sole",
        FoundBy::Ranking => "ranking",
        FoundBy::Referee => "referee",
    }
}

pub(super) fn last(line: &str) -> OperationResult {
    let Object(mut request) = serde_json::from_str::<Object<Request>>(line)?;
    let plan = request.config.0.plan()?;
    let last_round = plan.last_round;
    let (names, field) = names::field(std::mem::take(&mut request.numbers))?;
    let State { names, flow, .. } = State::of(&request, plan, names, field)?;
    if flow.played() < last_round {
        return Err(RequestFault::BadHistory { round: flow.played().next() });
    }
    let women = names.marks(&names.players(request.women.as_deref().unwrap_or_default())?);
    let ById(decided) = request.playoffs.unwrap_or_default();
    let mut winners = BTreeMap::new();
    for (game, winner) in decided {
        let bout = Bout::parse(&game).ok_or(RequestFault::BadGame { game })?;
        winners.insert(bout, names.player(&winner)?);
    }
    let playoffs = Playoffs::of(&flow, &women, &winners);
    if let Some((bout, _)) = winners.iter().find(|(bout, winner)| playoffs.winner(**bout) != Some(**winner)) {
        return Err(RequestFault::game(*bout));
    }
    Ok(match final_ranking(&flow, &playoffs) {
        Some(ranking) => {
            let mut answer = ranked(&names, &flow, &playoffs, &ranking);
            answer["status"] = value("final");
            answer
        }
        None => json!({"status": "playoff", "games": games(&names, playoffs.open())}),
    })
}

pub(super) fn games<'a>(names: &Names, games: impl Iterator<Item = &'a Playoff>) -> Vec<Value> {
    games
        .map(|game| json!({"game": game.bout.to_string(), "a": names.id(game.a), "b": names.id(game.b)}))
        .collect()
}

pub(super) fn ranked(names: &Names, flow: &Flow, playoffs: &Playoffs, ranking: &FinalRanking) -> Value {
    let rows: Vec<Value> = ranking
        .rows
        .iter()
        .map(|row| {
            let mut answer = json!({
                "id": names.id(row.player), "place": row.place, "wins": row.wins, "losses": row.losses,
                "award": row.award.map(award),
            });
            if let (Some(dan), Some(invited)) = (row.dan, row.invited) {
                answer["dan"] = value(dan);
                answer["oza"] = value(invited);
            }
            answer
        })
        .collect();
    let warnings: &[&str] = if playoffs.over_twelve { &["PRIZE_OVER_12"] } else { &[] };
    let mut answer = json!({"ranking": rows, "warnings": warnings});
    if flow.plan().knock_out.is_some_and(|knock_out| knock_out.womens_final) {
        answer["women_champion"] = value(playoffs.womens_champion.map(|player| names.id(player)));
    }
    answer
}

const fn award(award: Award) -> &'static str {
    match award {
        Award::Champion => "champion",
        Award::RunnerUp => "runner_up",
        Award::Third => "third",
        Award::Fourth => "fourth",
        Award::Prize => "prize",
    }
}
