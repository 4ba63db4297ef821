//! Request of a practice's screens for another game.

use std::sync::Arc;

use tokio::sync::watch;

/// Asks a practice for another game after a declared one.
#[derive(Clone, Debug, Default)]
pub struct Rematch(Arc<watch::Sender<String>>);

impl Rematch {
    /// Asks for another game after this one. More requests after the same game change nothing.
    pub(super) fn ask(&self, game: &str) {
        self.0.send_replace(game.to_owned());
    }

    /// Waits until a screen asks for another game after this one.
    pub async fn asked(&self, game: &str) {
        // It keeps its sender, so it can't fail.
        let _ = self.0.subscribe().wait_for(|after| after == game).await;
    }
}
