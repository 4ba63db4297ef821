//! The operation `event`: a whole event from its record.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ishigaki_matching::Blossom;
use ishigaki_tournament::{
    Bout, Division, Field, Flow, Played, PlayerId, Playoff, Playoffs, PoolPairing, Round, final_ranking,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::draw::DrawOutcome;
use super::fault::RequestFault;
use super::flow::{Leaving, Withdrawals, games, passed, ranked};
use super::leagues;
use super::names::Names;
use super::{OperationResult, value};
use crate::request::Object;

#[derive(Deserialize)]
struct Request {
    rounds: Vec<Object<RoundResults>>,
    withdrawn: Option<Vec<Object<Leaving>>>,
}

#[derive(Deserialize)]
struct RoundResults {
    winners: Vec<String>,
    forfeits: Option<Vec<String>>,
}

struct Event {
    names: Names,
    women: Vec<bool>,
    flow: Flow,
    withdrawals: Withdrawals,
    decided: BTreeMap<Bout, PlayerId>,
    rounds: Vec<Value>,
}

pub(super) fn event(line: &str) -> OperationResult {
    let Object(request) = serde_json::from_str::<Object<Request>>(line)?;
    let drawn = DrawOutcome::of(line, true)?;
    let mut numbers = vec![None; drawn.lots.len()];
    for (player, number) in drawn.present() {
        numbers[player.index()] = Some(number);
    }
    let by_id: Map<String, Value> = drawn
        .present()
        .map(|(player, number)| (drawn.names.id(player).to_owned(), value(number.0)))
        .collect();
    let field = Field::new(numbers);
    let division = Division::of(&field, drawn.plan.leagues).map_err(|_| RequestFault::TooFew)?;
    let leaving = request.withdrawn.as_deref().unwrap_or_default();
    let withdrawals = Withdrawals::read(&drawn.names, leaving, drawn.plan.last_round)?;
    let mut answer = json!({
        "commitment": drawn.commitment.to_string(),
        "x0": drawn.x0,
        "numbers": by_id,
        "leagues": leagues::by_letter(&drawn.names, &division.leagues),
    });
    let flow = Flow::new(Arc::new(drawn.plan), Arc::new(field), division.leagues);
    let (names, women) = (drawn.names, drawn.women);
    let event = Event { names, women, flow, withdrawals, decided: BTreeMap::new(), rounds: Vec::new() };
    let (rounds, last) = event.play(&request.rounds)?;
    answer["rounds"] = value(rounds);
    answer["status"] = value(if last.is_some() { "final" } else { "open" });
    if let Some(last) = last {
        answer["final"] = last;
    }
    Ok(answer)
}

impl Event {
    /// Plays the rounds given and pairs the next one: all rounds, and the final ranking if there is one.
    fn play(mut self, given: &[Object<RoundResults>]) -> Result<(Vec<Value>, Option<Value>), RequestFault> {
        let mut given = given.iter();
        let end = self.flow.plan().end();
        let mut round = Round(1);
        while round <= end {
            let (pools, playoffs) = self.pair(round)?;
            let Some(Object(results)) = given.next() else { return Ok((self.rounds, None)) };
            self.enter(round, results, &pools, &playoffs)?;
            round = round.next();
        }
        if given.next().is_some() {
            return Err(RequestFault::BadRound { round });
        }
        let playoffs = self.playoffs();
        let ranking = final_ranking(&self.flow, &playoffs);
        let last = ranking.map(|ranking| ranked(&self.names, &self.flow, &playoffs, &ranking));
        Ok((self.rounds, last))
    }

    fn playoffs(&self) -> Playoffs {
        Playoffs::of(&self.flow, &self.women, &self.decided)
    }

    fn pair(&mut self, round: Round) -> Result<(Vec<PoolPairing>, Vec<Playoff>), RequestFault> {
        let names = &self.names;
        let leaving = self.withdrawals.before(round);
        let passage = self
            .flow
            .pass(leaving)
            .map_err(|fault| RequestFault::of_flow(fault, |player| names.id(player).to_owned()))?;
        let pools = self.flow.pair(&Blossom).map_err(|_| RequestFault::BadConfig)?;
        let plan = self.flow.plan();
        let playoffs: Vec<Playoff> =
            self.playoffs().games.into_iter().filter(|game| game.bout.round(plan) == round).collect();
        let mut row = passed(names, &self.flow, &passage);
        row["round"] = value(round.0);
        row["pools"] = value(pools.iter().map(|pool| paired(names, pool)).collect::<Vec<_>>());
        row["games"] = value(games(names, playoffs.iter()));
        self.rounds.push(row);
        Ok((pools, playoffs))
    }

    fn enter(
        &mut self,
        round: Round,
        results: &RoundResults,
        pools: &[PoolPairing],
        playoffs: &[Playoff],
    ) -> Result<(), RequestFault> {
        let winners = self.names.players(&results.winners)?;
        let forfeits = self.names.players(results.forfeits.as_deref().unwrap_or_default())?;
        let pairs = pools.iter().flat_map(|pool| pool.pairs.iter().copied()).map(|pair| (None, pair));
        let bouts = playoffs.iter().map(|game| (Some(game.bout), (game.a, game.b)));
        let mut named: BTreeSet<PlayerId> = winners.iter().copied().collect();
        let mut late: BTreeSet<PlayerId> = forfeits.iter().copied().collect();
        let bad = || RequestFault::BadRound { round };
        if named.len() < winners.len() || late.len() < forfeits.len() {
            return Err(bad());
        }
        let mut played = Vec::new();
        for (bout, (a, b)) in pairs.chain(bouts) {
            let (winner, loser) = match (named.remove(&a), named.remove(&b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                (true, true) | (false, false) => return Err(bad()),
            };
            let forfeit = late.remove(&loser);
            match bout {
                Some(bout) => {
                    self.decided.insert(bout, winner);
                }
                None => played.push(Played { winner, loser, forfeit }),
            }
        }
        if !named.is_empty() || !late.is_empty() {
            return Err(bad());
        }
        if round <= self.flow.plan().last_round {
            let byes: Vec<PlayerId> = pools.iter().filter_map(|pool| pool.bye).collect();
            self.flow.play(&played, &byes).map_err(|_| bad())?;
            let order: Vec<PlayerId> = self.flow.standings().iter().map(|standing| standing.player).collect();
            if let Some(row) = self.rounds.last_mut() {
                row["ranking"] = value(self.names.ids(&order));
            }
        }
        Ok(())
    }
}

fn paired(names: &Names, pool: &PoolPairing) -> Value {
    let pairs: Vec<[&str; 2]> =
        pool.pairs.iter().map(|(higher, lower)| [names.id(*higher), names.id(*lower)]).collect();
    let mut answer = json!({"pool": pool.pool.to_string(), "pairs": pairs, "bye": pool.bye.map(|player| names.id(player))});
    if let Some(cost) = &pool.certificate {
        answer["cost"] = json!({"byes": cost.byes, "rematches": cost.rematches, "gaps": cost.gaps});
    }
    answer
}
