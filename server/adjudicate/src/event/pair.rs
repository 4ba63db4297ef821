//! The operation `pair`.

use ishigaki_matching::Blossom;
use ishigaki_tournament::{Certificate, GapRule, Pairing, Pool, Seat, first_round};
use serde::Deserialize;
use serde_json::{Value, json};

use super::config::gap;
use super::fault::RequestFault;
use super::names::Names;
use super::{OperationResult, value};
use crate::request::Object;

#[derive(Deserialize)]
struct PairRequestHead {
    round: u32,
}

#[derive(Deserialize)]
struct NumberedPlayer {
    id: String,
    number: u32,
}

#[derive(Deserialize)]
struct FirstRequest {
    pool: Vec<Object<NumberedPlayer>>,
}

#[derive(Deserialize)]
struct PoolMember {
    id: String,
    wins: u32,
    byes: Option<u32>,
}

#[derive(Deserialize)]
struct LaterRequest {
    pool: Vec<Object<PoolMember>>,
    met: Option<Vec<(String, String)>>,
    gap: Option<String>,
}

/// The most wins and byes that a request may give a player: a certificate has an entry for every gap.
const MAX_WINS_OR_BYES: u32 = 100_000;

pub(super) fn pair(line: &str) -> OperationResult {
    let Object(PairRequestHead { round }) = serde_json::from_str::<Object<PairRequestHead>>(line)?;
    match round {
        0 => Err(RequestFault::BadRequest),
        1 => first(line),
        _ => later(line),
    }
}

fn first(line: &str) -> OperationResult {
    let Object(request) = serde_json::from_str::<Object<FirstRequest>>(line)?;
    let mut pool: Vec<NumberedPlayer> = request.pool.into_iter().map(|Object(drawn)| drawn).collect();
    if pool.iter().any(|drawn| drawn.number == 0) {
        return Err(RequestFault::BadRequest);
    }
    pool.sort_unstable_by_key(|drawn| std::cmp::Reverse(drawn.number));
    if pool.windows(2).any(|pair| pair[0].number == pair[1].number) {
        return Err(RequestFault::BadRoster);
    }
    let names = Names::of(pool.into_iter().map(|drawn| drawn.id).collect())?;
    let ids = names.all();
    Ok(paired(&ids, &first_round(ids.len()), None))
}

fn later(line: &str) -> OperationResult {
    let Object(request) = serde_json::from_str::<Object<LaterRequest>>(line)?;
    let rule = request.gap.as_deref().map_or(Ok(GapRule::default()), gap)?;
    let mut seats = Vec::new();
    let mut ids = Vec::new();
    for Object(PoolMember { id, wins, byes }) in request.pool {
        let byes = byes.unwrap_or(0);
        if wins > MAX_WINS_OR_BYES || byes > MAX_WINS_OR_BYES {
            return Err(RequestFault::BadRequest);
        }
        seats.push(Seat { wins, byes });
        ids.push(id);
    }
    let names = Names::of(ids)?;
    let mut pool = Pool::new(seats, rule);
    for (one, other) in request.met.into_iter().flatten() {
        if one == other {
            return Err(RequestFault::BadRequest);
        }
        pool.note_game(names.player(&one)?.index(), names.player(&other)?.index());
    }
    let pairing = pool.pair(&Blossom).map_err(|_| RequestFault::BadRequest)?;
    Ok(paired(&names.all(), &pairing, Some(&pool.certificate(&pairing))))
}

/// A pairing as an answer writes it; `ids` in the order of its places.
pub(super) fn paired(ids: &[&str], pairing: &Pairing, certificate: Option<&Certificate>) -> Value {
    let pairs: Vec<[&str; 2]> =
        pairing.pairs.iter().map(|(higher, lower)| [ids[*higher], ids[*lower]]).collect();
    let mut answer = json!({"pairs": pairs, "bye": pairing.bye.map(|bye| ids[bye])});
    if let Some(Certificate { byes, rematches, gaps }) = certificate {
        answer["cost"] = value(json!({"byes": byes, "rematches": rematches, "gaps": gaps}));
    }
    answer
}
