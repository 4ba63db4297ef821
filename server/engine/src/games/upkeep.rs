//! The upkeep of finished games: closed ones are verified, and open ones without readers are closed.
//!
//! One task of low priority. It folds the games that were listed by their checkpoints at the start, one after
//! the other, and drops the result. If a game's records contradict its checkpoint, the game is opened from
//! them.

use std::convert::Infallible;
use std::sync::Arc;

use ishigaki_rules::Millis;

use super::Games;
use super::slot::GameSlot;
use crate::clock::{Monotonic, Wakeup};

const CHECK_INTERVAL: Millis = Millis(5_000);

const PAUSE: Millis = Millis(4);

impl Games {
    /// Keeps finished games out of memory until the server stops.
    pub async fn upkeep(self: Arc<Self>) {
        let mut stop = self.stopping();
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => {}
            never = self.close_idle() => match never {},
            never = self.verify_closed() => match never {},
        }
    }

    async fn close_idle(&self) -> Infallible {
        loop {
            self.after(CHECK_INTERVAL).await;
            let now = self.context.clock.now();
            for slot in self.all().iter().filter(|slot| slot.close_if_idle(now)) {
                tracing::info!(game = slot.id().as_str(), "finished game closed until the next request");
            }
            self.tasks.prune();
        }
    }

    async fn verify_closed(&self) -> Infallible {
        loop {
            let began = self.context.clock.now();
            let mut verified = 0_usize;
            for slot in self.all() {
                if slot.is_put_away() && !slot.is_verified() {
                    verified += usize::from(self.verify(&slot).await);
                }
            }
            if verified > 0 {
                let took_ms = self.context.clock.now().0.saturating_sub(began.0);
                tracing::info!(
                    games = verified,
                    took_ms,
                    "the records of finished games match their checkpoints"
                );
            }
            self.after(CHECK_INTERVAL).await;
        }
    }

    /// Returns whether a game's records match its checkpoint. If not, the game is opened from its records
    /// with a new checkpoint; a game with damaged records isn't served any more.
    async fn verify(&self, slot: &Arc<GameSlot>) -> bool {
        let Some((game, spec)) = slot.unopened().zip(self.spec(slot.id().as_str())) else { return false };
        let recovered = match self.recovery(&game, &spec) {
            Ok(recovery) => recovery.read_behind(|| self.after(PAUSE)).await.finish().await,
            Err(error) => Err(error),
        };
        match recovered {
            Ok(recovered) if recovered.checkpoint() == game.checkpoint() => {
                if !slot.is_verified() {
                    Self::warn_of_changes(slot.id().as_str(), recovered.setup(), &spec);
                }
                slot.verified();
                true
            }
            Ok(recovered) => {
                self.enter_slot(slot, recovered);
                false
            }
            Err(error) if error.is_of_all() => {
                let error = &error as &dyn std::error::Error;
                tracing::debug!(game = slot.id().as_str(), error, "can't verify the game now");
                false
            }
            Err(error) => {
                self.refuse(slot, &error);
                false
            }
        }
    }

    /// Returns the numbers of closed games: finished ones, finished ones not verified since the start, and
    /// unread unfinished ones.
    pub fn closed(&self) -> (usize, usize, usize) {
        let all = self.all();
        let over: Vec<_> = all.iter().filter(|slot| slot.is_put_away()).collect();
        let unverified = over.iter().filter(|slot| !slot.is_verified()).count();
        (over.len(), unverified, all.iter().filter(|slot| slot.is_unread()).count())
    }

    fn after(&self, span: Millis) -> Wakeup {
        let clock = &self.context.clock;
        clock.reach(Monotonic(clock.now().0.saturating_add(span.0)))
    }
}
