//! The operation `provisional`, and rounds as requests write them.

use std::collections::BTreeSet;

use ishigaki_tournament::{Entry, Field, History, Keys, Played, PlayerId, Round};
use serde::Deserialize;
use serde_json::{Value, json};

use super::OperationResult;
use super::config::ConfigFields;
use super::fault::RequestFault;
use super::names::{self, Names};
use crate::request::{ById, Object};

#[derive(Deserialize)]
pub(super) struct PlayedRound {
    games: Vec<(String, String)>,
    byes: Option<Vec<String>>,
    forfeits: Option<Vec<String>>,
}

impl PlayedRound {
    pub(super) fn read(
        &self,
        names: &Names,
        round: Round,
    ) -> Result<(Vec<Played>, Vec<PlayerId>), RequestFault> {
        let forfeits: BTreeSet<PlayerId> =
            names.players(self.forfeits.as_deref().unwrap_or_default())?.into_iter().collect();
        let game = |(winner, loser): &(String, String)| {
            let (winner, loser) = (names.player(winner)?, names.player(loser)?);
            Ok(Played { winner, loser, forfeit: forfeits.contains(&loser) })
        };
        let games: Vec<Played> = self.games.iter().map(game).collect::<Result<_, RequestFault>>()?;
        let losers: BTreeSet<PlayerId> = games.iter().map(|game| game.loser).collect();
        let named = self.forfeits.as_ref().map_or(0, Vec::len);
        if !forfeits.is_subset(&losers) || forfeits.len() < named {
            return Err(RequestFault::BadHistory { round });
        }
        Ok((games, names.players(self.byes.as_deref().unwrap_or_default())?))
    }
}

pub(super) fn numbered<T>(rounds: &[T]) -> impl Iterator<Item = (Round, &T)> {
    (1..).map(Round).zip(rounds)
}

#[derive(Deserialize)]
struct Request {
    config: Object<ConfigFields>,
    numbers: ById<u32>,
    rounds: Vec<Object<PlayedRound>>,
    qualified: Option<ById<u32>>,
    withdrawn: Option<ById<i64>>,
}

type Departures = Vec<Option<(u32, Entry)>>;

pub(super) fn provisional(line: &str) -> OperationResult {
    let Object(request) = serde_json::from_str::<Object<Request>>(line)?;
    let plan = request.config.0.plan()?;
    let (names, field) = names::field(request.numbers)?;
    let mut departures: Departures = vec![None; names.len()];
    let ById(qualified) = request.qualified.unwrap_or_default();
    let ById(withdrawn) = request.withdrawn.unwrap_or_default();
    for (id, after) in qualified {
        departures[names.player(&id)?.index()] = Some((after.saturating_add(1), Entry::FormalWin));
    }
    let rounds = plan.last_round.0.max(u32::try_from(request.rounds.len()).unwrap_or(u32::MAX));
    for (id, from) in withdrawn {
        let departures = &mut departures[names.player(&id)?.index()];
        let from = u32::try_from(from).ok().filter(|from| (1..=rounds).contains(from));
        match from.filter(|_| departures.is_none()) {
            Some(from) => *departures = Some((from, Entry::Missed)),
            None => return Err(RequestFault::BadWithdrawal { id }),
        }
    }
    let mut history = History::default();
    for (round, Object(played)) in numbered(&request.rounds) {
        history.push(entries(&names, &field, played, round, &departures)?);
    }
    let ranking: Vec<Value> = history
        .standings(&field, &plan)
        .iter()
        .map(|standing| json!({"id": names.id(standing.player), "keys": keys(&standing.keys)}))
        .collect();
    Ok(json!({"ranking": ranking}))
}

fn entries(
    names: &Names,
    field: &Field,
    played: &PlayedRound,
    round: Round,
    departures: &Departures,
) -> Result<Vec<Option<Entry>>, RequestFault> {
    let bad = || RequestFault::BadHistory { round };
    let left =
        |place: &Option<(u32, Entry)>| place.filter(|(from, _)| round.0 >= *from).map(|(_, entry)| entry);
    let mut entries: Vec<Option<Entry>> = departures.iter().map(left).collect();
    let (games, byes) = played.read(names, round)?;
    let won = games.iter().flat_map(|game| {
        let Played { winner, loser, forfeit } = *game;
        [(winner, Entry::Won { over: loser, forfeit }), (loser, Entry::Lost { to: winner })]
    });
    for (player, entry) in won.chain(byes.into_iter().map(|player| (player, Entry::Bye))) {
        let place = entries.get_mut(player.index()).filter(|place| place.is_none()).ok_or_else(bad)?;
        *place = Some(entry);
    }
    let complete = field.present().all(|player| entries[player.index()].is_some());
    if complete { Ok(entries) } else { Err(bad()) }
}

fn keys(keys: &Keys) -> Vec<i64> {
    let first = [i64::from(keys.wins), i64::from(keys.before)];
    let strength = keys.strength.iter().copied();
    first.into_iter().chain(strength).chain([i64::from(keys.number.0)]).collect()
}
