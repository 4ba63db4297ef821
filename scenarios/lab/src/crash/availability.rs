//! Availability: polls several servers after a strike, and records when each game was served again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ishigaki_client::{Address, Link, Token, connect, now};
use ishigaki_proto::watch::{GameState, ListGamesRequest};
use tokio::task::JoinSet;

pub(super) const ATTEMPT: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(20);

/// Polls all servers in parallel, so that none delays another.
#[derive(Debug)]
pub(super) struct AvailabilityProbe {
    began: Instant,
    first_served: Arc<Mutex<BTreeMap<String, Duration>>>,
    _asking: JoinSet<()>,
}

impl AvailabilityProbe {
    pub(super) fn begin<'a>(
        servers: impl Iterator<Item = &'a Address>,
        judge: &Token,
        began: Instant,
    ) -> Self {
        let first_served = Arc::<Mutex<BTreeMap<_, _>>>::default();
        let mut asking = JoinSet::new();
        for server in servers {
            let (link, first_served) = (connect(server, judge), Arc::clone(&first_served));
            asking.spawn(async move {
                loop {
                    let served = served_games(&link).await;
                    let at = now().saturating_duration_since(began);
                    note(&first_served, served, at);
                    tokio::time::sleep(PAUSE).await;
                }
            });
        }
        Self { began, first_served, _asking: asking }
    }

    pub(super) async fn await_all(&self, games: &BTreeSet<String>, timeout: Duration) -> Result<(), String> {
        loop {
            let missing = games.iter().find(|game| self.after(game).is_none());
            let Some(missing) = missing else { return Ok(()) };
            if self.began.elapsed() > timeout {
                return Err(missing.clone());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    pub(super) fn longest(&self, games: &BTreeSet<String>) -> Duration {
        games.iter().filter_map(|game| self.after(game)).max().unwrap_or_default()
    }

    fn after(&self, game: &str) -> Option<Duration> {
        self.first_served.lock().unwrap_or_else(PoisonError::into_inner).get(game).copied()
    }
}

fn note(first_served: &Mutex<BTreeMap<String, Duration>>, served: BTreeSet<String>, at: Duration) {
    let mut first_served = first_served.lock().unwrap_or_else(PoisonError::into_inner);
    for game in served {
        first_served.entry(game).or_insert(at);
    }
}

pub(super) async fn served_games(link: &Link) -> BTreeSet<String> {
    let mut client = link.watch();
    let answer = tokio::time::timeout(ATTEMPT, client.list_games(ListGamesRequest {})).await;
    let games = answer.ok().and_then(Result::ok).map(|answer| answer.into_inner().games);
    let served = games.into_iter().flatten().filter(|game| game.state() == GameState::Started);
    served.map(|game| game.game).collect()
}
