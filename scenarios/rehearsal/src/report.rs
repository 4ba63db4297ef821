//! The whole game as one JSON line: bids, awards and results.
//!
//! Computed from the game alone, independent of clocks, ports and message order: two runs with one seed give
//! the same line.

use std::collections::BTreeMap;

use ishigaki_rules::auction::{Award, FailureReason, Settlement, TeamRaises};
use ishigaki_rules::ranking::Criterion;
use ishigaki_rules::{Game, LotId, RoundRecord, Setup, StoneId, TeamId};
use serde::Serialize;

use crate::prepared::PreparedGame;
use crate::story::replayed;

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    pub scenario: String,
    pub seed: u64,
    /// Keys are codes; empty if the lists are fixed.
    pub temperaments: BTreeMap<String, &'static str>,
    pub rounds: Vec<RoundAttemptReport>,
    pub money: BTreeMap<String, u64>,
    pub walls: BTreeMap<String, WallReport>,
    pub ranking: Vec<Row>,
    pub seen: RoundCounts,
}

/// An attempt of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundAttemptReport {
    pub round: u32,
    pub attempt: u32,
    pub state: &'static str,
    /// Keys are team codes; a team without one is absent.
    pub lists: BTreeMap<String, Vec<Line>>,
    pub waves: Vec<WaveReport>,
    pub awards: Vec<AwardReport>,
    /// Copies without a winner (`A8`).
    pub failed: Vec<FailedCopiesReport>,
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    pub lot: String,
    pub price: u64,
}

/// A re-bid wave.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WaveReport {
    pub ties: Vec<TieReport>,
    /// Keys are team codes; a silent team is absent.
    pub raises: BTreeMap<String, Vec<RaiseReport>>,
}

/// A tie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TieReport {
    pub lot: String,
    pub price: u64,
    pub copies: u32,
    pub teams: Vec<String>,
}

/// A new price for a tied line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RaiseReport {
    pub priority: u32,
    pub price: u64,
}

/// A line that won.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AwardReport {
    pub lot: String,
    pub team: String,
    pub priority: u32,
    pub price: u64,
    /// Won in a re-bid (`A8`).
    pub by_rebid: bool,
    /// A re-bid freed the team's slot for it (`A9`).
    pub fallback: bool,
}

/// Copies without a winner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailedCopiesReport {
    pub lot: String,
    pub copies: u32,
    pub reason: &'static str,
}

/// A team's wall and its figures (`E2`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WallReport {
    pub placements: Vec<StoneReport>,
    pub empty: u32,
    pub top_gaps: u32,
    pub used: u32,
    pub unused: u32,
}

/// A stone on a wall.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StoneReport {
    pub stone: String,
    pub turn: u32,
    pub row: i32,
    pub col: i32,
}

/// A row of the ranking.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub place: u32,
    pub team: String,
    /// `null` in the last row.
    pub decided_by: Option<&'static str>,
    pub disqualified: bool,
}

/// Counts of events in the final rounds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RoundCounts {
    pub rebid_won: usize,
    pub failed_tie: usize,
    pub fallback: usize,
    pub refused: usize,
    pub declined: usize,
}

impl Report {
    /// Returns the report of a prepared game. The number of rejected lists is not part of a game, so it is an
    /// argument.
    pub fn of(game: &Game, prepared: &PreparedGame, seed: u64, refused: usize) -> Self {
        let setup = game.setup();
        let rounds: Vec<RoundAttemptReport> =
            game.rounds().iter().map(|record| round(setup, record)).collect();
        let finals = || rounds.iter().filter(|round| round.state == "final");
        let awards = || finals().flat_map(|round| &round.awards);
        let bidders =
            |round: &RoundAttemptReport| round.lists.values().filter(|list| !list.is_empty()).count();
        let seen = RoundCounts {
            rebid_won: awards().filter(|award| award.by_rebid).count(),
            failed_tie: finals().map(|round| round.failed.len()).sum(),
            fallback: awards().filter(|award| award.fallback).count(),
            refused,
            declined: finals().map(|round| setup.teams.len().saturating_sub(bidders(round))).sum(),
        };
        let of_teams = || setup.team_ids().map(|team| (team, code(setup, team)));
        Self {
            scenario: prepared.scenario.name.clone(),
            seed,
            temperaments: of_teams()
                .zip(prepared.breeds(seed))
                .map(|((_, code), breed)| (code, breed.code()))
                .collect(),
            money: of_teams().filter_map(|(team, code)| Some((code, game.team(team)?.held.0))).collect(),
            walls: of_teams().filter_map(|(team, code)| Some((code, wall(game, team)?))).collect(),
            ranking: ranking(game),
            rounds,
            seen,
        }
    }
}

fn round(setup: &Setup, record: &RoundRecord) -> RoundAttemptReport {
    let settlement = record.settlement.as_ref();
    let line = |bid: &ishigaki_rules::auction::Bid| Line { lot: lot(setup, bid.lot), price: bid.price.0 };
    let failed = |failure: &ishigaki_rules::auction::FailedCopies| FailedCopiesReport {
        lot: lot(setup, failure.lot),
        copies: failure.copies,
        reason: match failure.reason {
            FailureReason::NoRebid => "no_rebid",
            FailureReason::ShortRebid => "short_rebid",
            FailureReason::TiedRebid => "tied_rebid",
        },
    };
    RoundAttemptReport {
        round: record.round.0,
        attempt: record.attempt,
        state: record.state.name(),
        lists: record
            .lists
            .iter()
            .map(|list| (code(setup, list.team), list.bids.iter().map(line).collect()))
            .collect(),
        waves: waves(setup, record),
        awards: settlement.map(|settlement| awards(setup, record, settlement)).unwrap_or_default(),
        failed: settlement.iter().flat_map(|settlement| settlement.failures()).map(failed).collect(),
    }
}

fn waves(setup: &Setup, record: &RoundRecord) -> Vec<WaveReport> {
    let wave = |(before, raises): (usize, &Vec<TeamRaises>)| WaveReport {
        ties: replayed(record, before).ties().iter().map(|tie| tie_report(setup, tie)).collect(),
        raises: raises
            .iter()
            .map(|sent| {
                let raised = sent
                    .raises
                    .iter()
                    .map(|raise| RaiseReport { priority: raise.priority.0, price: raise.price.0 });
                (code(setup, sent.team), raised.collect())
            })
            .collect(),
    };
    record.waves.iter().enumerate().map(wave).collect()
}

fn tie_report(setup: &Setup, tie: &ishigaki_rules::auction::Tie) -> TieReport {
    let mut teams: Vec<String> = tie.lines.iter().map(|line| code(setup, line.team)).collect();
    teams.dedup();
    TieReport { lot: lot(setup, tie.lot), price: tie.price.0, copies: tie.copies, teams }
}

fn awards(setup: &Setup, record: &RoundRecord, settlement: &Settlement) -> Vec<AwardReport> {
    let opening = replayed(record, 0);
    let awarded = |award: &Award| {
        let tied_before = (0..record.waves.len()).any(|wave| {
            let ties = replayed(record, wave);
            let mut lines = ties.ties().iter().filter(|tie| tie.lot == award.lot).flat_map(|tie| &tie.lines);
            lines.any(|line| (line.team, line.priority) == (award.team, award.priority))
        });
        AwardReport {
            lot: lot(setup, award.lot),
            team: code(setup, award.team),
            priority: award.priority.0,
            price: award.price.0,
            by_rebid: tied_before,
            fallback: !tied_before && !opening.awards().contains(award),
        }
    };
    settlement.awards().iter().map(awarded).collect()
}

fn wall(game: &Game, team: TeamId) -> Option<WallReport> {
    let state = game.team(team)?;
    let score = game.wall_score(team)?;
    let laid = state.laid.iter().map(|(&id, spot)| StoneReport {
        stone: stone(game.setup(), id),
        turn: spot.turn.quarters(),
        row: spot.at.row,
        col: spot.at.col,
    });
    Some(WallReport {
        placements: laid.collect(),
        empty: score.empty,
        top_gaps: score.top_gaps,
        used: score.used,
        unused: score.unused,
    })
}

fn ranking(game: &Game) -> Vec<Row> {
    let row = |row: &ishigaki_rules::Standing| Row {
        place: row.place,
        team: code(game.setup(), row.team),
        decided_by: row.decided_by.map(Criterion::name),
        disqualified: row.tally.is_none(),
    };
    game.standings().iter().map(row).collect()
}

fn code(setup: &Setup, team: TeamId) -> String {
    setup.team(team).map(|spec| spec.code.clone()).unwrap_or_default()
}

fn lot(setup: &Setup, lot: LotId) -> String {
    setup.lot(lot).map(|spec| spec.code.clone()).unwrap_or_default()
}

fn stone(setup: &Setup, stone: StoneId) -> String {
    format!("{}-{}", lot(setup, stone.lot), stone.copy)
}
