//! The consequences of an event by the rules, for clients that do not implement them.
//!
//! It is worked out from public facts alone, so that the server and every reader get the same.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Award, FailureReason, Outcome, Settlement};
use ishigaki_rules::ranking::{Criterion, Tally};
use ishigaki_rules::{Event, Fact, Game, LotId, Priority, RoundRecord, RoundState, StoneId, TeamId, Tsuyama};

use super::{Names, script_name, stone_to_wire};
use crate::wire;

/// Returns the consequences of an event; `after` is the game after it. `None` if none are sent.
pub fn derived(after: &Game, event: &Event) -> Option<wire::Derived> {
    match &event.fact {
        Fact::ListsOpened { .. } | Fact::RebidsOpened { .. } => Some(wire::Derived {
            settlement: Some(settlement_to_wire(after, after.current_round()?)?),
            ..wire::Derived::default()
        }),
        Fact::RoundFinalised { .. } => {
            let record = after.rounds().last().filter(|record| record.state == RoundState::Final)?;
            Some(wire::Derived {
                settlement: None,
                handover: Some(handover_to_wire(after, record)),
                standings: Some(standings_to_wire(after)),
            })
        }
        // The ranking is not revealed yet (`E4`).
        _ if after.phase().is_ranked() => None,
        Fact::StonePlaced { .. }
        | Fact::StoneTakenOut { .. }
        | Fact::WallReplaced { .. }
        | Fact::WallCounted { .. }
        | Fact::TeamDisqualified { .. }
        | Fact::TeamReinstated { .. } => {
            Some(wire::Derived { standings: Some(standings_to_wire(after)), ..wire::Derived::default() })
        }
        _ => None,
    }
}

/// Returns the auction of a round; `None` before its opening.
pub fn settlement_to_wire(game: &Game, record: &RoundRecord) -> Option<wire::Settlement> {
    let settlement = record.settlement.as_ref()?;
    let names = Names(game.setup());
    let unsold = |(at, &copies): (usize, &u32)| {
        (copies > 0).then(|| wire::Unsold { lot: names.lot(LotId::at(at)), copies })
    };
    Some(wire::Settlement {
        awards: settlement.awards().iter().map(|award| award_to_wire(award, names)).collect(),
        ties: ties_to_wire(settlement, names),
        tied_teams: tied_teams_to_wire(game, record, settlement),
        failures: failures_to_wire(settlement, names),
        unsold: settlement.free_copies().iter().enumerate().filter_map(unsold).collect(),
        outcomes: outcomes_to_wire(record, settlement, names),
        digest: record.digest()?.0,
    })
}

fn award_to_wire(award: &Award, names: Names<'_>) -> wire::Award {
    wire::Award {
        lot: names.lot(award.lot),
        team: names.team(award.team),
        priority: award.priority.0,
        price: award.price.0,
    }
}

fn ties_to_wire(settlement: &Settlement, names: Names<'_>) -> Vec<wire::Tie> {
    let tie = |tie: &ishigaki_rules::auction::Tie| wire::Tie {
        lot: names.lot(tie.lot),
        price: tie.price.0,
        copies: tie.copies,
        lines: tie
            .lines
            .iter()
            .map(|line| wire::TiedLine { team: names.team(line.team), priority: line.priority.0 })
            .collect(),
    };
    settlement.ties().iter().map(tie).collect()
}

fn tied_teams_to_wire(game: &Game, record: &RoundRecord, settlement: &Settlement) -> Vec<wire::TiedTeam> {
    let tied = |team: TeamId| {
        // A team's money doesn't change during a round (`A10`).
        let held = record.held.get(team.index()).copied().unwrap_or_default();
        let budget = settlement.rebid_budget(team, held).unwrap_or_default();
        wire::TiedTeam {
            team: Names(game.setup()).team(team),
            budget: budget.0,
            can_raise: game.can_raise(team),
        }
    };
    settlement.tied_teams().into_iter().map(tied).collect()
}

fn failures_to_wire(settlement: &Settlement, names: Names<'_>) -> Vec<wire::Failure> {
    let failure = |failure: &ishigaki_rules::auction::FailedCopies| {
        let reason = match failure.reason {
            FailureReason::NoRebid => wire::FailureReason::NoRebid,
            FailureReason::ShortRebid => wire::FailureReason::ShortRebid,
            FailureReason::TiedRebid => wire::FailureReason::TiedRebid,
        };
        wire::Failure { lot: names.lot(failure.lot), copies: failure.copies, reason: reason.into() }
    };
    settlement.failures().iter().map(failure).collect()
}

fn outcomes_to_wire(
    record: &RoundRecord,
    settlement: &Settlement,
    names: Names<'_>,
) -> Vec<wire::LineOutcome> {
    let mut outcomes = Vec::new();
    for list in &record.lists {
        for (priority, bid) in (1..).map(Priority).zip(&list.bids) {
            let Some(outcome) = settlement.outcome(list.team, priority) else { continue };
            let (code, by, at) = outcome_parts(outcome);
            outcomes.push(wire::LineOutcome {
                team: names.team(list.team),
                priority: priority.0,
                lot: names.lot(bid.lot),
                price: bid.price.0,
                code: code.into(),
                rule: outcome.rule().to_string(),
                by: by.map(|team| names.team(team)).unwrap_or_default(),
                at: at.map(|price| price.0),
            });
        }
    }
    outcomes
}

/// Returns an outcome's name in files and for scripts.
pub fn outcome_name(outcome: Outcome) -> String {
    script_name(outcome_parts(outcome).0.as_str_name(), "OUTCOME_CODE_")
}

fn outcome_parts(outcome: Outcome) -> (wire::OutcomeCode, Option<TeamId>, Option<Tsuyama>) {
    use wire::OutcomeCode as Code;
    match outcome {
        Outcome::Awarded { price, by_rebid: false } => (Code::Awarded, None, Some(price)),
        Outcome::Awarded { price, by_rebid: true } => (Code::AwardedByRebid, None, Some(price)),
        Outcome::Outbid { by, at } => (Code::Outbid, Some(by), Some(at)),
        Outcome::Tied { at } => (Code::Tied, None, Some(at)),
        Outcome::LostRebid { to, at } => (Code::LostRebid, Some(to), Some(at)),
        Outcome::GivenUp => (Code::GivenUp, None, None),
        Outcome::FailedTie { at } => (Code::FailedTie, None, Some(at)),
        Outcome::Closed => (Code::Closed, None, None),
        Outcome::NoCopyLeft => (Code::NoCopyLeft, None, None),
        Outcome::QuotaFull => (Code::QuotaFull, None, None),
        Outcome::Waiting => (Code::Waiting, None, None),
    }
}

pub(super) fn handover_to_wire(game: &Game, record: &RoundRecord) -> wire::Handover {
    let mut handed: BTreeMap<TeamId, Vec<(StoneId, Tsuyama)>> = BTreeMap::new();
    for (stone, award) in &record.handed {
        handed.entry(award.team).or_default().push((*stone, award.price));
    }
    let row = |team: TeamId| {
        let stones = handed.get(&team).map_or(&[][..], Vec::as_slice);
        let stone = |&(stone, price): &(StoneId, Tsuyama)| wire::HandedStone {
            stone: Some(stone_to_wire(stone, game.setup())),
            price: price.0,
        };
        let charged: Tsuyama = stones.iter().map(|(_, price)| *price).sum();
        let held = record.held.get(team.index()).copied().unwrap_or_default();
        wire::TeamHandover {
            team: Names(game.setup()).team(team),
            charged: charged.0,
            held: held.minus(charged).0,
            stones: stones.iter().map(stone).collect(),
        }
    };
    wire::Handover { round: record.round.0, teams: game.setup().team_ids().map(row).collect() }
}

/// Returns the standings of a game as it is (`E2`, `E3`).
pub fn standings_to_wire(game: &Game) -> wire::Standings {
    let names = Names(game.setup());
    let row = |row: ishigaki_rules::Standing| wire::Standing {
        team: names.team(row.team),
        place: row.place,
        tally: row.tally.map(tally_to_wire),
        decided_by: row.decided_by.map_or(wire::Criterion::Unspecified, criterion_to_wire).into(),
        wall_revision: game.team(row.team).and_then(|team| team.wall).map_or(0, |wall| wall.0),
    };
    let group =
        |group: &Vec<TeamId>| wire::TeamGroup { teams: group.iter().map(|&team| names.team(team)).collect() };
    let (rows, ties) = game.standings_and_ties();
    wire::Standings {
        rows: rows.into_iter().map(row).collect(),
        janken_needed: ties.iter().map(group).collect(),
    }
}

pub(super) fn tally_to_wire(tally: Tally) -> wire::Tally {
    let Tally { empty, top_gaps, held, used, unused } = tally;
    wire::Tally { empty, top_gaps, held: held.0, used, unused }
}

fn criterion_to_wire(criterion: Criterion) -> wire::Criterion {
    match criterion {
        Criterion::Empty => wire::Criterion::Empty,
        Criterion::TopGaps => wire::Criterion::TopGaps,
        Criterion::Held => wire::Criterion::Held,
        Criterion::Used => wire::Criterion::Used,
        Criterion::Unused => wire::Criterion::Unused,
        Criterion::Janken => wire::Criterion::Janken,
        Criterion::JankenNeeded => wire::Criterion::JankenNeeded,
        Criterion::Disqualified => wire::Criterion::Disqualified,
        Criterion::BothDisqualified => wire::Criterion::BothDisqualified,
    }
}
