//! Delay of openings after the deadline, per team, in many games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ishigaki_client::{Link, now};
use ishigaki_proto::team::SubmitBidsRequest;
use ishigaki_proto::watch::WatchGameRequest;
use ishigaki_proto::wire::{self, event::Fact, feed_item::Body};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tonic::transport::Channel;

use super::figures::{SpanFigures, Spans};
use super::target::{self, LoadTarget};

/// Number of streams started at once, because simultaneous connections are not what is measured.
const AT_A_TIME: usize = 64;

struct OpeningMeasurement {
    deadline: u64,
    /// Earliest zero of this client's clock that the feed's items allow.
    nought: Instant,
    opened: Instant,
}

pub(super) async fn openings(target: &LoadTarget, per_connection: usize) -> anyhow::Result<SpanFigures> {
    let workload = target.workload();
    let gate = Arc::new(Semaphore::new(AT_A_TIME));
    let (ready, is_ready) = watch::channel(0_usize);
    let ready = Arc::new(ready);
    let mut teams: JoinSet<anyhow::Result<(usize, OpeningMeasurement)>> = JoinSet::new();
    let mut channels: Vec<Option<(Channel, usize)>> = vec![None; target.count()];
    for game in 0..workload.games {
        let holder = target.holder(game);
        let channel = channels.get_mut(holder).context("nobody serves a game")?;
        for (place, token) in target.teams(game).iter().enumerate() {
            let (shared, left) = match channel.take() {
                Some((channel, left)) if left > 0 => (channel, left),
                _ => (target.wire_of(holder)?.channel(), per_connection.max(1)),
            };
            let link = Link::over(shared.clone(), token);
            *channel = Some((shared, left - 1));
            let (gate, ready) = (Arc::clone(&gate), Arc::clone(&ready));
            teams.spawn(async move { Ok((game, play(link, game, place, &gate, &ready).await?)) });
        }
    }
    let everybody = workload.games * workload.teams;
    let mut is_ready = is_ready;
    tokio::select! {
        // The sender lives in the tasks and here, so a change can always be awaited.
        here = is_ready.wait_for(|here| *here == everybody) => drop(here?),
        Some(ended) = teams.join_next() => {
            let ended = ended?.map(|_| ());
            return Err(ended.err().unwrap_or_else(|| anyhow::anyhow!("a round closed before it was opened")));
        }
    }
    target.open_rounds(AT_A_TIME).await.context("a round cannot be opened")?;
    let mut saw: Vec<Vec<OpeningMeasurement>> = (0..workload.games).map(|_| Vec::new()).collect();
    while let Some(ended) = teams.join_next().await {
        let (game, of_team) = ended??;
        saw.get_mut(game).context("a game that is none")?.push(of_team);
    }
    let mut spans = Spans::default();
    for game in saw {
        // One clock for all teams of a game: the best of theirs.
        let nought = game.iter().map(|saw| saw.nought).min().context("a game without teams")?;
        for OpeningMeasurement { deadline, opened, .. } in game {
            spans.add(opened.saturating_duration_since(nought + Duration::from_millis(deadline)));
        }
    }
    Ok(spans.figures())
}

async fn play(
    link: Link,
    game: usize,
    place: usize,
    gate: &Semaphore,
    ready: &watch::Sender<usize>,
) -> anyhow::Result<OpeningMeasurement> {
    let entrance = gate.acquire().await?;
    let request = WatchGameRequest { game: target::id(game), from_sequence: 1, ..Default::default() };
    let mut items = link.watch().watch_game(request).await.context("a team cannot watch")?.into_inner();
    let mut entrance = Some(entrance);
    let mut nought: Option<Instant> = None;
    let mut deadline = None;
    loop {
        let answer = items.message().await.context("a team's feed broke")?.context("a team's feed ended")?;
        let came = now();
        let item = answer.item.context("an answer without an item")?;
        let clock = item.clock.context("an item without a clock")?;
        if let Some(at) = came.checked_sub(Duration::from_millis(clock.now_ms)) {
            nought = Some(nought.map_or(at, |known| known.min(at)));
        }
        let fact = match item.body {
            Some(Body::Event(wire::Event { fact, .. })) => fact,
            Some(Body::SetUp(_) | Body::Pulse(_) | Body::EventSetup(_) | Body::EventFact(_)) | None => None,
        };
        if entrance.take().is_some() {
            ready.send_modify(|here| *here += 1);
        }
        match fact {
            Some(Fact::RoundOpened(_)) => {
                deadline = clock.closes_at_ms;
                let bids = vec![wire::Bid { lot: target::LOT.into(), price: 10 + place as u64 }];
                let request =
                    SubmitBidsRequest { game: target::id(game), round: 1, bids, ..Default::default() };
                link.team().submit_bids(request).await.context("a list is not taken")?;
            }
            Some(Fact::ListsOpened(_)) => {
                let deadline = deadline.context("an opening without a deadline")?;
                let nought = nought.context("an opening without a clock")?;
                return Ok(OpeningMeasurement { deadline, nought, opened: came });
            }
            _ => {}
        }
    }
}
