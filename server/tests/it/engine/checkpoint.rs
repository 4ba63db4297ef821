//! The checkpoint of a game that is over, on a machine that stops at each step: while one is kept, and while its game comes back.

use std::collections::BTreeSet;
use std::future::{poll_fn, ready};
use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use ishigaki_engine::engine::{
    AfterOutage, DormantGame, Handle, Options, Running, Started, SweepExtent, start, start_all, verify, wake,
};
use ishigaki_engine::feed::Audience;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_journal::{Journal as _, StreamId};
use ishigaki_proto::shared::Round;
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Actor, RoundNo, TeamId, TeamSpec};
use ishigaki_scenarios::Scenario;
use ishigaki_testkit::{AppendOutcome, CheckpointOutcome, ManualClock, SeededEntropy, SimJournal};
use tokio::sync::watch;

use super::{bid, items, key};

/// A process on the machine with this disk; it ends when it is dropped.
struct Process {
    options: Options,
    stop: watch::Sender<bool>,
}

impl Process {
    fn on(disk: &SimJournal) -> Self {
        let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
        let (sender, stop) = watch::channel(false);
        let options = Options {
            id: game(),
            setup: Scenario::find("tiny-2").unwrap().setup(vec![team("a"), team("b")]).unwrap(),
            journal: Arc::new(disk.attached()),
            clock: Arc::new(ManualClock::new()),
            entropy: Arc::new(SeededEntropy::new(1)),
            key: key(),
            after_outage: AfterOutage::Resume,
            meter: Meter::default(),
            spool: Spool::default(),
            stop,
        };
        Self { options, stop: sender }
    }

    /// What becomes of the game when the process starts.
    async fn started(self) -> (Started, watch::Sender<bool>) {
        let journal = Arc::clone(&self.options.journal);
        let mut started = start_all(&*journal, vec![self.options], SweepExtent::Most).await.unwrap();
        (started.remove(0).unwrap(), self.stop)
    }
}

fn game() -> StreamId {
    StreamId::new("g").unwrap()
}

async fn kept(disk: &SimJournal) -> Option<Bytes> {
    disk.checkpoints(BTreeSet::from([game()])).await.unwrap().remove(&game())
}

/// A disk with a game that was abandoned, and whose first checkpoint has met this outcome.
async fn over(outcome: CheckpointOutcome) -> SimJournal {
    let mut outcomes = vec![outcome];
    let disk = SimJournal::new(|| AppendOutcome::Keep)
        .with_checkpoints(move || outcomes.pop().unwrap_or(CheckpointOutcome::Keep));
    let Process { options, stop: _stop } = Process::on(&disk);
    let Running { handle, .. } = start(options).await.unwrap();
    handle.act("judge", Actor::Judge, Act::OpenRound { round: RoundNo(1) }).await.unwrap();
    bid(&handle, 0, 20).await.unwrap();
    handle.act("judge", Actor::Judge, Act::Abandon { reason: "over".into() }).await.unwrap();
    // It is kept while everything goes on.
    while !disk.is_down() && !disk.is_poisoned() && disk.unsynced() == 0 {
        if kept(&disk).await.is_some() {
            break;
        }
        tokio::task::yield_now().await;
    }
    disk
}

/// What everybody may see of the game, and team a of its own.
async fn seen(handle: &Handle) -> (Vec<Round>, Vec<Vec<wire::FeedItem>>) {
    let mut feeds = Vec::new();
    for audience in [Audience::Public, Audience::Team(TeamId(0))] {
        feeds.push(items(handle, audience).await);
    }
    (handle.feeds().opened_rounds(None), feeds)
}

#[tokio::test]
async fn a_crash_at_any_step_of_a_checkpoint_costs_at_most_one_slow_start() {
    let whole = kept(&over(CheckpointOutcome::Keep).await).await.unwrap();
    for (outcome, synced, is_dormant) in [
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
        let (started, _stop) = Process::on(&disk).started().await;
        assert_eq!(matches!(started, Started::Dormant(_)), is_dormant, "{outcome:?}, {synced} synced");
        assert_eq!(kept(&disk).await.unwrap(), whole, "{outcome:?}: it is there by now, and the same");
        assert_eq!(disk.hasty_checkpoints(), 0, "{outcome:?}");
        disk.crash();
        disk.reopen(0);
        let (started, _stop) = Process::on(&disk).started().await;
        assert!(matches!(started, Started::Dormant(_)), "{outcome:?}: the start after that reads nothing");
    }
}

/// The game as a process has it that has just started on this disk.
async fn dormant(disk: &SimJournal) -> DormantGame {
    match Process::on(disk).started().await.0 {
        Started::Dormant(game) => game,
        Started::Running(_) => panic!("it has a checkpoint"),
    }
}

#[tokio::test]
async fn a_game_that_is_woken_comes_back_whichever_request_the_machine_stops_at() {
    let disk = over(CheckpointOutcome::Keep).await;
    let whole = kept(&disk).await.unwrap();
    disk.crash();
    disk.reopen(0);
    let records = disk.records();
    let mut crashes = 0;
    let (woken, _stop) = loop {
        let game = dormant(&disk).await;
        let process = Process::on(&disk);
        disk.crash_after(crashes);
        let mut waking = Box::pin(wake(process.options, &game));
        match poll_fn(|context| Poll::Ready(waking.as_mut().poll(context))).await {
            Poll::Ready(running) => break (running.unwrap(), process.stop),
            Poll::Pending => assert!(disk.is_down()),
        }
        crashes += 1;
        disk.reopen(0);
        assert_eq!(disk.records(), records, "a game that comes back writes nothing");
        assert_eq!(kept(&disk).await.unwrap(), whole);
    };
    assert!(crashes >= 3, "it claims, looks for its checkpoint, and reads: {crashes}");
    disk.crash_after(u64::MAX);
    assert_eq!(disk.records(), records);
    assert!(woken.handle.feeds().is_over());
    let copy = disk.copy();
    let process = Process::on(&copy);
    let fresh = start(process.options).await.unwrap();
    assert_eq!(seen(&woken.handle).await, seen(&fresh.handle).await);
}

#[tokio::test]
async fn what_is_verified_behind_writes_nothing_and_a_crash_in_it_changes_nothing() {
    let disk = over(CheckpointOutcome::Keep).await;
    disk.crash();
    disk.reopen(0);
    let records = disk.records();
    let game = dormant(&disk).await;
    disk.crash_after(0);
    let process = Process::on(&disk);
    let mut verifying = Box::pin(verify(process.options, &game, || ready(())));
    assert!(poll_fn(|context| Poll::Ready(verifying.as_mut().poll(context))).await.is_pending());
    disk.reopen(0);
    let game = dormant(&disk).await;
    verify(Process::on(&disk).options, &game, || ready(())).await.unwrap();
    assert_eq!(disk.records(), records);
}
