//! The time grid of answers: no answer shows whether another team's list is being replaced (`A4`).

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures_core::future::BoxFuture;
use ishigaki_engine::clock::{Clock as _, Monotonic};
use ishigaki_engine::engine::{AfterOutage, Handle};
use ishigaki_engine::feed::Audience;
use ishigaki_journal::{
    Append, AppendError, Journal, MemoryJournal, Pending, Record, Sequence, StreamClaim, StreamId,
};
use ishigaki_rules::{Act, Actor, RoundNo};
use ishigaki_testkit::ManualClock;
use tokio::sync::Mutex;

use super::{ManualGame, seal, turns};

/// Step of the time grid, in milliseconds.
const STEP: u64 = 50;

/// A journal with a delay for each append, one after the other.
struct SlowJournal {
    sound: MemoryJournal,
    clock: ManualClock,
    delay: Arc<AtomicU64>,
    turn: Mutex<()>,
}

impl Journal for SlowJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.sound.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            let delay = self.delay.load(Ordering::Relaxed);
            self.clock.reach(Monotonic(self.clock.now().0 + delay)).await;
            self.sound.append(append).await
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        self.sound.read(stream, from, limit)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.sound.streams()
    }
}

/// An act of an observer who wants to know whether team a replaces its list.
#[derive(Clone, Copy, Debug)]
enum Probe {
    Remark,
    OwnList,
}

/// Times at which the answer to a probe and the next public item are sent.
#[derive(Debug, PartialEq, Eq)]
struct DepartureTimes {
    answer: u64,
    item: Option<u64>,
}

async fn perform(game: Handle, probe: Probe) {
    match probe {
        Probe::Remark => {
            let remark = Act::Remark { text: "a remark".into() };
            drop(game.act("judge", Actor::Judge, remark).await.unwrap());
        }
        Probe::OwnList => drop(seal(&game, 1, 1, 11).await.unwrap()),
    }
}

/// Returns when a probe sent at `asked` is answered, if team a replaces its list at `replaced` or not at all.
async fn departure_times(
    probe: Probe,
    (step, delay): (u64, u64),
    at: u64,
    replaced: Option<u64>,
) -> DepartureTimes {
    let clock = ManualClock::new().with_grid(step);
    let started = Arc::new(AtomicU64::new(0));
    let journal = SlowJournal {
        sound: MemoryJournal::new(),
        clock: clock.clone(),
        delay: Arc::clone(&started),
        turn: Mutex::default(),
    };
    let opened = ManualGame::by(clock.clone(), AfterOutage::Resume, Arc::new(journal)).await;
    started.store(delay, Ordering::Relaxed);
    let game = opened.game().clone();
    let played = tokio::spawn(async move {
        game.act("judge", Actor::Judge, Act::OpenRound { round: RoundNo(1) }).await.unwrap();
        seal(&game, 0, 0, 10).await.unwrap();
        seal(&game, 1, 0, 10).await.unwrap();
    });
    for _ in 0..70 {
        clock.advance(10);
        turns().await;
    }
    assert!(played.is_finished(), "the round is open, and both teams have sealed");
    let mut feed = opened.game().feeds().watch(Audience::Public, 5).unwrap();
    assert_eq!(feed.next().await.unwrap().sequence, 0, "it has all there is");
    let item = tokio::spawn({
        let clock = clock.clone();
        async move {
            let item = feed.next().await.unwrap();
            (item.sequence > 0).then(|| clock.now().0)
        }
    });
    let mut answer = None;
    for moment in 700..900 {
        if replaced == Some(moment) {
            let game = opened.game().clone();
            tokio::spawn(async move { seal(&game, 0, 1, 12).await.unwrap() });
        }
        if moment == at {
            let (game, clock) = (opened.game().clone(), clock.clone());
            answer = Some(tokio::spawn(async move {
                perform(game, probe).await;
                clock.now().0
            }));
        }
        turns().await;
        clock.advance(1);
        turns().await;
    }
    let item = if item.is_finished() { item.await.unwrap() } else { None };
    DepartureTimes { answer: answer.unwrap().await.unwrap(), item }
}

#[tokio::test]
async fn granted_acts_leave_at_the_same_moment_despite_replacements() {
    for probe in [Probe::Remark, Probe::OwnList] {
        for delay in [1, 10, 49] {
            for at in [725, 749, 750] {
                let undisturbed = departure_times(probe, (STEP, delay), at, None).await;
                for before in [0, 5, 24] {
                    let busy = departure_times(probe, (STEP, delay), at, Some(at - before)).await;
                    assert_eq!(
                        busy, undisturbed,
                        "{probe:?} at {at}, {before} ms after; {delay} ms a commit"
                    );
                }
            }
        }
    }
}

#[tokio::test]
async fn granted_acts_without_a_grid_wait_for_the_commit_under_way() {
    let undisturbed = departure_times(Probe::Remark, (0, 10), 725, None).await;
    let busy = departure_times(Probe::Remark, (0, 10), 725, Some(720)).await;
    assert_eq!((undisturbed.answer, busy.answer), (735, 740), "the test can tell them apart");
}
