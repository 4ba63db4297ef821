//! Checkpoints of finished games on a machine that crashes at each step, while a checkpoint is written or its game
//! is read.

use std::collections::BTreeSet;
use std::future::{poll_fn, ready};
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use ishigaki_engine::engine::{ClosedGame, Handle, Options, Recovery, Running, claim_all, start};
use ishigaki_engine::feed::Audience;
use ishigaki_journal::{Journal, StreamId};
use ishigaki_proto::shared::Round;
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Actor, RoundNo, TeamId};
use ishigaki_testkit::{AppendOutcome, CheckpointOutcome, ManualClock, SimJournal};
use tokio::sync::watch;

use super::{bid, items, options};

/// A process on the machine with this disk, which ends when dropped.
struct Process {
    options: Options,
    stop: watch::Sender<bool>,
}

impl Process {
    fn on(disk: &SimJournal) -> Self {
        let (journal, stop) = (Arc::new(disk.attached()) as Arc<dyn Journal>, watch::Sender::new(false));
        Self { options: options("g", &journal, &ManualClock::new(), &stop), stop }
    }

    /// Opens the game as at the start of the process.
    async fn closed(self) -> ClosedGame {
        let journal = Arc::clone(&self.options.journal);
        claim_all(&*journal, vec![self.options]).await.unwrap().remove(0).unwrap().0
    }
}

fn game() -> StreamId {
    StreamId::new("g").unwrap()
}

async fn kept(disk: &SimJournal) -> Option<Bytes> {
    disk.checkpoints(BTreeSet::from([game()])).await.unwrap().remove(&game())
}

/// Returns a disk with an abandoned game. Writing the game's first checkpoint had this outcome.
async fn over(outcome: CheckpointOutcome) -> SimJournal {
    let mut outcomes = vec![outcome];
    let disk = SimJournal::new(|| AppendOutcome::Keep)
        .with_checkpoints(move || outcomes.pop().unwrap_or(CheckpointOutcome::Keep));
    let Process { options, stop: _stop } = Process::on(&disk);
    let Running { handle, .. } = start(options).await.unwrap();
    handle.act("judge", Actor::Judge, Act::OpenRound { round: RoundNo(1) }).await.unwrap();
    bid(&handle, 0, 20).await.unwrap();
    handle.act("judge", Actor::Judge, Act::Abandon { reason: "over".into() }).await.unwrap();
    // The checkpoint is written in the background.
    while !disk.is_down() && !disk.is_poisoned() && disk.unsynced() == 0 {
        if kept(&disk).await.is_some() {
            break;
        }
        tokio::task::yield_now().await;
    }
    disk
}

async fn seen(handle: &Handle) -> (Vec<Round>, Vec<Vec<wire::FeedItem>>) {
    let mut feeds = Vec::new();
    for audience in [Audience::Public, Audience::Team(TeamId(0))] {
        feeds.push(items(handle, audience).await);
    }
    (handle.feeds().opened_rounds(None), feeds)
}

#[tokio::test]
async fn crash_during_a_checkpoint_costs_at_most_one_slow_start() {
    let whole = kept(&over(CheckpointOutcome::Keep).await).await.unwrap();
    for (outcome, synced, is_known) in [
        (CheckpointOutcome::Keep, 0, true),
        (CheckpointOutcome::Slow, 0, false),
        (CheckpointOutcome::Slow, 1, true),
        (CheckpointOutcome::CrashBefore, 0, false),
        (CheckpointOutcome::CrashWritten, 0, false),
        (CheckpointOutcome::CrashWritten, 1, true),
        (CheckpointOutcome::CrashTorn, 0, false),
        (CheckpointOutcome::CrashSynced, 0, true),
        (CheckpointOutcome::Fail, 0, false),
    ] {
        let disk = over(outcome).await;
        disk.crash();
        disk.reopen(synced);
        let game = Process::on(&disk).closed().await;
        assert_eq!(game.is_over(), is_known, "{outcome:?}, {synced} synced");
        Recovery::of(Process::on(&disk).options, &game).finish().await.unwrap();
        assert_eq!(kept(&disk).await.unwrap(), whole, "{outcome:?}: it is there by now, and the same");
        assert_eq!(disk.hasty_checkpoints(), 0, "{outcome:?}");
        disk.crash();
        disk.reopen(0);
        let game = Process::on(&disk).closed().await;
        assert!(game.is_over(), "{outcome:?}: the start after that reads nothing");
    }
}

#[tokio::test]
async fn opened_game_comes_back_after_a_crash_at_any_request() {
    let disk = over(CheckpointOutcome::Keep).await;
    let whole = kept(&disk).await.unwrap();
    disk.crash();
    disk.reopen(0);
    let records = disk.records();
    let mut crashes = 0;
    let (opened, _stop) = loop {
        let game = Process::on(&disk).closed().await;
        assert!(game.is_over());
        let process = Process::on(&disk);
        disk.crash_after(crashes);
        let mut reading = Box::pin(Recovery::of(process.options, &game).finish());
        match poll_fn(|context| Poll::Ready(reading.as_mut().poll(context))).await {
            Poll::Ready(read) => break (read.unwrap().run(), process.stop),
            Poll::Pending => assert!(disk.is_down()),
        }
        crashes += 1;
        disk.reopen(0);
        assert_eq!(disk.records(), records, "a game that is read writes nothing");
        assert_eq!(kept(&disk).await.unwrap(), whole);
    };
    assert!(crashes >= 1, "it reads: {crashes}");
    disk.crash_after(u64::MAX);
    assert_eq!(disk.records(), records);
    assert!(opened.handle.feeds().is_over());
    let copy = disk.copy();
    let process = Process::on(&copy);
    let fresh = start(process.options).await.unwrap();
    assert_eq!(seen(&opened.handle).await, seen(&fresh.handle).await);
}

#[tokio::test]
async fn late_verification_writes_nothing_and_survives_a_crash() {
    let disk = over(CheckpointOutcome::Keep).await;
    disk.crash();
    disk.reopen(0);
    let records = disk.records();
    let game = Process::on(&disk).closed().await;
    disk.crash_after(0);
    let process = Process::on(&disk);
    let mut reading = Box::pin(Recovery::of(process.options, &game).read_behind(|| ready(())));
    assert!(poll_fn(|context| Poll::Ready(reading.as_mut().poll(context))).await.is_pending());
    disk.reopen(0);
    let game = Process::on(&disk).closed().await;
    let read = Recovery::of(Process::on(&disk).options, &game).read_behind(|| ready(())).await;
    assert_eq!(read.finish().await.unwrap().checkpoint(), game.checkpoint());
    assert_eq!(disk.records(), records);
}
