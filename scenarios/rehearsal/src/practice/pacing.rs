//! Delays the judge of a practice until the seat is taken, the pause is over, and the bots have built.

use std::time::{Duration, Instant};

use ishigaki_auto::Readiness;
use ishigaki_client::{Link, now};
use ishigaki_proto::judge::ListPresenceRequest;
use ishigaki_rules::{Game, Phase, TeamId};
use tokio::sync::watch;

use super::pace::Pace;
use crate::janken::janken;
use crate::players::{BuildPlan, BuildPlans, have_built};

const PRESENCE_INTERVAL: Duration = Duration::from_millis(250);

#[derive(Debug)]
pub(super) struct JudgePacing {
    pub(super) seat: TeamId,
    pub(super) pace: Pace,
    pub(super) present: watch::Receiver<bool>,
    pub(super) plans: watch::Receiver<BuildPlans>,
    pub(super) seed: u64,
    pub(super) since: Option<(Phase, Instant)>,
    pub(super) due: Option<Instant>,
}

impl JudgePacing {
    pub(super) fn new(
        seat: TeamId,
        pace: Pace,
        present: watch::Receiver<bool>,
        plans: watch::Receiver<BuildPlans>,
        seed: u64,
    ) -> Self {
        Self { seat, pace, present, plans, seed, since: None, due: None }
    }

    fn is_everybody_there(&self, game: &Game) -> bool {
        let mut plans = self.plans.borrow().clone();
        plans.insert(self.seat, BuildPlan::of(game, None));
        *self.present.borrow() && have_built(game, &plans)
    }

    fn pause(&self, game: &Game) -> Duration {
        let is_idle = game.team(self.seat).is_none_or(|team| team.laid.len() == team.stones.len());
        match game.phase() {
            Phase::Building if !is_idle => self.pace.building,
            _ => self.pace.between_rounds,
        }
    }
}

impl Readiness for JudgePacing {
    fn check(&mut self, game: &Game) -> bool {
        self.due = None;
        let phase = game.phase();
        if !matches!(phase, Phase::Ready { .. } | Phase::Building) {
            return true;
        }
        if !self.is_everybody_there(game) {
            self.since = None;
            return false;
        }
        let now = now();
        let since = self.since.filter(|(known, _)| *known == phase).map_or(now, |(_, since)| since);
        self.since = Some((phase, since));
        let due = since + self.pause(game);
        self.due = Some(due).filter(|&due| due > now);
        self.due.is_none()
    }

    async fn changed(&mut self) -> anyhow::Result<()> {
        let due = self.due;
        let pause_is_over = async {
            match due {
                Some(due) => tokio::time::sleep_until(due.into()).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            changed = self.present.changed() => changed?,
            changed = self.plans.changed() => changed?,
            () = pause_is_over => {}
        }
        Ok(())
    }

    fn janken(&mut self, group: &[TeamId]) -> Option<Vec<TeamId>> {
        Some(janken(group, self.seed))
    }
}

pub(super) async fn look_for(link: Link, game: String, code: String, present: watch::Sender<bool>) {
    let mut interval = tokio::time::interval(PRESENCE_INTERVAL);
    while !present.is_closed() {
        interval.tick().await;
        let answer = link.judge().list_presence(ListPresenceRequest { game: game.clone() }).await;
        // Without an answer the last one stays valid.
        let Ok(teams) = answer.map(|answer| answer.into_inner().teams) else { continue };
        let is_there = teams.iter().any(|team| team.team == code && team.connections > 0);
        present.send_if_modified(|known| std::mem::replace(known, is_there) != is_there);
    }
}
