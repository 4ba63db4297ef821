//! Observers: clients that follow one audience's feed.

use ishigaki_client::{FollowError, Followed, Follower, Link, Mirror};
use ishigaki_rules::Game;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

/// The game as one audience sees it; `None` before its set-up.
pub type ObservedGame = watch::Receiver<Option<Game>>;

/// Follows a feed until it is dropped.
#[derive(Debug)]
pub struct Observer {
    observed_game: ObservedGame,
    task: JoinHandle<()>,
}

impl Observer {
    /// Follows the feed of a game. Inconsistencies are sent to `faults` under this name.
    pub fn new(link: Link, game: &str, name: String, faults: mpsc::Sender<anyhow::Error>) -> Self {
        let (sender, observed_game) = watch::channel(None);
        let game = game.to_owned();
        let task = tokio::spawn(async move {
            if let Err(error) = follow(link, &game, &sender).await {
                // Without a receiver the rehearsal is over.
                let _ = faults.send(error.context(format!("the view of {name}"))).await;
            }
        });
        Self { observed_game, task }
    }

    /// Returns the observed game.
    pub fn observed_game(&self) -> ObservedGame {
        self.observed_game.clone()
    }
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn follow(link: Link, game: &str, observed_game: &watch::Sender<Option<Game>>) -> anyhow::Result<()> {
    let mut follower = Follower::open(link, game, Mirror::of(game));
    loop {
        match follower.next().await {
            Ok(Followed::News { .. }) => {
                observed_game.send_replace(follower.session.game().cloned());
            }
            Ok(Followed::Connection(_)) => {}
            Err(FollowError::Ended) => return Ok(()),
            Err(error) => return Err(error.into()),
        }
    }
}
