//! Schedule of a run: waiting games, running games, and digests of finished ones.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::Phase;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;

use super::auditor::FeedDigests;
use super::contest::{EndMode, GamePlan, TEAMS, Windows, contest};
use super::feeds;
use ishigaki_audit::Violation;

use super::GameViolation;
use super::game::{GameUnderTest, ServerAccess};
use super::organiser::{OrganiserTask, StartCall};
use super::summary::CrashSummary;
use ishigaki_audit::Outcome;
use rehearsal::server::ServerFiles;

const AT_ONCE: usize = 4;
const WAITING: usize = 6;

#[derive(Debug)]
pub(super) struct Schedule {
    waiting: Vec<GamePlan>,
    begun: Vec<GamePlan>,
    games: BTreeMap<String, GameUnderTest>,
    retired: Vec<GamePlan>,
    digests: BTreeMap<String, (Vec<String>, FeedDigests)>,
    /// Another server may still start them.
    uncertain: BTreeSet<String>,
    planned: usize,
    is_whole: bool,
}

impl Schedule {
    pub(super) fn new() -> Self {
        let mut schedule = Self {
            waiting: Vec::new(),
            begun: Vec::new(),
            games: BTreeMap::new(),
            retired: Vec::new(),
            digests: BTreeMap::new(),
            uncertain: BTreeSet::new(),
            planned: 0,
            is_whole: false,
        };
        schedule.plan(WAITING);
        schedule
    }

    pub(super) fn whole(cycles: usize) -> Self {
        let mut schedule = Self { is_whole: true, ..Self::new() };
        schedule.plan(WAITING + cycles);
        schedule
    }

    fn plan(&mut self, waiting: usize) {
        while self.waiting.len() < waiting {
            self.waiting.push(GamePlan::of(self.planned));
            self.planned += 1;
        }
    }

    pub(super) fn write_contest(&self, files: &ServerFiles, rng: &mut ChaCha8Rng) -> anyhow::Result<()> {
        let windows = if rng.random_range(0..8) == 0 { Windows::Wait } else { Windows::GoOn };
        let text = contest(self.begun.iter().chain(&self.waiting), windows);
        Ok(files.write_contest(&text)?)
    }

    pub(super) fn write_whole_contest(&self, files: &ServerFiles) -> anyhow::Result<()> {
        let waiting = self.waiting.iter().filter(|_| self.is_whole);
        let text = contest(self.retired.iter().chain(&self.begun).chain(waiting), Windows::GoOn);
        Ok(files.write_contest(&text)?)
    }

    pub(super) fn served(&self) -> BTreeSet<String> {
        self.games.keys().chain(self.digests.keys()).cloned().collect()
    }

    pub(super) fn under_test(&self) -> impl Iterator<Item = &String> {
        self.games.keys()
    }

    pub(super) fn games_mut(&mut self) -> impl Iterator<Item = &mut GameUnderTest> {
        self.games.values_mut()
    }

    pub(super) fn game_mut(&mut self, game: &str) -> Option<&mut GameUnderTest> {
        self.games.get_mut(game)
    }

    pub(super) fn live(&self) -> impl Iterator<Item = &GameUnderTest> {
        self.games.values().filter(|tested| tested.is_live())
    }

    pub(super) fn tasks(&self) -> Vec<OrganiserTask> {
        let missing = AT_ONCE.saturating_sub(self.live().count());
        let starts = self.waiting.iter().take(missing).map(|plan| OrganiserTask::Start(plan.clone()));
        let to_be_replaced = self.games.values().filter(|tested| tested.is_to_be_replaced());
        let alone = to_be_replaced.filter(|tested| !self.games.contains_key(&tested.plan.spare().id));
        let replacements = alone.map(|tested| OrganiserTask::Replace {
            plan: tested.plan.clone(),
            is_abandoned: tested.phase() == Phase::Abandoned,
        });
        starts.chain(replacements).collect()
    }

    pub(super) fn check_starts(
        &mut self,
        started: &BTreeMap<String, Vec<String>>,
        starts: &[StartCall],
    ) -> Vec<GameViolation> {
        let acknowledged = starts.iter().filter(|start| matches!(start.outcome, Outcome::Acknowledged(_)));
        let due = self.games.keys().chain(acknowledged.map(|start| &start.game));
        let lost = due.filter(|game| !started.contains_key(*game)).map(|game| (game, Violation::StartLost));
        let asked = starts.iter().filter(|start| start.outcome != Outcome::Refused);
        self.uncertain.extend(asked.map(|start| start.game.clone()));
        let is_known = |game: &str| self.games.contains_key(game) || self.digests.contains_key(game);
        let new = started.keys().filter(|game| !is_known(game));
        let unexplained = new
            .filter(|game| !self.uncertain.contains(*game))
            .map(|game| (game, Violation::StartUnexplained));
        let faults = lost.chain(unexplained);
        faults.map(|(game, violation)| GameViolation { game: game.clone(), violation }).collect()
    }

    pub(super) async fn seat(
        &mut self,
        started: &BTreeMap<String, Vec<String>>,
        access: ServerAccess<'_>,
        rng: &mut ChaCha8Rng,
        summary: &mut CrashSummary,
    ) -> anyhow::Result<Vec<GameViolation>> {
        let mut findings = Vec::new();
        for (game, teams) in started {
            if self.games.contains_key(game) {
                continue;
            }
            let Some((plan, due)) = self.plan_of(game) else { continue };
            if *teams != due {
                findings.push(GameViolation { game: game.clone(), violation: Violation::OtherTeams });
                continue;
            }
            let tested = GameUnderTest::open(plan, due, access, rng).await?;
            self.games.insert(game.clone(), tested);
            summary.games.started += 1;
            // The set-up is a record too.
            summary.records += 1;
        }
        let is_new = |plan: &GamePlan| self.games.contains_key(&plan.id);
        let (begun, waiting) = std::mem::take(&mut self.waiting).into_iter().partition(is_new);
        let begun: Vec<GamePlan> = begun;
        self.waiting = waiting;
        self.begun.extend(begun);
        if !self.is_whole {
            self.plan(WAITING);
        }
        Ok(findings)
    }

    fn plan_of(&self, game: &str) -> Option<(GamePlan, Vec<String>)> {
        if let Some(plan) = self.waiting.iter().find(|plan| plan.id == game) {
            let all = || TEAMS.iter().map(|code| (*code).to_owned()).collect();
            let teams = if plan.named.is_empty() { all() } else { plan.named.clone() };
            return Some((plan.clone(), teams));
        }
        let replaced = self.begun.iter().map(|plan| (plan, plan.spare())).find(|(_, spare)| spare.id == game);
        let (plan, spare) = replaced?;
        Some((spare, self.games.get(&plan.id)?.teams.clone()))
    }

    pub(super) fn retire(&mut self, summary: &mut CrashSummary) {
        let is_done = |plan: &GamePlan| {
            let Some(tested) = self.games.get(&plan.id) else { return false };
            let spare = self.games.get(&plan.spare().id);
            let awaits_spare = matches!(plan.ending, EndMode::Replaced(_))
                && tested.phase() == Phase::Abandoned
                && spare.is_none();
            tested.is_at_rest() && !awaits_spare && spare.is_none_or(GameUnderTest::is_at_rest)
        };
        let (done, begun): (Vec<GamePlan>, Vec<GamePlan>) =
            std::mem::take(&mut self.begun).into_iter().partition(is_done);
        self.begun = begun;
        for plan in done {
            for game in [plan.id.clone(), plan.spare().id] {
                if let Some(tested) = self.games.remove(&game) {
                    count(tested.phase(), summary);
                    self.digests.insert(game, (tested.teams.clone(), tested.digests()));
                }
            }
            self.retired.push(plan);
        }
    }

    pub(super) async fn reread(&self, access: ServerAccess<'_>) -> anyhow::Result<Vec<GameViolation>> {
        let mut findings = Vec::new();
        for (game, (teams, digests)) in &self.digests {
            let reading = feeds::read(access.address, access.credentials, game, teams).await?;
            if reading.digests() != *digests {
                findings.push(GameViolation { game: game.clone(), violation: Violation::OtherThanBefore });
            }
        }
        Ok(findings)
    }

    pub(super) fn count(&self, summary: &mut CrashSummary) {
        for tested in self.games.values() {
            count(tested.phase(), summary);
        }
    }
}

fn count(phase: Phase, summary: &mut CrashSummary) {
    match phase {
        Phase::Declared => summary.games.declared += 1,
        Phase::Abandoned => summary.games.abandoned += 1,
        _ => {}
    }
}
