//! Kill of a server under load: time until all its games answer again.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use ishigaki_client::{Link, now};
use ishigaki_proto::watch::WatchGameRequest;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

use super::figures::{SpanFigures, Spans};
use super::rate::{self, Measure, Rate};
use super::target::{self, LoadTarget, Workload};
use super::{LoadOptions, NEVER};

const BEFORE: Duration = Duration::from_secs(1);

const ANSWER_TIMEOUT: Duration = Duration::from_mins(1);
const POLL_INTERVAL: Duration = Duration::from_millis(25);

const AT_A_TIME: usize = 32;

#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(super) struct TakeoverCost {
    pub(super) games: usize,
    pub(super) served: SpanFigures,
    pub(super) answered: SpanFigures,
    pub(super) lists: Rate,
}

pub(super) async fn takeover(
    options: &LoadOptions,
    servers: usize,
    tell: &mut (dyn FnMut(&str) + Send),
) -> anyhow::Result<TakeoverCost> {
    let workload = Workload { games: options.games, teams: options.teams, window: NEVER };
    let mut target = LoadTarget::build(workload, options, servers).await?;
    target.open_rounds(options.in_flight).await?;
    let mut measure =
        Measure { connections: options.connections, in_flight: options.in_flight, span: BEFORE };
    let dead = target.busiest();
    let bidders = rate::bidders(&target, measure, |holder| holder != dead)?;
    let (_, bidders) = rate::submit(measure, bidders).await?;
    measure.span = options.span.min(ANSWER_TIMEOUT);
    let meanwhile = tokio::spawn(rate::submit(measure, bidders));
    tokio::time::sleep(BEFORE).await;
    tell("takeover: killing a server");
    target.kill(dead).await?;
    let began = now();
    let games = target.games_of(dead);
    let (served, answered) = follow(&target, began, &games).await?;
    let (lists, _) = meanwhile.await??;
    target.leave().await?;
    Ok(TakeoverCost { games: games.len(), served, answered, lists })
}

async fn follow(
    target: &LoadTarget,
    began: Instant,
    games: &[usize],
) -> anyhow::Result<(SpanFigures, SpanFigures)> {
    let (mut served, mut answered) = (Spans::default(), Spans::default());
    let mut missing: Vec<usize> = games.to_vec();
    let mut asking: JoinSet<anyhow::Result<Duration>> = JoinSet::new();
    let permits = Arc::new(Semaphore::new(AT_A_TIME));
    while !missing.is_empty() {
        anyhow::ensure!(began.elapsed() < ANSWER_TIMEOUT, "{} games are served by nobody", missing.len());
        let holders = target.holders().await;
        let at = began.elapsed();
        let mut left = Vec::new();
        for game in missing {
            let Some(&holder) = holders.get(&target::id(game)) else {
                left.push(game);
                continue;
            };
            served.add(at);
            let (link, permits) = (target.judge_of(holder)?, Arc::clone(&permits));
            asking.spawn(async move {
                let _permit = permits.acquire_owned().await?;
                Ok(first_item(link, game).await?.saturating_duration_since(began))
            });
        }
        missing = left;
        tokio::time::sleep(POLL_INTERVAL).await;
    }
    while let Some(ended) = asking.join_next().await {
        answered.add(ended??);
    }
    Ok((served.figures(), answered.figures()))
}

async fn first_item(link: Link, game: usize) -> anyhow::Result<Instant> {
    let request = WatchGameRequest { game: target::id(game), from_sequence: 1, ..Default::default() };
    let mut items = link.watch().watch_game(request).await.context("a game cannot be watched")?.into_inner();
    items.message().await?.context("a feed has no first item")?;
    Ok(now())
}
