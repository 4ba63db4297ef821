//! A group's game: its bots and its automatic judge, until it is declared or abandoned.

use std::pin::pin;

use anyhow::Context as _;
use ishigaki_auto::{Readiness, judge};
use ishigaki_client::{Address, Link, Token};
use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Game, Phase, StoneId, TeamId};
use ishigaki_strategy::bot::{Breed, Strategy, Temperament, View, play_with};
use team_client_sdk::{Client, Options as ClientOptions};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use crate::janken::janken;
use crate::observer::Observer;
use crate::players::{BuildPlan, BuildPlans, have_built};

pub(super) struct GroupTable {
    pub(super) address: Address,
    pub(super) id: String,
    pub(super) judge: Link,
    pub(super) teams: Vec<(Token, Temperament)>,
    pub(super) seed: u64,
}

impl GroupTable {
    pub(super) async fn play(self) -> anyhow::Result<(String, Game)> {
        let Self { address, id, judge: link, teams, seed } = self;
        let (tell, mut faults) = mpsc::channel(1);
        let observer = Observer::new(link.clone(), &id, format!("the judge of {id}"), tell);
        let (plans, planned) = watch::channel(BuildPlans::new());
        let mut bots = JoinSet::new();
        for (team, (token, temperament)) in (0..).map(TeamId).zip(teams) {
            let options = ClientOptions { address: address.clone(), token, game: id.clone() };
            let strategy = Breed::Simple(temperament).strategy(seed.wrapping_add(u64::from(team.0)));
            let builder = Builder { strategy, team, plans: plans.clone() };
            bots.spawn(bot(options, builder));
        }
        let mut ready = TeamsReady { planned, seed };
        {
            let mut judging = pin!(judge(link, &id, observer.observed_game(), &mut ready));
            loop {
                tokio::select! {
                    judged = &mut judging => break judged?,
                    Some(fault) = faults.recv() => return Err(fault),
                    Some(ended) = bots.join_next(), if !bots.is_empty() => ended??,
                }
            }
        }
        while let Some(ended) = bots.join_next().await {
            ended??;
        }
        let game = observer.observed_game().borrow().clone();
        Ok((id, game.context("the judge has seen no game")?))
    }
}

async fn bot(options: ClientOptions, builder: Builder) -> anyhow::Result<()> {
    let name = format!("a bot of {}", options.game);
    let mut client = Client::connect(options).await.with_context(|| name.clone())?;
    play_with(&mut client, builder, |_, _| {}).await.context(name)
}

struct Builder {
    strategy: Box<dyn Strategy>,
    team: TeamId,
    plans: watch::Sender<BuildPlans>,
}

impl Strategy for Builder {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        self.strategy.bids(view)
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        self.strategy.raises(view)
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let wall = self.strategy.wall(view);
        let plan = BuildPlan::of(view.game, wall.as_deref());
        self.plans.send_modify(|plans| {
            plans.insert(self.team, plan);
        });
        wall
    }
}

struct TeamsReady {
    planned: watch::Receiver<BuildPlans>,
    seed: u64,
}

impl Readiness for TeamsReady {
    fn check(&mut self, game: &Game) -> bool {
        let waits_for_walls = matches!(game.phase(), Phase::Ready { .. } | Phase::Building);
        !waits_for_walls || have_built(game, &self.planned.borrow())
    }

    async fn changed(&mut self) -> anyhow::Result<()> {
        if self.planned.changed().await.is_err() {
            // All bots have ended, so only the game changes.
            std::future::pending::<()>().await;
        }
        Ok(())
    }

    fn janken(&mut self, group: &[TeamId]) -> Option<Vec<TeamId>> {
        Some(janken(group, self.seed))
    }
}
