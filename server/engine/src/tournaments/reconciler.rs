//! The reconciler of an event in groups: its games are made, served and counted by the server itself (`TG`, `E4`).
//!
//! A task per event compares what the event's state says with the games that are served, and mends what differs: a drawn
//! group has its game, a declared game is counted once its ranking is revealed, so that the event gives no place away, the game that a ruling replaced is abandoned and its spare made (`G4`), as is
//! one that a ruling gave its result, or whose event was given up (`TV3`, `ending`). What is to be done follows from both states
//! alone and doing it twice changes nothing, so after a kill at any moment it goes on by itself.

use std::collections::BTreeSet;
use std::error::Error as StdError;
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_rules::Phase;
use ishigaki_tournament::{Act, Actor, DrawnGroup, GroupGame, GroupPhase};
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::Handle;
use super::ending;
use super::planned::{self, PlannedGames};
use crate::clock::Monotonic;
use crate::engine::{self, ActError, Request};
use crate::feed::Feeds;
use crate::games::{self, Games};
use crate::stop_reason::StopReason;

/// After how long what went wrong is tried again, in milliseconds.
const AGAIN: u64 = 5_000;

/// Error of an event's game that is not as it should be.
#[derive(Debug, thiserror::Error, Message)]
#[message("reconciler")]
enum Error {
    #[message(transparent)]
    Planned(#[from] planned::Error),
    #[message(transparent)]
    Game(#[from] games::Error),
    #[message(transparent)]
    Ending(#[from] ending::Error),
    Uncounted(#[message("why")] String),
}

/// State that a game of an event waits for.
enum GameWait {
    /// Nothing that the server does: it has its result, or somebody has to rule.
    Nothing,
    /// Its end, and the reveal of its ranking.
    Outcome(engine::Handle),
}

/// Ends when another server has the game, or will have it.
async fn gone(feeds: &Feeds) {
    feeds.closed().await;
    if feeds.stop_reason() != Some(StopReason::Elsewhere) {
        std::future::pending::<()>().await;
    }
}

/// Keeps the games of one event.
pub(super) struct Reconciler {
    event: Handle,
    games: Arc<Games>,
    stop: watch::Receiver<bool>,
    /// The games of which something was told already, so that the log says it once.
    told: BTreeSet<String>,
}

impl Reconciler {
    pub(super) fn new(event: Handle, games: Arc<Games>) -> Self {
        let stop = games.stopping();
        Self { event, games, stop, told: BTreeSet::new() }
    }

    /// Ends with the event, or with the server.
    pub(super) async fn run(mut self) {
        let mut news = self.event.feeds().news();
        let event = Arc::clone(self.event.feeds());
        let clock = Arc::clone(&self.games.context().clock);
        loop {
            news.borrow_and_update();
            // What is over meanwhile is looked at once more: games may have been made from what was known before.
            let was_over = self.event.feeds().is_over();
            let (playing, is_whole) = self.reconcile().await;
            if is_whole && was_over {
                return;
            }
            let mut ends = JoinSet::new();
            for game in playing {
                let feeds = Arc::clone(game.feeds());
                ends.spawn(async move {
                    tokio::select! {
                        () = feeds.outcome_public() => {}
                        () = gone(&feeds) => {}
                    }
                });
            }
            let again = async {
                if is_whole {
                    std::future::pending::<()>().await;
                } else {
                    clock.reach(Monotonic(clock.now().0.saturating_add(AGAIN))).await;
                }
            };
            tokio::select! {
                _ = self.stop.wait_for(|stop| *stop) => return,
                () = event.closed() => return,
                changed = news.changed() => if changed.is_err() { return },
                Some(_) = ends.join_next() => {}
                () = again => {}
            }
        }
    }

    /// Does what is to be done now. The games whose outcome is waited for, and whether all could be done.
    async fn reconcile(&mut self) -> (Vec<engine::Handle>, bool) {
        let (state, _) = self.event.feeds().standing();
        let Some(groups) = state.competition().groups() else { return (Vec::new(), true) };
        let (mut playing, mut is_whole) = (Vec::new(), true);
        let games = Arc::clone(&self.games);
        let event = self.event.id().clone();
        let plan =
            PlannedGames { contest: games.contest(), event: event.as_str(), groups, roster: state.roster() };
        let is_abandoned = groups.phase() == GroupPhase::Abandoned;
        for (game, group) in groups.games() {
            let Some(id) = plan.id(game) else { continue };
            let attended = match self.end_unneeded(&plan, game, group).await {
                Ok(()) if group.is_open() && !is_abandoned => self.attend(&plan, game, group).await,
                Ok(()) => Ok(GameWait::Nothing),
                Err(error) => Err(error.into()),
            };
            match attended {
                Ok(GameWait::Outcome(handle)) => playing.push(handle),
                Ok(GameWait::Nothing) => {}
                Err(error) => {
                    is_whole = false;
                    if self.told.insert(id.clone()) {
                        let error: &(dyn StdError + 'static) = &error;
                        tracing::error!(%event, game = id, error, "A GAME OF THE EVENT WAITS; it is tried again every few seconds");
                    }
                }
            }
        }
        (playing, is_whole)
    }

    /// Does what is to be done about one game without a result.
    async fn attend(
        &mut self,
        plan: &PlannedGames<'_>,
        game: GroupGame,
        group: &DrawnGroup,
    ) -> Result<GameWait, Error> {
        let Some(id) = plan.id(game) else { return Ok(GameWait::Nothing) };
        let handle = match self.games.wake(&id).await? {
            Some(handle) => handle,
            None => match plan.game(game, group)? {
                Some(spec) => self.games.make(spec).await?,
                None => return Ok(GameWait::Nothing),
            },
        };
        let (state, _) = handle.feeds().standing();
        match state.phase() {
            Phase::Declared if handle.feeds().is_revealed() => {
                let result = planned::result(&state, plan.groups.teams());
                self.count(&id, Act::CountGame { game, result }).await?;
                Ok(GameWait::Nothing)
            }
            Phase::Abandoned => {
                if self.told.insert(format!("{id} abandoned")) {
                    tracing::warn!(event = %self.event.id(), game = id, "abandoned: the event waits for the referee's ruling (G4)");
                }
                Ok(GameWait::Nothing)
            }
            _ => Ok(GameWait::Outcome(handle)),
        }
    }

    /// Ends the games of a group that the event goes on without.
    async fn end_unneeded(
        &self,
        plan: &PlannedGames<'_>,
        game: GroupGame,
        group: &DrawnGroup,
    ) -> Result<(), ending::Error> {
        for (id, cause) in plan.unneeded(game, group) {
            plan.end(&self.games, &id, cause).await?;
        }
        Ok(())
    }

    async fn count(&self, id: &str, act: Act) -> Result<(), Error> {
        match self.event.act("", Actor::Server, Request::Act(act)).await {
            Ok(_) => {
                tracing::info!(event = %self.event.id(), game = id, "counted");
                Ok(())
            }
            // Somebody else has counted it, or ruled, since the state was looked at: the event's news say so.
            Err(ActError::Rejected(_)) if !self.is_open(id) => Ok(()),
            Err(error) => Err(Error::Uncounted(format!("{error:?}"))),
        }
    }

    /// Returns whether the event still waits for the result of this game.
    fn is_open(&self, id: &str) -> bool {
        let (state, _) = self.event.feeds().standing();
        let Some(groups) = state.competition().groups() else { return false };
        let event = self.event.id().as_str();
        let plan = PlannedGames { contest: self.games.contest(), event, groups, roster: state.roster() };
        let mut open = groups.games().filter(|(_, group)| group.is_open());
        open.any(|(game, _)| plan.id(game).as_deref() == Some(id))
    }
}
