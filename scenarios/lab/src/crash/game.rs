//! Game under test: its plan, the clients that play and judge it, and its auditor.

use anyhow::Context as _;
use ishigaki_client::{Address, connect};
use ishigaki_rules::{Actor, Phase, Setup};
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use team_client_sdk::Options;

use super::auditor::{CallLog, CheckCounts, CrashAuditor, FeedDigests, SurvivingClient};
use super::contest::{EndMode, GamePlan, team_token};
use super::feeds;
use super::judge::CrashJudge;
use ishigaki_audit::Violation;

use super::GameViolation;
use super::player::TeamPlayer;
use super::summary::CrashSummary;
use ishigaki_audit::Call;
use rehearsal::credentials::Credentials;

#[derive(Debug)]
pub(super) struct GameUnderTest {
    pub(super) plan: GamePlan,
    pub(super) teams: Vec<String>,
    pub(super) players: Vec<(usize, TeamPlayer)>,
    pub(super) judge: Option<CrashJudge>,
    auditor: CrashAuditor,
    rested: u32,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ServerAccess<'a> {
    pub(super) address: &'a Address,
    pub(super) credentials: &'a Credentials,
}

impl GameUnderTest {
    pub(super) async fn open(
        plan: GamePlan,
        teams: Vec<String>,
        access: ServerAccess<'_>,
        rng: &mut ChaCha8Rng,
    ) -> anyhow::Result<Self> {
        let mut players = Vec::new();
        for (place, code) in teams.iter().enumerate() {
            let options = Options {
                address: access.address.clone(),
                token: team_token(access.credentials, code)?.clone(),
                game: plan.id.clone(),
            };
            let player = TeamPlayer::join(options, ChaCha8Rng::from_rng(rng)).await;
            players.push((place, player.with_context(|| format!("{code} cannot join {}", plan.id))?));
        }
        let link = connect(access.address, &access.credentials.judge);
        let judge = CrashJudge::join(link, plan.id.clone(), plan.ending, ChaCha8Rng::from_rng(rng)).await?;
        let setup = judge.setup().with_context(|| format!("{} has no set-up", plan.id))?.clone();
        Ok(Self { plan, teams, players, judge: Some(judge), auditor: CrashAuditor::new(setup), rested: 0 })
    }

    pub(super) fn phase(&self) -> Phase {
        self.auditor.game().phase()
    }

    pub(super) fn is_live(&self) -> bool {
        !self.phase().is_over()
    }

    pub(super) fn is_at_rest(&self) -> bool {
        self.rested > 2
    }

    pub(super) fn is_to_be_replaced(&self) -> bool {
        let EndMode::Replaced(facts) = self.plan.ending else { return false };
        self.phase() == Phase::Abandoned || (self.is_live() && self.facts() > facts)
    }

    pub(super) fn setup(&self) -> &Setup {
        self.auditor.game().setup()
    }

    pub(super) fn facts(&self) -> u64 {
        self.auditor.facts()
    }

    pub(super) fn digests(&self) -> FeedDigests {
        self.auditor.digests()
    }

    pub(super) async fn check(
        &mut self,
        access: ServerAccess<'_>,
        organiser: Vec<Call>,
        summary: &mut CrashSummary,
    ) -> anyhow::Result<Vec<GameViolation>> {
        let mut faults = self.catch_up().await;
        let mut calls: CallLog = self.players.iter_mut().map(|(_, player)| player.take_calls()).collect();
        calls.extend(self.judge.as_mut().map(CrashJudge::take_calls));
        calls.insert(Actor::Organiser, organiser);
        for entries in calls.values() {
            summary.count(entries);
        }
        let witnesses: Vec<SurvivingClient> = self
            .players
            .iter()
            .map(|(_, player)| player.witness())
            .chain(self.judge.as_ref().and_then(CrashJudge::witness))
            .collect();
        let reading = feeds::read(access.address, access.credentials, &self.plan.id, &self.teams).await?;
        match self.auditor.check(&reading, &calls, &witnesses) {
            Ok(CheckCounts { facts, took_effect }) => {
                summary.records += facts;
                summary.calls.took_effect += took_effect;
            }
            Err(others) => faults.extend(others),
        }
        self.rested += u32::from(!self.is_live());
        let game = &self.plan.id;
        Ok(faults.into_iter().map(|violation| GameViolation { game: game.clone(), violation }).collect())
    }

    async fn catch_up(&mut self) -> Vec<Violation> {
        let mut faults = Vec::new();
        for ((_, player), code) in self.players.iter_mut().zip(&self.teams) {
            if let Err(error) = player.catch_up().await {
                faults.push(Violation::CutOff { client: format!("team {code}"), why: error.to_string() });
            }
        }
        let facts = self.facts();
        if let Some(judge) = &mut self.judge
            && let Err(error) = judge.catch_up(facts).await
        {
            faults.push(Violation::CutOff { client: "the judge".into(), why: error.to_string() });
        }
        faults
    }
}
