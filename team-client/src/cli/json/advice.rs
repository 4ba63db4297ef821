//! Advice and what-ifs as objects.
#![expect(
    clippy::struct_field_names,
    reason = "fields are the keys that scripts know, and a lot's key is its code"
)]

use ishigaki_proto::convert::outcome_name;
use ishigaki_rules::auction::{Bid, Outcome};
use ishigaki_rules::{RoundNo, Setup, TeamId, Tsuyama, WaveNo};
use ishigaki_solver::Score;
use ishigaki_strategy::adviser::{self, LikelyRival, LineAdvice, LineReason, LotAdvice, RaiseAdvice};
use ishigaki_strategy::bot::View;
use ishigaki_strategy::status::{code, lot};
use serde::Serialize;

/// Chances are in percent, values in hundredths of a square.
#[derive(Serialize)]
pub(crate) struct AdviceObject {
    /// `null` if there is nothing to bid on.
    round: Option<u32>,
    held: u64,
    now: Option<Reached>,
    reachable: Option<Reached>,
    needs: u64,
    cost: u64,
    lots: Vec<LotEntry>,
    list: Vec<Line>,
}

#[derive(Serialize)]
struct Reached {
    empty: u32,
    top_gaps: u32,
    used: u32,
}

#[derive(Serialize)]
struct LotEntry {
    lot: String,
    copies: u32,
    value: u64,
    needed: u32,
    expected: u64,
    worth: u64,
    rivals_needing: u32,
    rivals_able: u32,
    stays: u64,
    /// `null` for none.
    rival: Option<RivalEntry>,
}

#[derive(Serialize)]
struct RivalEntry {
    team: String,
    has_room: bool,
    held: u64,
    /// `null` if it has not bid on the lot.
    named: Option<u64>,
    expected_from: u64,
    expected_to: u64,
}

#[derive(Serialize)]
struct Line {
    line: usize,
    lot: String,
    price: u64,
    value: u64,
    chance: u64,
    rivals_able: u32,
    reason: &'static str,
}

#[derive(Serialize)]
pub(crate) struct RebidAdvice {
    round: u32,
    wave: u32,
    rebid_budget: Option<u64>,
    raises: Vec<RaiseEntry>,
}

#[derive(Serialize)]
struct RaiseEntry {
    line: u32,
    lot: String,
    tied_at: u64,
    price: u64,
    value: u64,
    rivals: u32,
    chance: u64,
}

#[derive(Serialize)]
pub(crate) struct WhatIfObject {
    round: u32,
    was: ListOutcomeEntry,
    would: ListOutcomeEntry,
    changed: Vec<ReassignedLotEntry>,
    rebids_taken: Vec<FixedRebidEntry>,
    /// Ties with unknown outcome.
    open: Vec<TieEntry>,
}

#[derive(Serialize)]
struct ListOutcomeEntry {
    paid: u64,
    lines: Vec<OutcomeLine>,
}

#[derive(Serialize)]
struct OutcomeLine {
    line: usize,
    lot: String,
    price: u64,
    outcome: String,
    rule: &'static str,
    paid: Option<u64>,
}

#[derive(Serialize)]
struct ReassignedLotEntry {
    lot: String,
    was: Vec<WinnerEntry>,
    would: Vec<WinnerEntry>,
}

#[derive(Serialize)]
struct WinnerEntry {
    team: String,
    price: u64,
}

#[derive(Serialize)]
struct FixedRebidEntry {
    team: String,
    lot: String,
    price: Option<u64>,
}

#[derive(Serialize)]
struct TieEntry {
    lot: String,
    price: u64,
    copies: u32,
    teams: Vec<String>,
}

fn reason_name(reason: LineReason) -> &'static str {
    match reason {
        LineReason::Planned => "planned",
        LineReason::Scarce => "scarce",
        LineReason::LastCall => "last_call",
        LineReason::Spare => "spare",
    }
}

impl AdviceObject {
    pub(crate) fn of(view: &View<'_>, advice: Option<&adviser::Advice>) -> Self {
        let setup = view.game.setup();
        let reached =
            |score: Score| Reached { empty: score.empty, top_gaps: score.top_gaps, used: score.used };
        let of_rival = |rival: &LikelyRival| RivalEntry {
            team: code(setup, rival.team),
            has_room: rival.fits,
            held: rival.held.0,
            named: rival.named.map(|named| named.0),
            expected_from: rival.from.0,
            expected_to: rival.to.0,
        };
        let of_lot = |advice: &LotAdvice| LotEntry {
            lot: lot(setup, advice.lot),
            copies: advice.copies,
            value: advice.value.0,
            needed: advice.needed,
            expected: advice.expected.0,
            worth: advice.worth.0,
            rivals_needing: advice.needing,
            rivals_able: advice.able,
            stays: advice.stays.percent(),
            rival: advice.contender.as_ref().map(of_rival),
        };
        let of_line = |(line, advice): (usize, &LineAdvice)| Line {
            line,
            lot: lot(setup, advice.bid.lot),
            price: advice.bid.price.0,
            value: advice.value.0,
            chance: advice.chance.percent(),
            rivals_able: advice.able,
            reason: reason_name(advice.reason),
        };
        Self {
            round: advice.map(|advice| advice.round.0),
            held: view.held().0,
            now: advice.map(|advice| reached(advice.now)),
            reachable: advice.map(|advice| reached(advice.reachable)),
            needs: advice.map_or(0, |advice| advice.needs),
            cost: advice.map_or(0, |advice| advice.cost.0),
            lots: advice.into_iter().flat_map(|advice| &advice.lots).map(of_lot).collect(),
            list: (1..).zip(advice.into_iter().flat_map(|advice| &advice.list)).map(of_line).collect(),
        }
    }
}

impl RebidAdvice {
    pub(crate) fn of(view: &View<'_>, (round, wave): (RoundNo, WaveNo), raises: &[RaiseAdvice]) -> Self {
        let raise = |advice: &RaiseAdvice| RaiseEntry {
            line: advice.raise.priority.0,
            lot: lot(view.game.setup(), advice.lot),
            tied_at: advice.tied_at.0,
            price: advice.raise.price.0,
            value: advice.value.0,
            rivals: advice.rivals,
            chance: advice.chance.percent(),
        };
        Self {
            round: round.0,
            wave: wave.0,
            rebid_budget: view.rebid_budget().map(|budget| budget.0),
            raises: raises.iter().map(raise).collect(),
        }
    }
}

impl WhatIfObject {
    pub(crate) fn of(view: &View<'_>, answer: &adviser::WhatIf) -> Self {
        let setup = view.game.setup();
        let taken = |taken: &adviser::FixedRebid| FixedRebidEntry {
            team: code(setup, taken.team),
            lot: lot(setup, taken.lot),
            price: taken.offer.map(|offer| offer.0),
        };
        let tie = |tie: &ishigaki_rules::auction::Tie| TieEntry {
            lot: lot(setup, tie.lot),
            price: tie.price.0,
            copies: tie.copies,
            teams: tie.lines.iter().map(|line| code(setup, line.team)).collect(),
        };
        let changed = |changed: &adviser::ReassignedLot| ReassignedLotEntry {
            lot: lot(setup, changed.lot),
            was: winners(setup, &changed.was),
            would: winners(setup, &changed.would),
        };
        Self {
            round: answer.round.0,
            was: ListOutcomeEntry::of(setup, &answer.was),
            would: ListOutcomeEntry::of(setup, &answer.would),
            changed: answer.changed.iter().map(changed).collect(),
            rebids_taken: answer.taken.iter().map(taken).collect(),
            open: answer.open.iter().map(tie).collect(),
        }
    }
}

impl ListOutcomeEntry {
    fn of(setup: &Setup, list: &adviser::ListOutcome) -> Self {
        let line = |(line, (bid, outcome)): (usize, &(Bid, Outcome))| OutcomeLine {
            line,
            lot: lot(setup, bid.lot),
            price: bid.price.0,
            outcome: outcome_name(*outcome),
            rule: outcome.rule(),
            paid: match outcome {
                Outcome::Awarded { price, .. } => Some(price.0),
                _ => None,
            },
        };
        Self { paid: list.paid.0, lines: (1..).zip(&list.lines).map(line).collect() }
    }
}

fn winners(setup: &Setup, winners: &[(TeamId, Tsuyama)]) -> Vec<WinnerEntry> {
    winners.iter().map(|&(team, price)| WinnerEntry { team: code(setup, team), price: price.0 }).collect()
}
