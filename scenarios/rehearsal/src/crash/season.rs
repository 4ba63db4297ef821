//! The games of a run: which are played now, which wait, and what those that are over must still be.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Context as _;
use ishigaki_rules::Phase;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::auditor::Seal;
use super::contest::{Ending, Plan, TEAMS, Windows, contest};
use super::feeds;
use ishigaki_audit::Violation;

use super::GameViolation;
use super::organiser::{Order, Start};
use super::summary::Summary;
use super::table::{Hall, Table};
use crate::server::Files;
use ishigaki_audit::Outcome;

/// How many games are played at once.
const AT_ONCE: usize = 4;
/// How many games wait in the contest file.
const WAITING: usize = 6;

/// All games.
#[derive(Debug)]
pub(super) struct Season {
    /// The games that wait, the next one first, and those that were started, by the plan that the contest file has
    /// of them and of their spares.
    waiting: Vec<Plan>,
    begun: Vec<Plan>,
    tables: BTreeMap<String, Table>,
    /// Games that are over and out of the contest file: their plans, teams, and what their feeds are.
    retired: Vec<Plan>,
    seals: BTreeMap<String, (Vec<String>, Seal)>,
    /// How many plans have been made.
    planned: usize,
}

impl Season {
    /// A season of which nothing has been played.
    pub(super) fn new() -> Self {
        let mut season = Self {
            waiting: Vec::new(),
            begun: Vec::new(),
            tables: BTreeMap::new(),
            retired: Vec::new(),
            seals: BTreeMap::new(),
            planned: 0,
        };
        season.plan();
        season
    }

    fn plan(&mut self) {
        while self.waiting.len() < WAITING {
            self.waiting.push(Plan::of(self.planned));
            self.planned += 1;
        }
    }

    /// Writes the contest file with the games that wait and those that are played.
    pub(super) fn write_contest(&self, files: &Files, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        let windows = if rng.random_range(0..8) == 0 { Windows::Wait } else { Windows::GoOn };
        let text = contest(self.begun.iter().chain(&self.waiting), windows);
        std::fs::write(files.contest(), text).context("cannot write the contest file")
    }

    /// Writes the contest file with all games that were ever played.
    pub(super) fn write_whole_contest(&self, files: &Files) -> anyhow::Result<()> {
        let text = contest(self.retired.iter().chain(&self.begun), Windows::GoOn);
        std::fs::write(files.contest(), text).context("cannot write the contest file")
    }

    /// The games that somebody sits at.
    pub(super) fn tables_mut(&mut self) -> impl Iterator<Item = &mut Table> {
        self.tables.values_mut()
    }

    /// One of them.
    pub(super) fn table_mut(&mut self, game: &str) -> Option<&mut Table> {
        self.tables.get_mut(game)
    }

    /// Those that are not over.
    pub(super) fn live(&self) -> impl Iterator<Item = &Table> {
        self.tables.values().filter(|table| table.is_live())
    }

    /// What the organiser is to do next.
    pub(super) fn orders(&self) -> Vec<Order> {
        let missing = AT_ONCE.saturating_sub(self.live().count());
        let starts = self.waiting.iter().take(missing).map(|plan| Order::Start(plan.clone()));
        let to_be_replaced = self.tables.values().filter(|table| table.is_to_be_replaced());
        let alone = to_be_replaced.filter(|table| !self.tables.contains_key(&table.plan.spare().id));
        let replacements = alone.map(|table| Order::Replace {
            plan: table.plan.clone(),
            is_abandoned: table.phase() == Phase::Abandoned,
        });
        starts.chain(replacements).collect()
    }

    /// Holds the games that have started against those that were known and those that were to start.
    pub(super) fn check_starts(
        &self,
        started: &BTreeMap<String, Vec<String>>,
        starts: &[Start],
    ) -> Vec<GameViolation> {
        let acknowledged = starts.iter().filter(|start| matches!(start.outcome, Outcome::Acknowledged(_)));
        let due = self.tables.keys().chain(acknowledged.map(|start| &start.game));
        let lost = due.filter(|game| !started.contains_key(*game)).map(|game| (game, Violation::StartLost));
        let asked: BTreeSet<&String> = starts
            .iter()
            .filter(|start| start.outcome != Outcome::Refused)
            .map(|start| &start.game)
            .collect();
        let new = started.keys().filter(|game| !self.tables.contains_key(*game));
        let unexplained =
            new.filter(|game| !asked.contains(game)).map(|game| (game, Violation::StartUnexplained));
        let faults = lost.chain(unexplained);
        faults.map(|(game, violation)| GameViolation { game: game.clone(), violation }).collect()
    }

    /// Lets everybody sit down at the games that have started.
    pub(super) async fn seat(
        &mut self,
        started: &BTreeMap<String, Vec<String>>,
        hall: Hall<'_>,
        rng: &mut ChaCha8Rng,
        summary: &mut Summary,
    ) -> anyhow::Result<Vec<GameViolation>> {
        let mut findings = Vec::new();
        for (game, teams) in started {
            if self.tables.contains_key(game) {
                continue;
            }
            let Some((plan, due)) = self.plan_of(game) else { continue };
            if *teams != due {
                findings.push(GameViolation { game: game.clone(), violation: Violation::OtherTeams });
                continue;
            }
            let table = Table::open(plan, due, hall, rng).await?;
            self.tables.insert(game.clone(), table);
            summary.games.started += 1;
            // The set-up is a record too.
            summary.records += 1;
        }
        let is_new = |plan: &Plan| self.tables.contains_key(&plan.id);
        let (begun, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(is_new);
        let begun: Vec<Plan> = begun;
        self.waiting = waiting;
        self.begun.extend(begun);
        self.plan();
        Ok(findings)
    }

    /// The plan of a game that has just started, and who is to play it.
    fn plan_of(&self, game: &str) -> Option<(Plan, Vec<String>)> {
        if let Some(plan) = self.waiting.iter().find(|plan| plan.id == game) {
            let all = || TEAMS.iter().map(|code| (*code).to_owned()).collect();
            let teams = if plan.named.is_empty() { all() } else { plan.named.clone() };
            return Some((plan.clone(), teams));
        }
        let replaced = self.begun.iter().map(|plan| (plan, plan.spare())).find(|(_, spare)| spare.id == game);
        let (plan, spare) = replaced?;
        Some((spare, self.tables.get(&plan.id)?.teams.clone()))
    }

    /// Takes the games that have been over for a while out of the contest.
    pub(super) fn retire(&mut self, summary: &mut Summary) {
        let is_done = |plan: &Plan| {
            let Some(table) = self.tables.get(&plan.id) else { return false };
            let spare = self.tables.get(&plan.spare().id);
            let awaits_spare = matches!(plan.ending, Ending::Replaced(_))
                && table.phase() == Phase::Abandoned
                && spare.is_none();
            table.is_at_rest() && !awaits_spare && spare.is_none_or(Table::is_at_rest)
        };
        let (done, begun): (Vec<Plan>, Vec<Plan>) =
            std::mem::take(&mut self.begun).into_iter().partition(is_done);
        self.begun = begun;
        for plan in done {
            for game in [plan.id.clone(), plan.spare().id] {
                if let Some(table) = self.tables.remove(&game) {
                    count(table.phase(), summary);
                    self.seals.insert(game, (table.teams.clone(), table.seal()));
                }
            }
            self.retired.push(plan);
        }
    }

    /// Reads the games that were taken out of the contest once more; they must be what they were.
    pub(super) async fn reread(&self, hall: Hall<'_>) -> anyhow::Result<Vec<GameViolation>> {
        let mut findings = Vec::new();
        for (game, (teams, seal)) in &self.seals {
            let reading = feeds::read(hall.address, hall.tokens, game, teams).await?;
            if reading.seal() != *seal {
                findings.push(GameViolation { game: game.clone(), violation: Violation::OtherThanBefore });
            }
        }
        Ok(findings)
    }

    /// Counts the games that are over and still in the contest.
    pub(super) fn count(&self, summary: &mut Summary) {
        for table in self.tables.values() {
            count(table.phase(), summary);
        }
    }
}

fn count(phase: Phase, summary: &mut Summary) {
    match phase {
        Phase::Declared => summary.games.declared += 1,
        Phase::Abandoned => summary.games.abandoned += 1,
        _ => {}
    }
}
