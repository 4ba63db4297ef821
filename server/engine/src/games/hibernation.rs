//! The hibernation of games that are over: their records are verified behind, and those that nobody reads leave memory.
//!
//! One task of low priority. A game that was listed by its checkpoint when the server started is folded here, one after the
//! other, and thrown away again; a game whose records come to something else is brought back from them. A game that is
//! over, has its checkpoint and is read by nobody for a while becomes dormant; whoever asks for it brings it back.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::{Arc, Weak};

use ishigaki_rules::Millis;
use tokio::sync::watch;

use super::Games;
use super::dormant::Dormant;
use crate::clock::Monotonic;
use crate::engine;

/// Interval at which it is looked which games nobody reads.
const LOOKS: Millis = Millis(5_000);

/// For how long nobody may have read a game that becomes dormant.
const QUIET: Millis = Millis(60_000);

/// For how long the journal is left to others between two pages that are verified.
const PAUSE: Millis = Millis(4);

/// Keeps games that are over out of memory.
pub struct Hibernation {
    games: Arc<Games>,
    /// Since when games are quiet.
    quiet: BTreeMap<String, Monotonic>,
}

impl Hibernation {
    /// Of these games.
    pub fn new(games: Arc<Games>) -> Self {
        Self { games, quiet: BTreeMap::new() }
    }

    /// Runs until the server stops.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) {
        let games = Arc::clone(&self.games);
        tokio::select! {
            _ = stop.wait_for(|stop| *stop) => {}
            never = self.look_again_and_again() => match never {},
            never = verify(&games) => match never {},
        }
    }

    async fn look_again_and_again(&mut self) -> Infallible {
        loop {
            self.games.after(LOOKS).await;
            self.look();
        }
    }

    /// Lets those games leave memory that have been quiet for long enough.
    fn look(&mut self) {
        let now = self.games.context().clock.now();
        let quiet = self.games.quiet();
        self.quiet.retain(|id, _| quiet.contains(id));
        for id in quiet {
            let since = *self.quiet.entry(id.clone()).or_insert(now);
            if now.0 >= since.0.saturating_add(QUIET.0) && self.games.hibernate(&id) {
                self.quiet.remove(&id);
                tracing::info!(
                    game = id,
                    "over and read by nobody: it leaves memory until somebody asks for it"
                );
            }
        }
    }
}

/// Verifies the dormant games that have not been read since the server started, and those that come.
async fn verify(games: &Games) -> Infallible {
    loop {
        // Those that are brought back meanwhile are not to be kept in memory by this list.
        let due: Vec<Weak<Dormant>> = games.unverified().iter().map(Arc::downgrade).collect();
        let began = games.context().clock.now();
        let mut verified = 0_usize;
        for game in due {
            if let Some(game) = game.upgrade() {
                verified += usize::from(verify_one(games, &game).await);
            }
        }
        if verified > 0 {
            let took_ms = games.context().clock.now().0.saturating_sub(began.0);
            tracing::info!(
                games = verified,
                took_ms,
                "the records of games that are over are as their checkpoints say"
            );
        }
        games.after(LOOKS).await;
    }
}

/// Returns whether a game's records are what its checkpoint says. If they are not, the game is brought back from its records,
/// which makes the checkpoint anew; a game with damaged records is not served any more.
async fn verify_one(games: &Games, dormant: &Arc<Dormant>) -> bool {
    let id = dormant.id().as_str();
    let Some(spec) = games.spec(id) else { return false };
    let Ok(options) = games.options(id, spec.setup.clone()) else { return false };
    match engine::verify(options, &dormant.game, || games.after(PAUSE)).await {
        Ok(Some(setup)) => {
            if !dormant.is_verified() {
                Games::warn_of_changes(id, &setup, &spec);
            }
            dormant.verified();
            true
        }
        Ok(None) => {
            if let Err(error) = games.wake(id).await {
                tracing::warn!(game = id, error = &error as &dyn std::error::Error, "cannot be brought back");
            }
            false
        }
        Err(error) if error.is_of_all() => {
            tracing::debug!(
                game = id,
                error = &error as &dyn std::error::Error,
                "not verified at this moment"
            );
            false
        }
        Err(error) => {
            games.found_damaged(dormant, &error).await;
            false
        }
    }
}
