//! The opening of games: one by one on demand, and unfinished ones when the server starts or takes them over.
//!
//! A start waits only for a limited number of records of unfinished games. With a longer history the server
//! answers first. Nothing happens in a game before all its records are verified. Requested games are read
//! first, the others in the background. A game's clock is stopped until the game is open, as it was while the
//! server was down (`T`).

use std::sync::{Arc, PoisonError};

use ishigaki_scenarios::GameSpec;

use super::slot::GameSlot;
use super::{Error, Games};
use crate::engine::{self, ClosedGame, Departure, Handle, RecoveredSubject, Recovery, Running, StartError};
use crate::stop_reason::StopReason;

/// Number of records above which a start doesn't wait: more than any contest of one day has, and read in a
/// small part of a second.
pub const MAX_AWAITED_RECORDS: u64 = 50_000;

/// Number of games that may be opened concurrently on demand.
pub(super) const DEMANDED: usize = 4;

impl Games {
    /// Returns a game served here, opening it if necessary with the same feeds and record.
    ///
    /// # Errors
    ///
    /// Fails if its records are damaged or the journal fails.
    pub async fn open_game(&self, id: &str) -> Result<Option<Handle>, Error> {
        let Some(slot) = self.find(id) else { return Ok(None) };
        if let Some(game) = slot.handle() {
            return Ok(Some(game));
        }
        match self.open_slot(&slot, None).await {
            Err(error) if self.is_of_one(&error) => Err(Error::Damaged(id.into())),
            opened => Ok(opened?),
        }
    }

    /// Opens a game on demand, unless it is open by then, using records read so far.
    async fn open_slot(
        &self,
        slot: &Arc<GameSlot>,
        read: Option<Recovery>,
    ) -> Result<Option<Handle>, StartError> {
        let _one_at_a_time = slot.opening.lock().await;
        let Some((game, planned)) = slot.unopened().zip(self.spec(slot.id().as_str())) else {
            return Ok(slot.handle());
        };
        let recovered = if let Some(recovery) = read {
            recovery.finish().await
        } else {
            // After the lock, so that all callers of one game take only one permit. The semaphore is never
            // closed.
            let _room = self.demanded.acquire().await.ok();
            self.recovery(&game, &planned)?.finish().await
        };
        match recovered {
            Ok(recovered) => Ok(self.enter_slot(slot, recovered)),
            Err(error) if error.is_held() => {
                tracing::debug!(game = slot.id().as_str(), "another server serves this game");
                slot.shut_out(StopReason::Elsewhere);
                Ok(None)
            }
            Err(error) => {
                if self.is_of_one(&error) {
                    self.refuse(slot, &error);
                }
                Err(error)
            }
        }
    }

    /// Returns whether an error affects only one game. On an own journal only damage does; on a shared one,
    /// another server may be able to read the game.
    fn is_of_one(&self, error: &StartError) -> bool {
        error.is_damage() || self.directory.is_shared() && !error.is_of_all()
    }

    pub(super) fn recovery(&self, game: &ClosedGame, planned: &GameSpec) -> Result<Recovery, StartError> {
        Ok(Recovery::of(self.options(game.id.as_str(), planned.setup.clone())?, game))
    }

    /// Puts a recovered game into its slot, unless the slot is open or has moved to another server.
    pub(super) fn enter_slot(&self, slot: &Arc<GameSlot>, recovered: RecoveredSubject) -> Option<Handle> {
        let id = slot.id().as_str();
        if let Some(planned) = self.spec(id).filter(|_| !slot.is_verified()) {
            Self::warn_of_changes(id, recovered.setup(), &planned);
        }
        let Running { handle, task } = recovered.run();
        self.tasks.push(task);
        if !slot.put(&handle) {
            handle.depart(Departure::Now);
            return slot.handle();
        }
        if handle.feeds().is_over() {
            tracing::info!(game = id, "finished game opened on request");
        } else {
            tracing::info!(game = id, "served");
        }
        Some(handle)
    }

    /// Stops serving a game with unreadable records, and on a shared journal releases it to servers that may
    /// be able to read it.
    pub(super) fn refuse(&self, slot: &GameSlot, error: &StartError) {
        self.note_damage(slot.id().as_str(), error);
        slot.shut_out(StopReason::Elsewhere);
    }

    /// Serves these games, except those held by another server or unreadable. Returns the first error known
    /// so far. With many records on an own journal, unfinished games are still unread on return.
    pub(super) async fn serve_all(
        self: &Arc<Self>,
        specs: Vec<Arc<GameSpec>>,
    ) -> Result<Option<StartError>, StartError> {
        let options = specs.iter().map(|spec| self.options(&spec.id, spec.setup.clone()));
        let options = options.collect::<Result<_, _>>()?;
        let (mut due, mut refused, mut failed) = (Vec::new(), None, None);
        for (spec, claimed) in specs.iter().zip(engine::claim_all(&*self.context.journal, options).await?) {
            match claimed {
                Ok((game, recovery)) => {
                    let slot = GameSlot::closed(game);
                    self.table_mut().insert(spec.id.clone(), Arc::clone(&slot));
                    due.extend(recovery.map(|recovery| (slot, recovery)));
                }
                Err(error) if error.is_held() => {
                    tracing::debug!(game = spec.id, "another server serves this game");
                }
                Err(error) if self.is_of_one(&error) => {
                    self.note_damage(&spec.id, &error);
                    refused = refused.or(Some(error));
                }
                Err(error) => failed = failed.or(Some(error)),
            }
        }
        let records = due.iter().map(|(_, recovery)| recovery.records()).sum::<u64>();
        if records <= self.context.awaited_records || self.directory.is_shared() {
            let opened = self.open_all(due).await?;
            refused = refused.or(opened);
        } else {
            // Logs no number of records, because those of unopened rounds count replaced lists (`A4`).
            tracing::info!(games = due.len(), "reading unfinished games in the background");
            self.open_behind(due);
        }
        failed.map_or(Ok(refused), Err)
    }

    fn open_behind(self: &Arc<Self>, due: Vec<(Arc<GameSlot>, Recovery)>) {
        let (games, mut stop) = (Arc::clone(self), self.stop.clone());
        let began = self.context.clock.now();
        let task = tokio::spawn(async move {
            let opened = tokio::select! {
                _ = stop.wait_for(|stop| *stop) => return,
                opened = games.open_all(due) => opened,
            };
            match opened {
                Ok(Some(error)) if games.are_all_damaged() => games.fail(error),
                Ok(_) => {
                    let took_ms = games.context.clock.now().0.saturating_sub(began.0);
                    tracing::info!(took_ms, "all unfinished games are served");
                }
                Err(error) => games.fail(error),
            }
        });
        self.tasks.push(task);
    }

    /// Opens games concurrently, each served as soon as its records are read; returns the first error.
    async fn open_all(
        self: &Arc<Self>,
        due: Vec<(Arc<GameSlot>, Recovery)>,
    ) -> Result<Option<StartError>, StartError> {
        let (slots, mut recoveries): (Vec<Arc<GameSlot>>, Vec<Recovery>) = due.into_iter().unzip();
        if !self.directory.is_shared() {
            recoveries = engine::sweep(&*self.context.journal, recoveries).await?;
        }
        let opening = slots.into_iter().zip(recoveries).map(|(slot, recovery)| {
            let games = Arc::clone(self);
            async move {
                let error = games.open_slot(&slot, Some(recovery)).await.err()?;
                // It is tried again as if it had not been claimed.
                slot.shut_out(StopReason::Elsewhere);
                Some(error)
            }
        });
        let (mut refused, mut failed) = (None, None);
        for error in engine::side_by_side(opening).await.into_iter().flatten() {
            let first = if self.is_of_one(&error) { &mut refused } else { &mut failed };
            first.get_or_insert(error);
        }
        failed.map_or(Ok(refused), Err)
    }

    /// Records an error that affects all games.
    fn fail(&self, error: StartError) {
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        self.failed.notify_one();
    }

    /// Ends with the error when games can't be opened in the background. The start would have failed with it.
    pub async fn failed(&self) -> StartError {
        loop {
            self.failed.notified().await;
            if let Some(error) = self.failure.lock().unwrap_or_else(PoisonError::into_inner).take() {
                return error;
            }
        }
    }
}
