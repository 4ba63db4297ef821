//! Opens what a server serves: all games and events, or its share.

use std::sync::Arc;

use ishigaki_cluster::cluster::{Cluster, MemberOptions};
use ishigaki_engine::directory::Directory;
use ishigaki_engine::games::{GameContext, Games};
use ishigaki_engine::token::TokenRegistry;
use ishigaki_engine::tournaments::Tournaments;
use ishigaki_scenarios::Contest;
use tokio::sync::watch;

pub(super) struct OpenedGames {
    pub(super) games: Arc<Games>,
    pub(super) tournaments: Arc<Tournaments>,
    /// This server's cluster, if the journal is shared.
    pub(super) cluster: Option<Arc<Cluster>>,
}

/// Runs some work unless the server is stopped first; the work is then dropped.
pub(super) async fn unless<T>(
    stopped: impl Future<Output = ()>,
    work: impl Future<Output = anyhow::Result<T>>,
) -> anyhow::Result<Option<T>> {
    tokio::select! {
        done = work => done.map(Some),
        () = stopped => Ok(None),
    }
}

/// Runs an opening unless the server is stopped first. Then, or on an error, everything started has ended on
/// return.
pub(super) async fn whole_or_ended(
    stopped: impl Future<Output = ()>,
    opening: impl Future<Output = anyhow::Result<OpenedGames>>,
    stop: &watch::Sender<bool>,
) -> anyhow::Result<Option<OpenedGames>> {
    let opened = unless(stopped, Box::pin(opening)).await;
    if !matches!(opened, Ok(Some(_))) {
        stop.send_replace(true);
        stop.closed().await;
    }
    opened
}

/// Serves games and events: all, or this server's share. If this is dropped or fails, everything started ends
/// when `stop` turns true.
pub(super) async fn open(
    contest: Contest,
    context: GameContext,
    (place, registry): (MemberOptions, TokenRegistry),
    stop: watch::Receiver<bool>,
) -> anyhow::Result<OpenedGames> {
    if context.journal.membership().is_none() {
        let games = Games::open(contest, context, stop).await?;
        let tournaments = Arc::new(Tournaments::open(Arc::clone(&games)).await?);
        return Ok(OpenedGames { games, tournaments, cluster: None });
    }
    if place.address.starts_with("0.0.0.0:") || place.address.starts_with("[::]:") {
        tracing::warn!(
            address = place.address,
            "other servers can't reach this address: give each server --advertise HOST:PORT"
        );
    }
    let directory = Directory::shared(Arc::clone(&context.clock));
    let games = Arc::new(Games::among(contest, context, stop, directory));
    let tournaments = Arc::new(Tournaments::none(Arc::clone(&games)));
    let cluster = Arc::new(Cluster::new(place, Arc::clone(&games), Arc::clone(&tournaments), registry));
    cluster.open().await?;
    Ok(OpenedGames { games, tournaments, cluster: Some(cluster) })
}
