//! A lookout: who asks each of several servers again and again, from a strike on, and knows when each game was served again.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use ishigaki_client::{Address, Link, Token, connect, now};
use ishigaki_proto::watch::{GameState, ListGamesRequest};
use tokio::task::JoinSet;

/// Longest time that a server may take to tell what it serves.
pub(super) const ATTEMPT: Duration = Duration::from_secs(2);
/// Time after which it is asked again.
const PAUSE: Duration = Duration::from_millis(20);

/// Probe of availability: asks all servers as long as it is there. Whoever does not answer holds no other up.
#[derive(Debug)]
pub(super) struct AvailabilityProbe {
    began: Instant,
    /// By game, how long after the strike one of the servers said that it serves it.
    first_served: Arc<Mutex<BTreeMap<String, Duration>>>,
    _asking: JoinSet<()>,
}

impl AvailabilityProbe {
    /// Begins at this moment to ask these servers as the judge, after a strike at the moment `began`.
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
                    let served = served(&link).await;
                    let at = now().saturating_duration_since(began);
                    note(&first_served, served, at);
                    tokio::time::sleep(PAUSE).await;
                }
            });
        }
        Self { began, first_served, _asking: asking }
    }

    /// Waits until each of these games has been served, for so long at the most; `Err` names one that has not.
    pub(super) async fn await_all(&self, games: &BTreeSet<String>, patience: Duration) -> Result<(), String> {
        loop {
            let missing = games.iter().find(|game| self.after(game).is_none());
            let Some(missing) = missing else { return Ok(()) };
            if self.began.elapsed() > patience {
                return Err(missing.clone());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Returns the time from the strike until the last of these games was served.
    pub(super) fn longest(&self, games: &BTreeSet<String>) -> Duration {
        games.iter().filter_map(|game| self.after(game)).max().unwrap_or_default()
    }

    fn after(&self, game: &str) -> Option<Duration> {
        self.first_served.lock().unwrap_or_else(PoisonError::into_inner).get(game).copied()
    }
}

/// Puts down what is served at a moment and was not seen before.
fn note(first_served: &Mutex<BTreeMap<String, Duration>>, served: BTreeSet<String>, at: Duration) {
    let mut first_served = first_served.lock().unwrap_or_else(PoisonError::into_inner);
    for game in served {
        first_served.entry(game).or_insert(at);
    }
}

/// The games that a server says it serves itself; none if it does not answer.
pub(super) async fn served(link: &Link) -> BTreeSet<String> {
    let mut client = link.watch();
    let answer = tokio::time::timeout(ATTEMPT, client.list_games(ListGamesRequest {})).await;
    let games = answer.ok().and_then(Result::ok).map(|answer| answer.into_inner().games);
    let served = games.into_iter().flatten().filter(|game| game.state() == GameState::Started);
    served.map(|game| game.game).collect()
}
