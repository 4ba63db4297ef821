//! Delay from one event until the last of many watchers has it, compared with a bare stream of the same size.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::Context as _;
use bytes::Bytes;
use ishigaki_client::{Link, now};
use ishigaki_proto::judge::{AnnounceRequest, PauseGameRequest, ResumeGameRequest};
use ishigaki_proto::watch::WatchGameRequest;
use ishigaki_proto::wire::{self, feed_item::Body};
use ishigaki_rules::Announcement;
use prost::Message as _;
use tokio::sync::{Notify, Semaphore, mpsc};
use tokio::task::JoinSet;
use tonic::transport::Channel;

use super::bare::BareClient;
use super::figures::Spans;
use super::target::{self, LoadTarget};
use super::wire::ServerLine;

const AT_A_TIME: usize = 64;

const DELIVERY_TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Default)]
struct ReceivedCounter {
    got: AtomicUsize,
    all: AtomicUsize,
    complete: Notify,
}

impl ReceivedCounter {
    fn add(&self) {
        if self.got.fetch_add(1, Ordering::AcqRel) + 1 == self.all.load(Ordering::Acquire) {
            self.complete.notify_one();
        }
    }

    async fn complete(&self) -> anyhow::Result<()> {
        let complete = tokio::time::timeout(DELIVERY_TIMEOUT, self.complete.notified()).await;
        let got = self.got.swap(0, Ordering::AcqRel);
        complete.with_context(|| format!("only {got} watchers got an event"))
    }
}

pub(super) struct WatcherGroup {
    received: Arc<ReceivedCounter>,
    watchers: JoinSet<anyhow::Result<()>>,
}

impl WatcherGroup {
    fn of(count: usize) -> Self {
        let received = ReceivedCounter::default();
        received.all.store(count, Ordering::Release);
        Self { received: Arc::new(received), watchers: JoinSet::new() }
    }

    async fn complete(&mut self) -> anyhow::Result<()> {
        tokio::select! {
            complete = self.received.complete() => complete,
            Some(ended) = self.watchers.join_next() => {
                ended??;
                anyhow::bail!("a watcher's stream has ended")
            }
        }
    }
}

fn channels(wire: &ServerLine, count: usize, per_connection: usize) -> Vec<Channel> {
    (0..count.div_ceil(per_connection.max(1))).map(|_| wire.channel()).collect()
}

pub(super) async fn watch(
    target: &LoadTarget,
    count: usize,
    per_connection: usize,
) -> anyhow::Result<WatcherGroup> {
    let mut audience = WatcherGroup::of(count);
    let channels = channels(target.wire(), count, per_connection);
    let gate = Arc::new(Semaphore::new(AT_A_TIME));
    let (here, mut arrived) = mpsc::channel(count.max(1));
    for channel in channels.iter().cycle().take(count) {
        let mut client = Link::over(channel.clone(), target.board()).watch();
        let (received, gate, here) = (Arc::clone(&audience.received), Arc::clone(&gate), here.clone());
        audience.watchers.spawn(async move {
            let entrance = gate.acquire().await?;
            let request = WatchGameRequest { game: target::id(0), from_sequence: 1, ..Default::default() };
            let mut items =
                client.watch_game(request).await.context("a watcher cannot come in")?.into_inner();
            let mut entrance = Some(entrance);
            while let Some(answer) = items.message().await.context("a watcher's feed broke")? {
                let item = answer.item.context("an answer without an item")?;
                match item.body {
                    // The first pulse with `caught_up` follows all existing items.
                    Some(Body::Pulse(pulse)) if pulse.caught_up && entrance.take().is_some() => {
                        here.send(()).await?;
                    }
                    Some(Body::Event(_)) if entrance.is_none() => received.add(),
                    _ => {}
                }
            }
            Ok(())
        });
    }
    drop(here);
    for _ in 0..count {
        arrived.recv().await.context("a watcher did not arrive")?;
    }
    Ok(audience)
}

pub(super) async fn subscribe(
    wire: &ServerLine,
    count: usize,
    per_connection: usize,
) -> anyhow::Result<WatcherGroup> {
    let mut audience = WatcherGroup::of(count);
    let channels = channels(wire, count, per_connection);
    let gate = Arc::new(Semaphore::new(AT_A_TIME));
    let (here, mut arrived) = mpsc::channel(count.max(1));
    for channel in channels.iter().cycle().take(count) {
        let mut client = BareClient::new(channel.clone());
        let (received, gate, here) = (Arc::clone(&audience.received), Arc::clone(&gate), here.clone());
        audience.watchers.spawn(async move {
            let entrance = gate.acquire().await?;
            let mut parcels = client.subscribe().await?;
            parcels.message().await?.context("the bare stream is empty")?;
            here.send(()).await?;
            drop(entrance);
            while parcels.message().await?.is_some() {
                received.add();
            }
            Ok(())
        });
    }
    drop(here);
    for _ in 0..count {
        arrived.recv().await.context("a subscriber did not arrive")?;
    }
    Ok(audience)
}

pub(super) async fn events(
    target: &LoadTarget,
    audience: &mut WatcherGroup,
    times: usize,
) -> anyhow::Result<Spans> {
    let mut judge = target.judge().judge();
    let mut spans = Spans::default();
    for time in 0..times {
        let began = now();
        if time % 2 == 0 {
            let request = PauseGameRequest { game: target::id(0), reason: "load".into() };
            judge.pause_game(request).await.context("the game cannot be paused")?;
        } else {
            let request = ResumeGameRequest { game: target::id(0) };
            judge.resume_game(request).await.context("the game cannot be resumed")?;
        }
        audience.complete().await?;
        spans.add(began.elapsed());
    }
    Ok(spans)
}

pub(super) async fn announcements(
    target: &LoadTarget,
    audience: &mut WatcherGroup,
    times: usize,
) -> anyhow::Result<Spans> {
    let mut judge = target.judge().judge();
    let mut spans = Spans::default();
    let english = "a".repeat(Announcement::LONGEST);
    for _ in 0..times {
        let text = Some(wire::Announcement { english: english.clone(), japanese: String::new() });
        let request = AnnounceRequest { game: target::id(0), text, ..Default::default() };
        let began = now();
        judge.announce(request).await.context("nothing can be announced")?;
        audience.complete().await?;
        spans.add(began.elapsed());
    }
    Ok(spans)
}

pub(super) async fn parcels(
    wire: &ServerLine,
    audience: &mut WatcherGroup,
    times: usize,
    size: usize,
) -> anyhow::Result<Spans> {
    let mut client = BareClient::new(wire.channel());
    // The first call establishes the connection.
    client.echo(Bytes::new()).await?;
    let mut spans = Spans::default();
    for _ in 0..times {
        let began = now();
        client.publish(Bytes::from(vec![7; size])).await?;
        audience.complete().await?;
        spans.add(began.elapsed());
    }
    Ok(spans)
}

pub(super) async fn size_of_event(target: &LoadTarget) -> anyhow::Result<usize> {
    let mut judge = target.judge().judge();
    judge.pause_game(PauseGameRequest { game: target::id(0), reason: "load".into() }).await?;
    judge.resume_game(ResumeGameRequest { game: target::id(0) }).await?;
    let mut board = Link::over(target.wire().channel(), target.board()).watch();
    let request = WatchGameRequest { game: target::id(0), from_sequence: 2, ..Default::default() };
    let mut items = board.watch_game(request).await?.into_inner();
    let first = items.message().await?.context("the feed is empty")?;
    Ok(first.encoded_len())
}
