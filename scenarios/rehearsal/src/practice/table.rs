//! The table of one practice game: bots, judge and observer.

use anyhow::Context as _;
use ishigaki_auto::judge;
use ishigaki_client::{Address, connect};
use ishigaki_rules::{Game, Phase};
use ishigaki_strategy::bot::{BotRemark, play_with};
use team_client_sdk::{Client, Options as ClientOptions};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinSet;

use super::opponent::Opponent;
use super::pacing::{JudgePacing, look_for};
use super::setting::{PracticeGame, SEAT};
use super::{CATCH_UP, PracticeOptions};
use crate::credentials::Credentials;
use crate::error::Error;
use crate::observer::{ObservedGame, Observer};
use crate::players::{BuildPlan, BuildPlans};
use crate::server::Server;

/// Bots and judge of a game. They stop when it is dropped.
pub(super) struct BotsAndJudge {
    tasks: JoinSet<anyhow::Result<()>>,
    faults: mpsc::Receiver<anyhow::Error>,
    observer: Observer,
    refused: watch::Receiver<usize>,
}

impl BotsAndJudge {
    pub(super) fn start(
        options: &PracticeOptions,
        PracticeGame { id, seed, .. }: &PracticeGame,
        address: &Address,
        credentials: &Credentials,
    ) -> Self {
        let link = connect(address, &credentials.judge);
        let (tell_fault, faults) = mpsc::channel(1);
        let observer = Observer::new(link.clone(), id, "the judge".to_owned(), tell_fault);
        let (plans, planned) = watch::channel(BuildPlans::new());
        let (refusals, refused) = watch::channel(0);
        let mut tasks = JoinSet::new();
        for (team, token) in options.setting.setup.team_ids().zip(&credentials.teams) {
            let Some(breed) = options.bot(team) else { continue };
            let seed = seed.wrapping_add(u64::from(team.0));
            let opponent = Opponent::new(breed, seed, plans.clone());
            let client = ClientOptions { address: address.clone(), token: token.clone(), game: id.clone() };
            tasks.spawn(play_bot(client, opponent, plans.clone(), refusals.clone()));
        }
        let (presence, present) = watch::channel(false);
        let mut pacing = JudgePacing::new(SEAT, options.pace, present, planned, *seed);
        let (judged, observed_game, game) = (link.clone(), observer.observed_game(), id.clone());
        tasks.spawn(async move { judge(judged, &game, observed_game, &mut pacing).await });
        let (game, code) = (id.clone(), options.setting.seat_code().to_owned());
        tasks.spawn(async move {
            look_for(link, game, code, presence).await;
            Ok(())
        });
        Self { tasks, faults, observer, refused }
    }

    /// Returns the game that it plays, and the number of rejected moves of its bots.
    pub(super) fn observed(&self) -> Observed {
        Observed { game: self.observer.observed_game(), refused: self.refused.clone() }
    }

    /// Plays until the seat's future ends.
    pub(super) async fn play_with<T>(
        &mut self,
        server: &mut Server,
        seat: impl Future<Output = anyhow::Result<T>>,
    ) -> anyhow::Result<T> {
        let mut seat = std::pin::pin!(seat);
        loop {
            tokio::select! {
                left = &mut seat => return left,
                Some(fault) = self.faults.recv() => return Err(fault),
                Some(ended) = self.tasks.join_next(), if !self.tasks.is_empty() => ended??,
                status = server.ended() => return Err(Error::Ended(status?).into()),
            }
        }
    }
}

/// View of a table's game.
pub(super) struct Observed {
    game: ObservedGame,
    refused: watch::Receiver<usize>,
}

impl Observed {
    /// Returns the declared game and the number of rejected moves of its bots; `None` before the end.
    pub(super) async fn result(mut self) -> Option<(Game, usize)> {
        let phase = self.game.borrow().as_ref().map(Game::phase);
        if !phase.is_some_and(Phase::is_ranked) {
            return None;
        }
        let is_declared =
            |game: &Option<Game>| game.as_ref().is_some_and(|game| game.phase() == Phase::Declared);
        let declared = tokio::time::timeout(CATCH_UP, self.game.wait_for(is_declared)).await;
        let game = declared.ok()?.ok()?.clone()?;
        let refused = *self.refused.borrow();
        Some((game, refused))
    }
}

/// The judge doesn't wait for a rejected wall.
async fn play_bot(
    options: ClientOptions,
    opponent: Opponent,
    plans: watch::Sender<BuildPlans>,
    refusals: watch::Sender<usize>,
) -> anyhow::Result<()> {
    let mut client = Client::connect(options).await.context("a bot")?;
    let note = |client: &Client, note: BotRemark| {
        if matches!(note, BotRemark::Refused { .. }) {
            refusals.send_modify(|count| *count += 1);
            let plan = BuildPlan::of(client.game(), None);
            plans.send_modify(|plans| {
                plans.insert(client.me(), plan);
            });
        }
    };
    play_with(&mut client, opponent, note).await.context("a bot")
}
