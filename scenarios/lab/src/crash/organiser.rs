//! Organiser's client: starts and replaces games, acts for the judge, and logs its calls.

use std::collections::BTreeMap;
use std::time::Duration;

use ishigaki_client::{Link, list_games};
use ishigaki_proto::organiser::{ReplaceGameRequest, StartGameRequest};
use ishigaki_proto::watch::{Audience, GameEntry, GameState};
use ishigaki_rules::{Act, Setup};
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use tonic::Status;

use super::contest::GamePlan;
use super::{StopSignal, call, moves};
use ishigaki_audit::{Acknowledgement, Call, Outcome};

const MAX_PAUSE: u64 = 40;

#[derive(Clone, Debug)]
pub(super) enum OrganiserTask {
    Start(GamePlan),
    Replace {
        plan: GamePlan,
        /// True if only its spare must start.
        is_abandoned: bool,
    },
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StartCall {
    pub(super) game: String,
    pub(super) outcome: Outcome,
}

#[derive(Debug)]
pub(super) struct Organiser {
    link: Link,
    rng: ChaCha8Rng,
    calls: BTreeMap<String, Vec<Call>>,
    starts: Vec<StartCall>,
    /// Makes reasons unique.
    sent: u64,
}

impl Organiser {
    pub(super) fn new(link: Link, rng: ChaCha8Rng) -> Self {
        Self { link, rng, calls: BTreeMap::new(), starts: Vec::new(), sent: 0 }
    }

    pub(super) fn take_calls(&mut self, game: &str) -> Vec<Call> {
        self.calls.remove(game).unwrap_or_default()
    }

    pub(super) fn take_starts(&mut self) -> Vec<StartCall> {
        std::mem::take(&mut self.starts)
    }

    pub(super) fn acknowledged_starts(&self) -> impl Iterator<Item = &String> {
        let is_acknowledged = |start: &&StartCall| matches!(start.outcome, Outcome::Acknowledged(_));
        self.starts.iter().filter(is_acknowledged).map(|start| &start.game)
    }

    pub(super) async fn started_games(&self) -> Result<BTreeMap<String, Vec<String>>, Status> {
        let games = list_games(&self.link, &[Audience::Organiser]).await?.games;
        let started_games = games.into_iter().filter(|game| game.state() == GameState::Started);
        Ok(started_games.map(|GameEntry { game, teams, .. }| (game, teams)).collect())
    }

    pub(super) async fn organise(
        mut self,
        mut tasks: Vec<OrganiserTask>,
        games: Vec<(String, Setup)>,
        stop: StopSignal,
    ) -> Self {
        tasks.shuffle(&mut self.rng);
        while !*stop.borrow() {
            self.sent += 1;
            let reason = format!("organiser's reason {}", self.sent);
            let is_time = games.is_empty() || self.rng.random_bool(0.5);
            let outcome = match tasks.pop_if(|_| is_time) {
                Some(order) => self.carry_out(order, reason).await,
                None => self.act_at_random(&games, reason).await,
            };
            if outcome == Some(Outcome::Unknown) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(self.rng.random_range(0..MAX_PAUSE))).await;
        }
        self
    }

    async fn carry_out(&mut self, order: OrganiserTask, reason: String) -> Option<Outcome> {
        let mut client = self.link.organiser();
        let (outcome, game) = match order {
            OrganiserTask::Start(plan) => {
                let request = StartGameRequest { game: plan.id.clone(), teams: plan.named, seats: 0 };
                let done = client.start_game(request).await;
                (call::outcome(done.map(|_| Acknowledgement::default())), plan.id)
            }
            OrganiserTask::Replace { plan, is_abandoned } => {
                let request = ReplaceGameRequest { game: plan.id.clone(), reason: reason.clone() };
                let done = client.replace_game(request).await;
                let outcome = call::outcome(done.map(|_| Acknowledgement::default()));
                if !is_abandoned {
                    let act = Act::Abandon { reason };
                    self.calls.entry(plan.id.clone()).or_default().push(Call { act, outcome });
                }
                (outcome, plan.spare().id)
            }
        };
        self.starts.push(StartCall { game, outcome });
        Some(outcome)
    }

    async fn act_at_random(&mut self, games: &[(String, Setup)], reason: String) -> Option<Outcome> {
        if games.is_empty() {
            return None;
        }
        let (game, setup) = games.get(self.rng.random_range(0..games.len()))?;
        let act = moves::of_organiser(reason, &mut self.rng)?;
        let outcome = call::send(&self.link, game, setup, &act).await;
        self.calls.entry(game.clone()).or_default().push(Call { act, outcome });
        Some(outcome)
    }
}
