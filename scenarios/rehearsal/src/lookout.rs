//! A client that only looks: it follows one audience's feed and always knows the game as that audience sees it.

use ishigaki_client::{Feed, Link, Mirror, Update};
use ishigaki_rules::Game;
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;

use crate::prepared::GAME;

/// The game as one audience sees it; `None` before the set-up has come.
pub type Sight = watch::Receiver<Option<Game>>;

/// A client that looks on until it is dropped.
#[derive(Debug)]
pub struct Lookout {
    sight: Sight,
    task: JoinHandle<()>,
}

impl Lookout {
    /// Follows a feed. What cannot be right in it is told to `faults`, under this name.
    pub fn new(link: Link, name: String, faults: mpsc::Sender<anyhow::Error>) -> Self {
        let (sender, sight) = watch::channel(None);
        let task = tokio::spawn(async move {
            if let Err(error) = follow(link, &sender).await {
                // Without a reader the rehearsal is over anyway.
                let _ = faults.send(error.context(format!("the view of {name}"))).await;
            }
        });
        Self { sight, task }
    }

    /// What it sees.
    pub fn sight(&self) -> Sight {
        self.sight.clone()
    }
}

impl Drop for Lookout {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn follow(link: Link, sight: &watch::Sender<Option<Game>>) -> anyhow::Result<()> {
    let mut feed = Feed::open(link, GAME, 1);
    let mut mirror = Mirror::of(GAME);
    while let Some(update) = feed.next().await {
        if let Update::Item { item, received } = update? {
            mirror.fold(&item, received)?;
            sight.send_replace(mirror.game().cloned());
        }
    }
    Ok(())
}
