//! Rate and duration of durable lists, compared with an echo.

use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use bytes::Bytes;
use ishigaki_client::team::{SealRequest, SealStream};
use ishigaki_client::{Link, now};
use ishigaki_proto::{team, wire};
use prost::Message as _;
use tonic::transport::Channel;

use super::bare::BareClient;
use super::figures::{SpanFigures, Spans};
use super::target::{self, LoadTarget};
use super::wire::ServerLine;

/// Maximum teams per connection: fewer than the server's limit of streams.
const STREAMS: usize = 200;

#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    pub(super) connections: usize,
    pub(super) in_flight: usize,
    pub(super) span: Duration,
}

#[derive(Clone, Copy, Debug, serde::Serialize)]
pub(super) struct Rate {
    pub(super) per_second: u64,
    #[serde(flatten)]
    pub(super) figures: SpanFigures,
}

async fn measure<W>(measure: Measure, workers: Vec<W>) -> anyhow::Result<(Rate, Vec<W>)>
where
    W: Worker,
{
    let began = now();
    let until = began + measure.span;
    let mut running = tokio::task::JoinSet::new();
    for mut worker in workers {
        running.spawn(async move {
            let mut spans = Spans::default();
            while now() < until {
                let started = now();
                worker.call().await?;
                spans.add(started.elapsed());
            }
            anyhow::Ok((spans, worker))
        });
    }
    let (mut spans, mut workers) = (Spans::default(), Vec::new());
    while let Some(ended) = running.join_next().await {
        let (others, worker) = ended??;
        spans.join(others);
        workers.push(worker);
    }
    let took = began.elapsed();
    let figures = spans.figures();
    let per_second = figures.count as u128 * 1_000_000 / took.as_micros().max(1);
    Ok((Rate { per_second: u64::try_from(per_second).unwrap_or(u64::MAX), figures }, workers))
}

trait Worker: Send + 'static {
    fn call(&mut self) -> impl Future<Output = anyhow::Result<()>> + Send;
}

pub(super) struct Echoer {
    client: BareClient,
    load: Bytes,
}

impl Worker for Echoer {
    async fn call(&mut self) -> anyhow::Result<()> {
        self.client.echo(self.load.clone()).await?;
        Ok(())
    }
}

pub(super) struct Bidder {
    seats: Vec<RateSeat>,
    next: usize,
}

struct RateSeat {
    link: Link,
    stream: SealStream,
    game: String,
    price: u64,
    revision: u32,
}

impl RateSeat {
    fn request(&self) -> team::SubmitBidsRequest {
        let bids = vec![wire::Bid { lot: target::LOT.into(), price: self.price }];
        team::SubmitBidsRequest {
            game: self.game.clone(),
            round: 1,
            replaces_revision: self.revision,
            bids,
            ..Default::default()
        }
    }
}

impl Worker for Bidder {
    async fn call(&mut self) -> anyhow::Result<()> {
        let seats = self.seats.len();
        let seat = self.seats.get_mut(self.next % seats.max(1)).context("nobody bids")?;
        self.next += 1;
        let request = SealRequest::Bids(seat.request());
        seat.revision = seat.stream.send(&seat.link, request).await?.revision.0;
        Ok(())
    }
}

fn size_of_list() -> usize {
    let bids = vec![wire::Bid { lot: target::LOT.into(), price: 100 }];
    team::SubmitBidsRequest {
        game: target::id(100),
        round: 1,
        replaces_revision: 9,
        bids,
        ..Default::default()
    }
    .encoded_len()
}

pub(super) fn echoers(bare: &ServerLine, measure: Measure) -> Vec<Echoer> {
    let load = Bytes::from(vec![7; size_of_list()]);
    let clients = (0..measure.connections.max(1)).map(|_| BareClient::new(bare.channel()));
    let clients: Vec<BareClient> = clients.collect();
    let echoer = |client: &BareClient| Echoer { client: client.clone(), load: load.clone() };
    clients.iter().cycle().take(measure.in_flight).map(echoer).collect()
}

pub(super) fn bidders(
    target: &LoadTarget,
    measure: Measure,
    is_asked: impl Fn(usize) -> bool,
) -> anyhow::Result<Vec<Bidder>> {
    let games: Vec<usize> =
        (0..target.workload().games).filter(|game| is_asked(target.holder(*game))).collect();
    let (teams, most) = (games.len() * target.workload().teams, measure.in_flight);
    anyhow::ensure!(most <= teams, "{most} lists at once need as many teams; there are {teams}");
    // Each team keeps a stream open, and the streams of a connection are limited: another team would wait
    // forever.
    let connections = measure.connections.max(teams.div_ceil(STREAMS)).max(1);
    let channels = (0..target.count()).map(|server| {
        let wire = target.wire_of(server)?;
        Ok((0..connections).map(|_| wire.channel()).collect())
    });
    let channels: Vec<Vec<Channel>> = channels.collect::<anyhow::Result<_>>()?;
    let mut bidders: Vec<Bidder> =
        (0..measure.in_flight.max(1)).map(|_| Bidder { seats: Vec::new(), next: 0 }).collect();
    let count = bidders.len();
    let mut number = 0;
    for game in games {
        let channels = channels.get(target.holder(game)).context("nobody serves a game")?;
        for (place, token) in target.teams(game).iter().enumerate() {
            let channel = channels.get(number % channels.len()).context("there are no connections")?;
            let (link, stream) = (Link::over(channel.clone(), token), SealStream::new());
            let price = 10 + place as u64;
            let seat = RateSeat { link, stream, game: target::id(game), price, revision: 0 };
            bidders.get_mut(number % count).context("nobody bids")?.seats.push(seat);
            number += 1;
        }
    }
    Ok(bidders)
}

pub(super) async fn echo(measure_by: Measure, workers: Vec<Echoer>) -> anyhow::Result<(Rate, Vec<Echoer>)> {
    measure(measure_by, workers).await.context("the bare server does not answer")
}

pub(super) async fn submit(measure_by: Measure, workers: Vec<Bidder>) -> anyhow::Result<(Rate, Vec<Bidder>)> {
    measure(measure_by, workers).await.context("a list is not taken")
}

pub(super) fn sync(folder: &Path) -> anyhow::Result<SpanFigures> {
    use std::io::Write as _;
    let mut file = std::fs::File::create(folder.join("sync")).context("cannot write for a sync")?;
    let mut spans = Spans::default();
    for _ in 0..200 {
        let began = now();
        file.write_all(&[7; 4096])?;
        file.sync_data()?;
        spans.add(began.elapsed());
    }
    Ok(spans.figures())
}
