//! The answer: a settlement in the contract's shape.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{FailureReason, Settlement, TeamList};
use ishigaki_rules::{LotId, TeamId, Tsuyama};
use serde::Serialize;

use super::FaultCodes;
use super::request::RequestedRound;

#[derive(Serialize)]
pub(super) struct CheckBidsAnswer {
    pub(super) ok: bool,
    pub(super) codes: FaultCodes,
}

#[derive(Serialize)]
pub(super) struct Settled<'a> {
    status: &'static str,
    wave: u32,
    awards: Vec<AwardAnswer<'a>>,
    ties: Vec<TieAnswer<'a>>,
    failed: Vec<FailedCopiesAnswer<'a>>,
    unsold: Vec<Unsold<'a>>,
    declined: Vec<&'a str>,
    invalid_bids: BTreeMap<String, FaultCodes>,
    invalid_rebids: Vec<InvalidRebid>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rebid_budget: Option<BTreeMap<&'a str, u64>>,
    #[serde(flatten)]
    end: Option<SettledEnd<'a>>,
}

/// Part of the answer that only a settled round has.
#[derive(Serialize)]
struct SettledEnd<'a> {
    charges: BTreeMap<&'a str, u64>,
    held_after: BTreeMap<&'a str, u64>,
    next_pool: Vec<Pooled<'a>>,
}

#[derive(Serialize)]
struct AwardAnswer<'a> {
    team: &'a str,
    priority: u32,
    lot: &'a str,
    price: u64,
}

#[derive(Serialize)]
struct TieAnswer<'a> {
    lot: &'a str,
    price: u64,
    copies: u32,
    lines: Vec<TiedLineAnswer<'a>>,
}

#[derive(Serialize)]
struct TiedLineAnswer<'a> {
    team: &'a str,
    priority: u32,
}

#[derive(Serialize)]
struct FailedCopiesAnswer<'a> {
    lot: &'a str,
    copies: u32,
    reason: &'static str,
}

#[derive(Serialize)]
struct Unsold<'a> {
    lot: &'a str,
    copies: u32,
}

#[derive(Serialize)]
struct Pooled<'a> {
    lot: &'a str,
    count: u32,
}

#[derive(Serialize)]
pub(super) struct InvalidRebid {
    /// Counted from 0.
    pub(super) wave: usize,
    pub(super) team: String,
    pub(super) codes: FaultCodes,
}

impl<'a> Settled<'a> {
    pub(super) fn new(
        round: &'a RequestedRound,
        lists: &[TeamList],
        settlement: &Settlement,
        invalid_bids: BTreeMap<String, FaultCodes>,
        invalid_rebids: Vec<InvalidRebid>,
    ) -> Self {
        let settled = settlement.is_settled();
        let bids = |team: TeamId| lists.iter().any(|list| list.team == team && !list.bids.is_empty());
        let teams = || (0..round.teams.len()).map(TeamId::at);
        Self {
            status: if settled { "settled" } else { "rebid" },
            wave: settlement.waves_held(),
            awards: awards(round, settlement),
            ties: ties(round, settlement),
            failed: failed(round, settlement),
            unsold: unsold(round, settlement),
            declined: teams().filter(|&team| !bids(team)).map(|team| name(round, team)).collect(),
            invalid_bids,
            invalid_rebids,
            rebid_budget: (!settled).then(|| rebid_budget(round, settlement)),
            end: settled.then(|| SettledEnd::new(round, settlement)),
        }
    }
}

impl<'a> SettledEnd<'a> {
    fn new(round: &'a RequestedRound, settlement: &Settlement) -> Self {
        let teams = || (0..round.teams.len()).map(TeamId::at);
        let by_team = |amount: &dyn Fn(TeamId) -> Tsuyama| -> BTreeMap<&'a str, u64> {
            teams().map(|team| (name(round, team), amount(team).0)).collect()
        };
        let mut left: Vec<u32> = round.offer.lots.iter().map(|lot| lot.copies).collect();
        for award in settlement.awards() {
            left[award.lot.index()] -= 1;
        }
        let pooled = left.iter().zip(&round.lots).map(|(&count, lot)| Pooled { lot, count });
        Self {
            charges: by_team(&|team| settlement.charge(team)),
            held_after: by_team(&|team| round.held(team).minus(settlement.charge(team))),
            next_pool: pooled.filter(|pooled| pooled.count > 0).collect(),
        }
    }
}

fn awards<'a>(round: &'a RequestedRound, settlement: &Settlement) -> Vec<AwardAnswer<'a>> {
    let award = |award: &ishigaki_rules::auction::Award| AwardAnswer {
        team: name(round, award.team),
        priority: award.priority.0,
        lot: lot_name(round, award.lot),
        price: award.price.0,
    };
    settlement.awards().iter().map(award).collect()
}

fn ties<'a>(round: &'a RequestedRound, settlement: &Settlement) -> Vec<TieAnswer<'a>> {
    let line = |line: &ishigaki_rules::auction::TiedLine| TiedLineAnswer {
        team: name(round, line.team),
        priority: line.priority.0,
    };
    let tie = |tie: &ishigaki_rules::auction::Tie| TieAnswer {
        lot: lot_name(round, tie.lot),
        price: tie.price.0,
        copies: tie.copies,
        lines: tie.lines.iter().map(line).collect(),
    };
    settlement.ties().iter().map(tie).collect()
}

fn failed<'a>(round: &'a RequestedRound, settlement: &Settlement) -> Vec<FailedCopiesAnswer<'a>> {
    let failed = |failure: &ishigaki_rules::auction::FailedCopies| FailedCopiesAnswer {
        lot: lot_name(round, failure.lot),
        copies: failure.copies,
        reason: match failure.reason {
            FailureReason::NoRebid => "NO_REBID",
            FailureReason::ShortRebid => "SHORT_REBID",
            FailureReason::TiedRebid => "TIED_REBID",
        },
    };
    settlement.failures().iter().map(failed).collect()
}

fn unsold<'a>(round: &'a RequestedRound, settlement: &Settlement) -> Vec<Unsold<'a>> {
    let free = settlement.free_copies().iter().zip(&round.lots);
    free.map(|(&copies, lot)| Unsold { lot, copies }).filter(|unsold| unsold.copies > 0).collect()
}

fn rebid_budget<'a>(round: &'a RequestedRound, settlement: &Settlement) -> BTreeMap<&'a str, u64> {
    let budget = |team| Some((name(round, team), settlement.rebid_budget(team, round.held(team))?.0));
    settlement.tied_teams().into_iter().filter_map(budget).collect()
}

fn name(round: &RequestedRound, team: TeamId) -> &str {
    &round.teams[team.index()]
}

fn lot_name(round: &RequestedRound, lot: LotId) -> &str {
    &round.lots[lot.index()]
}
