//! The `check_bids` and `settle` requests: lists and re-bids checked, a round settled (`A2`, `A5`–`A9`).
//!
//! Teams and lots are numbered in the order of their ids. Prices that aren't amounts of TSUYAMA are judged
//! here, in addition to the rules.

mod answer;
mod request;

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::auction::{
    Bid, BidFault, Raise, RebidFault, Settlement, TeamList, TeamRaises, check_bids as check, check_rebid,
};
use ishigaki_rules::{LotId, Priority, TeamId, Tsuyama};

use super::request::Object;
use super::{RequestError, parse, render};
use answer::{CheckBidsAnswer, InvalidRebid, Settled};
use request::{CheckBids, PriceValue, RawBid, RawRaise, RequestedRound, Settle};

/// Faults of a submission, by the contract's names; sorted, each once.
type FaultCodes = BTreeSet<&'static str>;

const BAD_PRICE: &str = "BAD_PRICE";
const DUPLICATE_LINE: &str = "DUPLICATE_LINE";
const NOT_TIED: &str = "NOT_TIED";
const OVER_BUDGET: &str = "OVER_BUDGET";
const UNKNOWN_TEAM: &str = "UNKNOWN_TEAM";

pub(super) fn check_bids(line: &str) -> Result<String, RequestError> {
    let request: CheckBids<'_> = parse(line)?;
    let round = RequestedRound::new(request.round)?;
    let codes = match round.team(&request.team) {
        Some(team) => read_list(&round, team, &request.bids).err().unwrap_or_default(),
        None => FaultCodes::from([UNKNOWN_TEAM]),
    };
    render(&CheckBidsAnswer { ok: codes.is_empty(), codes })
}

pub(super) fn settle(line: &str) -> Result<String, RequestError> {
    let request: Settle<'_> = parse(line)?;
    let round = RequestedRound::new(request.round)?;
    let mut lists = Vec::new();
    let mut invalid_bids = BTreeMap::new();
    for (id, bids) in &request.bids.0 {
        let read = match round.team(id) {
            Some(team) => read_list(&round, team, bids).map(|bids| TeamList { team, bids }),
            None => Err(FaultCodes::from([UNKNOWN_TEAM])),
        };
        match read {
            Ok(list) => lists.push(list),
            Err(codes) => {
                invalid_bids.insert(id.clone(), codes);
            }
        }
    }
    let mut settlement = Settlement::open(&round.offer, &lists);
    let mut invalid_rebids = Vec::new();
    for (wave, sent) in request.waves.iter().enumerate() {
        let mut raises = Vec::new();
        for (id, entries) in &sent.0 {
            let read = match round.team(id) {
                Some(team) => {
                    read_rebid(&round, &settlement, team, entries).map(|raises| TeamRaises { team, raises })
                }
                None => Err(FaultCodes::from([UNKNOWN_TEAM])),
            };
            match read {
                Ok(rebid) => raises.push(rebid),
                Err(codes) => invalid_rebids.push(InvalidRebid { wave, team: id.clone(), codes }),
            }
        }
        let too_many = |_| RequestError::TooManyWaves { called: wave, given: request.waves.len() };
        settlement.wave(&raises).map_err(too_many)?;
    }
    render(&Settled::new(&round, &lists, &settlement, invalid_bids, invalid_rebids))
}

/// Reads a list of a team of the round, or says all that is wrong with it.
fn read_list(
    round: &RequestedRound,
    team: TeamId,
    bids: &[Object<RawBid<'_>>],
) -> Result<Vec<Bid>, FaultCodes> {
    let mut codes = FaultCodes::new();
    let mut beyond = false;
    let read = bids.iter().map(|bid| {
        let lot = round.lot(&bid.0.lot);
        // A price that the rules cannot hold must not keep them from judging the rest of the list. The
        // minimum price raises no complaint of its own, and its sum is only asked for if all prices are good.
        let least = || lot.map_or(Tsuyama::ZERO, |lot| round.offer.lots[lot.index()].min_price);
        let price = match PriceValue::read(bid.0.price) {
            PriceValue::Amount(price) => price,
            PriceValue::Beyond => {
                beyond = true;
                least()
            }
            PriceValue::Bad => {
                codes.insert(BAD_PRICE);
                least()
            }
        };
        Bid { lot: lot.unwrap_or(LotId::at(round.offer.lots.len())), price }
    });
    let read: Vec<Bid> = read.collect();
    if let Err(faults) = check(&round.offer, round.held(team), &read) {
        codes.extend(faults.iter().map(bid_code));
    }
    conclude(codes, beyond).map(|()| read)
}

/// Reads a re-bid of a team of the round for the wave that is open, or says all that is wrong with it.
fn read_rebid(
    round: &RequestedRound,
    settlement: &Settlement,
    team: TeamId,
    entries: &[Object<RawRaise<'_>>],
) -> Result<Vec<Raise>, FaultCodes> {
    let held = round.held(team);
    let mut codes = FaultCodes::new();
    let mut beyond = false;
    let mut read = Vec::new();
    let mut named = BTreeSet::new();
    for Object(entry) in entries {
        if !named.insert(entry.priority.get()) {
            codes.insert(DUPLICATE_LINE);
        }
        // Anything but a positive integer names no line.
        let priority = entry.priority.get().parse().ok().filter(|&priority| priority > 0).map(Priority);
        let Some(priority) = priority.filter(|&priority| is_tied(settlement, team, priority)) else {
            codes.insert(NOT_TIED);
            continue;
        };
        match PriceValue::read(entry.price) {
            PriceValue::Amount(price) => read.push(Raise { priority, price }),
            PriceValue::Beyond => beyond = true,
            PriceValue::Bad => {
                codes.insert(BAD_PRICE);
            }
        }
    }
    if let Err(faults) = check_rebid(settlement, team, held, &read) {
        codes.extend(faults.iter().map(rebid_code));
    }
    conclude(codes, beyond).map(|()| read)
}

fn is_tied(settlement: &Settlement, team: TeamId, priority: Priority) -> bool {
    let mut lines = settlement.ties().iter().flat_map(|tie| &tie.lines);
    lines.any(|line| line.team == team && line.priority == priority)
}

/// A budget is only looked at when nothing else is wrong; a price beyond all amounts is over every budget.
fn conclude(mut codes: FaultCodes, beyond: bool) -> Result<(), FaultCodes> {
    if beyond {
        codes.insert(OVER_BUDGET);
    }
    if codes.len() > 1 {
        codes.remove(OVER_BUDGET);
    }
    if codes.is_empty() { Ok(()) } else { Err(codes) }
}

fn bid_code(fault: &BidFault) -> &'static str {
    match fault {
        BidFault::TooManyBids { .. } => "TOO_MANY_BIDS",
        BidFault::TooManyOfLot { .. } => "TOO_MANY_OF_LOT",
        BidFault::UnknownLot { .. } => "UNKNOWN_LOT",
        BidFault::BelowMin { .. } => "BELOW_MIN",
        BidFault::OverBudget { .. } => OVER_BUDGET,
    }
}

fn rebid_code(fault: &RebidFault) -> &'static str {
    match fault {
        RebidFault::DuplicateLine { .. } => DUPLICATE_LINE,
        RebidFault::NotTied { .. } => NOT_TIED,
        RebidFault::NotAbove { .. } => "NOT_ABOVE",
        RebidFault::OverBudget { .. } => OVER_BUDGET,
    }
}
