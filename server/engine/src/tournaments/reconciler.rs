//! The reconciler of an event in groups: the server makes, serves and counts its games (`TG`, `E4`).
//!
//! One task per event compares the event's state with the served games and fixes differences. A drawn group
//! gets its game. A declared game is counted once its ranking is revealed, so that the event gives no place
//! away. A game replaced by a ruling is abandoned and its spare made (`G4`), and so is a game with a ruled
//! result or of an abandoned event (`TV3`, `ending`). Actions follow from both states alone and are
//! idempotent, so the task recovers from a kill at any moment.

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
use super::planned_games::{self, PlannedGames};
use crate::clock::Monotonic;
use crate::engine::{self, ActError, Request};
use crate::feed::Feeds;
use crate::games::{self, Games};
use crate::stop_reason::StopReason;

/// Retry delay after an error, in milliseconds.
const RETRY_DELAY: u64 = 5_000;

/// Error of an event's game that doesn't match the event.
#[derive(Debug, thiserror::Error, Message)]
#[message("reconciler")]
enum Error {
    #[message(transparent)]
    Planned(#[from] planned_games::Error),
    #[message(transparent)]
    Game(#[from] games::Error),
    #[message(transparent)]
    Ending(#[from] ending::Error),
    Uncounted(#[message("why")] String),
}

enum GameWait {
    /// The server needn't act: the game has its result, or needs a ruling.
    Nothing,
    Outcome(engine::Handle),
}

async fn until_closed(feeds: &Feeds) {
    feeds.closed().await;
    if feeds.stop_reason() != Some(StopReason::Elsewhere) {
        std::future::pending::<()>().await;
    }
}

pub(super) struct Reconciler {
    event: Handle,
    games: Arc<Games>,
    stop: watch::Receiver<bool>,
    /// Games already reported, so that each is logged once.
    reported: BTreeSet<String>,
}

impl Reconciler {
    pub(super) fn new(event: Handle, games: Arc<Games>) -> Self {
        let stop = games.stopping();
        Self { event, games, stop, reported: BTreeSet::new() }
    }

    pub(super) async fn run(mut self) {
        let mut news = self.event.feeds().news();
        let event = Arc::clone(self.event.feeds());
        let clock = Arc::clone(&self.games.context().clock);
        loop {
            news.borrow_and_update();
            // A finished event is checked once more, because games may have been made before.
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
                        () = until_closed(&feeds) => {}
                    }
                });
            }
            let again = async {
                if is_whole {
                    std::future::pending::<()>().await;
                } else {
                    clock.reach(Monotonic(clock.now().0.saturating_add(RETRY_DELAY))).await;
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

    /// Does what is due now. Returns the games with a pending outcome, and `true` if all actions succeeded.
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
                    if self.reported.insert(id.clone()) {
                        let error: &(dyn StdError + 'static) = &error;
                        tracing::error!(%event, game = id, error, "a game of the event can't start yet: retrying every few seconds");
                    }
                }
            }
        }
        (playing, is_whole)
    }

    /// Handles one game without a result.
    async fn attend(
        &mut self,
        plan: &PlannedGames<'_>,
        game: GroupGame,
        group: &DrawnGroup,
    ) -> Result<GameWait, Error> {
        let Some(id) = plan.id(game) else { return Ok(GameWait::Nothing) };
        let handle = match self.games.open_game(&id).await? {
            Some(handle) => handle,
            None => match plan.game(game, group)? {
                Some(spec) => self.games.make(spec).await?,
                None => return Ok(GameWait::Nothing),
            },
        };
        let (state, _) = handle.feeds().standing();
        match state.phase() {
            Phase::Declared if handle.feeds().is_revealed() => {
                let result = planned_games::result(&state, plan.groups.teams());
                self.count(&id, Act::CountGame { game, result }).await?;
                Ok(GameWait::Nothing)
            }
            Phase::Abandoned => {
                if self.reported.insert(format!("{id} abandoned")) {
                    tracing::warn!(event = %self.event.id(), game = id, "game abandoned: the event waits for the referee's ruling (G4)");
                }
                Ok(GameWait::Nothing)
            }
            _ => Ok(GameWait::Outcome(handle)),
        }
    }

    /// Ends the games of a group that the event no longer needs.
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
            // It was counted or ruled since the state was read; the event's feed will show it.
            Err(ActError::Rejected(_)) if !self.is_open(id) => Ok(()),
            Err(error) => Err(Error::Uncounted(format!("{error:?}"))),
        }
    }

    fn is_open(&self, id: &str) -> bool {
        let (state, _) = self.event.feeds().standing();
        let Some(groups) = state.competition().groups() else { return false };
        let event = self.event.id().as_str();
        let plan = PlannedGames { contest: self.games.contest(), event, groups, roster: state.roster() };
        let mut open = groups.games().filter(|(_, group)| group.is_open());
        open.any(|(game, _)| plan.id(game).as_deref() == Some(id))
    }
}
