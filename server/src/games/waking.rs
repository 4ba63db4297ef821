//! Games on their way between memory and their checkpoints: they are put away, and brought back.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError};

use ishigaki_journal::StreamId;
use ishigaki_rules::Millis;

use super::dormant::{Dormant, ListedGame};
use super::{Error, Games, recorded, tell_damage};
use crate::checkpoint::Checkpoint;
use crate::clock::{Monotonic, Wakeup};
use crate::engine::{self, Departure, Handle, Running, StartError};

impl Games {
    /// A game that is served here, brought back if it is dormant: after that its feeds and its record are as they were. Of
    /// several who ask at once all wait for one.
    ///
    /// # Errors
    /// If its records are damaged, or the journal does not give them.
    pub async fn wake(&self, id: &str) -> Result<Option<Handle>, Error> {
        loop {
            let dormant = match self.find(id) {
                Some(ListedGame::Awake(game)) => return Ok(Some(game)),
                Some(ListedGame::Dormant(dormant)) => dormant,
                None => return Ok(None),
            };
            let _one_at_a_time = dormant.waking.lock().await;
            if !self.is_dormant(&dormant) {
                continue;
            }
            let spec = self.spec(id).ok_or_else(|| Error::UnknownGame(id.into()))?;
            match engine::wake(self.options(id, spec.setup.clone())?, &dormant.game).await {
                Ok(running) => {
                    if !dormant.is_verified() {
                        Self::warn_of_changes(id, running.handle.setup(), &spec.setup);
                    }
                    return Ok(self.exchange(&dormant, running));
                }
                Err(error) if error.is_held() => return Ok(None),
                Err(error) if error.is_damage() => {
                    self.found_damaged(&dormant, &error).await;
                    return Err(Error::Damaged(id.into()));
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Whether this is a game that is served here, and dormant.
    fn is_dormant(&self, dormant: &Arc<Dormant>) -> bool {
        let table = self.table();
        let known = table.dormant.get(dormant.id().as_str());
        known.is_some_and(|known| Arc::ptr_eq(known, dormant)) && !dormant.is_elsewhere()
    }

    /// Puts a running engine in the place of the dormant game, unless that has gone to another server meanwhile.
    fn exchange(&self, dormant: &Arc<Dormant>, running: Running) -> Option<Handle> {
        let Running { handle, task } = running;
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).push(task);
        let mut table = self.table_mut();
        let id = handle.id().as_str();
        if dormant.stop_reason().is_some() || table.dormant.remove(id).is_none() {
            handle.depart(Departure::Now);
            return None;
        }
        table.awake.insert(id.to_owned(), handle.clone());
        tracing::info!(game = id, "over, and back in memory because somebody asks for it");
        Some(handle)
    }

    /// The ids of the games that could be dormant at this moment.
    pub(super) fn quiet(&self) -> BTreeSet<String> {
        let table = self.table();
        let quiet = table.awake.iter().filter(|(_, game)| game.dormant().is_some());
        quiet.map(|(id, _)| id.clone()).collect()
    }

    /// Keeps no more of a game in memory than its checkpoint, if it can be dormant. Whether it is.
    pub(super) fn hibernate(&self, id: &str) -> bool {
        // Nobody gets a handle while this is held.
        let mut table = self.table_mut();
        let Some((handle, game)) = table.awake.get(id).and_then(|game| Some((game, game.dormant()?))) else {
            return false;
        };
        handle.depart(Departure::Now);
        table.awake.remove(id);
        table.dormant.insert(id.to_owned(), Dormant::new(game, true));
        drop(table);
        self.tasks.lock().unwrap_or_else(PoisonError::into_inner).retain(|task| !task.is_finished());
        true
    }

    /// The dormant games whose records have not been read since the server started, by id.
    pub(super) fn unverified(&self) -> Vec<Arc<Dormant>> {
        let table = self.table();
        table.dormant.values().filter(|game| !game.is_verified()).cloned().collect()
    }

    /// Returns how many games are dormant, and how many of them have not been verified since the server started.
    pub(crate) fn dormant(&self) -> (usize, usize) {
        let table = self.table();
        (table.dormant.len(), table.dormant.values().filter(|game| !game.is_verified()).count())
    }

    /// A dormant game is not what its checkpoint says, or its records cannot be read: it is not served any more, here or, where
    /// there are others, until one of them can read it.
    pub(super) async fn found_damaged(&self, dormant: &Arc<Dormant>, error: &StartError) {
        let id = dormant.id().to_string();
        tell_damage(&id, error);
        self.damaged.write().unwrap_or_else(PoisonError::into_inner).insert(id.clone());
        self.table_mut().dormant.remove(&id);
        if let Some(membership) = self.context.journal.membership()
            && let Err(error) = membership.release(vec![dormant.id().clone()], None).await
        {
            tracing::debug!(%error, "cannot let go");
        }
    }

    /// The games of the journal that are over by their checkpoints and that nobody names.
    pub(super) async fn known_to_be_over(&self) -> Result<BTreeSet<String>, StartError> {
        let unnamed = recorded(&self.context).await?.into_iter().filter(|game| self.spec(game).is_none());
        let unnamed: BTreeSet<StreamId> = unnamed.filter_map(|game| StreamId::new(game).ok()).collect();
        let key = self.context.key.journal();
        let kept = self.context.journal.checkpoints(unnamed).await.map_err(StartError::streams)?;
        let over = kept.into_iter().filter(|(game, kept)| Checkpoint::decode(kept, key, game).is_some());
        Ok(over.map(|(game, _)| game.to_string()).collect())
    }

    /// Ends when so much time has passed.
    pub(super) fn after(&self, span: Millis) -> Wakeup {
        let clock = &self.context.clock;
        clock.reach(Monotonic(clock.now().0.saturating_add(span.0)))
    }
}
