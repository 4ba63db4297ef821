//! The engine without a server: stamps and deadlines, a failing journal, a second writer.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

mod checkpoint;
mod feeds;
mod grid;
mod unreadable_games;

use std::sync::Arc;

use futures_core::future::BoxFuture;
use ishigaki_engine::archive::Extent;
use ishigaki_engine::engine::{
    Acceptance, ActError, AfterOutage, Handle, Options, RecoveredSubject, Running, StartError, StopReason,
    claim_all, start, sweep,
};
use ishigaki_engine::feed::Audience;
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_journal::{
    Append, AppendError, Journal, MemoryJournal, Pending, Record, Sequence, SqliteJournal, StreamClaim,
    StreamId,
};
use ishigaki_proto::wire;
use ishigaki_rules::auction::Bid;
use ishigaki_rules::{
    Act, Actor, ClosePolicy, GameTime, LotId, Millis, Rejection, Revision, RoundNo, Secret, TeamId, TeamSpec,
    Tsuyama,
};
use ishigaki_scenarios::Scenario;
use ishigaki_testkit::{FaultyJournal, ManualClock, SeededEntropy};
use tokio::sync::{Mutex, watch};

/// Returns the same key for every engine of these tests.
fn key() -> Arc<ServerKey> {
    Arc::new(ServerKey::make(&SeededEntropy::new(7)).unwrap())
}

struct ManualGame {
    clock: ManualClock,
    running: Running,
    stop: watch::Sender<bool>,
}

impl ManualGame {
    async fn open(journal: Arc<dyn Journal>) -> Self {
        Self::after(AfterOutage::Resume, journal).await
    }

    async fn after(after_outage: AfterOutage, journal: Arc<dyn Journal>) -> Self {
        Self::by(ManualClock::new(), after_outage, journal).await
    }

    async fn by(clock: ManualClock, after_outage: AfterOutage, journal: Arc<dyn Journal>) -> Self {
        let stop = watch::Sender::new(false);
        let mut options = Options { after_outage, ..options("g", &journal, &clock, &stop) };
        options.setup.rounds.iter_mut().for_each(|plan| plan.close = ClosePolicy::AtDeadline);
        Self { clock, running: start(options).await.unwrap(), stop }
    }

    fn game(&self) -> &Handle {
        &self.running.handle
    }

    async fn open_round(&self) -> Result<Acceptance, ActError> {
        self.game().act("judge", Actor::Judge, Act::OpenRound { round: RoundNo(1) }).await
    }

    async fn bid(&self, replaces: u32, price: u64) -> Result<Acceptance, ActError> {
        bid(self.game(), replaces, price).await
    }
}

async fn bid(game: &Handle, replaces: u32, price: u64) -> Result<Acceptance, ActError> {
    seal(game, 0, replaces, price).await
}

async fn seal(game: &Handle, team: u32, replaces: u32, price: u64) -> Result<Acceptance, ActError> {
    let team = TeamId(team);
    let replaces = (replaces > 0).then_some(Revision(replaces));
    let bids = Secret(vec![Bid { lot: LotId(0), price: Tsuyama(price) }]);
    game.act(
        "a",
        Actor::Team(team),
        Act::SubmitBids { team, attempt: None, round: RoundNo(1), replaces, bids, by_hand: None },
    )
    .await
}

#[tokio::test]
async fn list_stamped_in_time_counts_however_long_the_queue() {
    let served = ManualGame::open(Arc::new(MemoryJournal::new())).await;
    served.open_round().await.unwrap();
    served.clock.advance(89_999);
    // All lists are stamped and queued before the engine processes the first one.
    let calls: Vec<_> = (0..1_000)
        .map(|nth| {
            let game = served.game().clone();
            Box::pin(async move { bid(&game, nth, 10).await })
        })
        .collect();
    let mut waiting = Vec::new();
    for mut call in calls {
        let polled =
            std::future::poll_fn(|context| std::task::Poll::Ready(call.as_mut().poll(context))).await;
        assert!(polled.is_pending(), "it is queued, and waits for its answer");
        waiting.push(call);
    }
    served.clock.advance(1);
    let late = served.bid(1_000, 10).await;
    for call in waiting {
        call.await.unwrap();
    }
    assert!(matches!(late, Err(ActError::Rejected(Rejection::Late { .. }))), "{late:?}");
}

#[tokio::test]
async fn failed_journal_stops_the_game_and_shows_nothing_undurable() {
    let journal = Arc::new(FaultyJournal::new());
    let served = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    served.open_round().await.unwrap();
    served.bid(0, 10).await.unwrap();
    let mut watch = served.game().feeds().watch(Audience::Team(TeamId(0)), 1).unwrap();
    journal.break_down();
    assert_eq!(served.bid(1, 20).await.unwrap_err(), ActError::Stopped(StopReason::Journal));
    assert_eq!(served.bid(1, 20).await.unwrap_err(), ActError::Stopped(StopReason::Journal));
    let mut shown = Vec::new();
    while let Some(item) = watch.next().await {
        shown.extend((item.sequence > 0).then(|| item.item().unwrap()));
    }
    assert_eq!(served.game().feeds().stop_reason(), Some(StopReason::Journal));
    assert_eq!(shown.len(), 3, "set-up, round opened, the first list; then the feed ends");
    let Some(wire::feed_item::Body::Event(last)) = &shown[2].body else {
        panic!("an event");
    };
    let Some(wire::event::Fact::BidsSealed(sealed)) = &last.fact else {
        panic!("a sealed list");
    };
    assert_eq!(sealed.sealed.as_ref().unwrap().bids[0].price, 10);
}

#[tokio::test]
async fn second_engine_on_same_game_fences_first() {
    let journal = Arc::new(MemoryJournal::new());
    let first = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    first.open_round().await.unwrap();
    let second = ManualGame::open(journal).await;
    assert_eq!(first.bid(0, 10).await.unwrap_err(), ActError::Stopped(StopReason::Elsewhere));
    second.bid(0, 12).await.unwrap();
}

#[tokio::test]
async fn stopped_engine_rejects_bids() {
    let served = ManualGame::open(Arc::new(MemoryJournal::new())).await;
    served.stop.send(true).unwrap();
    served.running.task.await.unwrap();
    assert_eq!(
        bid(&served.running.handle, 0, 10).await.unwrap_err(),
        ActError::Stopped(StopReason::Stopping)
    );
}

#[tokio::test]
async fn outage_counts_from_last_heartbeat() {
    let journal = Arc::new(MemoryJournal::new());
    let first = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    first.open_round().await.unwrap();
    let heads = async || journal.streams().await.unwrap()[0].1.0;
    let before = heads().await;
    first.clock.advance(42_000);
    while heads().await == before {
        tokio::task::yield_now().await;
    }
    let second = ManualGame::open(journal.clone()).await;
    assert_eq!(second.game().now(), GameTime(42_000), "nobody loses more than the time since the heartbeat");
    second.clock.advance(47_999);
    bid(second.game(), 0, 10).await.unwrap();
    second.clock.advance(1);
    assert!(bid(second.game(), 1, 11).await.is_err(), "the window had 48 s left, and has used them");
}

/// Returns the game time at which a game resumes after an outage. The outage comes after this many quarters of a
/// second with a sealed list, which is replaced after 41 quarters if `is_replaced`.
async fn time_after_an_outage(quarters: u32, is_replaced: bool) -> GameTime {
    let journal = Arc::new(MemoryJournal::new());
    let first = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    first.open_round().await.unwrap();
    first.bid(0, 10).await.unwrap();
    for quarter in 1..=quarters {
        first.clock.advance(250);
        if is_replaced && quarter == 41 {
            first.bid(1, 11).await.unwrap();
        }
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
    }
    ManualGame::open(journal).await.game().now()
}

#[tokio::test]
async fn heartbeats_do_not_tell_that_a_list_was_replaced() {
    for quarters in 39..=52 {
        let beat = GameTime(u64::from(quarters / 4) * 1_000);
        assert_eq!(time_after_an_outage(quarters, false).await, beat, "{quarters}");
        assert_eq!(time_after_an_outage(quarters, true).await, beat, "{quarters}");
    }
}

/// A journal that can be stalled and handles one request at a time.
#[derive(Default)]
struct SerialJournal {
    sound: MemoryJournal,
    turn: Mutex<()>,
    stands_still: watch::Sender<bool>,
}

impl Journal for SerialJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.sound.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            self.stands_still.subscribe().wait_for(|still| !still).await.unwrap();
            self.sound.append(append).await
        })
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            self.sound.read(stream, from, limit).await
        })
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.sound.streams()
    }
}

/// Sends a request that could reveal by its delay whether team a is replacing its list.
async fn ask_question(game: &Handle, question: usize) {
    let nothing = Act::Extend { by: Millis(0), reason: "none".into() };
    match question {
        0 => drop(game.record().read(1, 0, Extent::Whole).await.unwrap()),
        1 => drop(seal(game, 1, 7, 10).await.unwrap_err()),
        2 => drop(game.act("judge", Actor::Judge, nothing).await.unwrap_err()),
        3 => drop(game.feeds().opened_rounds(None)),
        4 => drop(game.feeds().watch(Audience::Public, 1).unwrap().next().await.unwrap()),
        _ => drop(game.feeds().survey()),
    }
}

#[tokio::test]
async fn delay_of_answers_does_not_tell_that_a_list_is_replaced() {
    const GUESSES: usize = 100;
    let journal = Arc::new(SerialJournal::default());
    let served = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    served.open_round().await.unwrap();
    let mut revision = served.bid(0, 10).await.map(|_| 1).unwrap();
    turns().await;
    let mut chance = 2_463_534_242_u32;
    for question in 0..6 {
        let (mut right, mut replaced) = (0, 0);
        for _ in 0..GUESSES {
            chance ^= chance << 13;
            chance ^= chance >> 17;
            chance ^= chance << 5;
            let is_replaced = chance.is_multiple_of(2);
            let handle = served.game().clone();
            journal.stands_still.send_replace(true);
            let sealing = is_replaced.then(|| {
                let game = served.game().clone();
                tokio::spawn(async move { bid(&game, revision, 11).await.unwrap() })
            });
            turns().await;
            let answer = tokio::spawn(async move { ask_question(&handle, question).await });
            turns().await;
            let guess = !answer.is_finished();
            journal.stands_still.send_replace(false);
            answer.await.unwrap();
            if let Some(sealing) = sealing {
                sealing.await.unwrap();
                (revision, replaced) = (revision + 1, replaced + 1);
            }
            right += usize::from(guess == is_replaced);
        }
        assert!((30..=70).contains(&replaced), "{replaced} of {GUESSES}");
        // An observer without information who always answers "no" is right this often.
        assert_eq!(right, GUESSES - replaced, "question {question}: guesses are not by luck");
    }
}

/// Returns when the first event after an outage happens: a remark by the judge, or the pause of a game that waits
/// for the judge. A list may have been replaced just before the outage.
async fn first_moment_after(after_outage: AfterOutage, span: u64, is_replaced: bool) -> u64 {
    let journal = Arc::new(MemoryJournal::new());
    let first = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    first.open_round().await.unwrap();
    first.bid(0, 10).await.unwrap();
    first.clock.advance(span);
    turns().await;
    if is_replaced {
        first.bid(1, 11).await.unwrap();
    }
    let second = ManualGame::after(after_outage, journal).await;
    if after_outage == AfterOutage::Resume {
        let remark = Act::Remark { text: "on".into() };
        second.game().act("judge", Actor::Judge, remark).await.unwrap();
    }
    let items = items(second.game(), Audience::Public).await;
    let Some(wire::feed_item::Body::Event(last)) = items.last().and_then(|item| item.body.clone()) else {
        panic!("an event");
    };
    last.at_ms
}

#[tokio::test]
async fn time_after_outage_does_not_reveal_replaced_list() {
    // Mid-second, at the end of a second, and where the window closes before the second ends: at 90 s.
    for (span, soonest) in [(1, 1_000), (999, 1_000), (1_000, 2_000), (41_300, 42_000), (89_999, 89_999)] {
        for after_outage in [AfterOutage::Resume, AfterOutage::Wait] {
            for is_replaced in [false, true] {
                let moment = first_moment_after(after_outage, span, is_replaced).await;
                assert_eq!(moment, soonest, "{after_outage:?} after {span} ms, {is_replaced}");
            }
        }
    }
}

/// A refusal waits until the state that it reveals is durable.
#[tokio::test]
async fn rejection_waits_for_durability_of_its_cause() {
    let journal = Arc::new(SerialJournal::default());
    let served = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    served.open_round().await.unwrap();
    journal.stands_still.send_replace(true);
    let game = served.game().clone();
    let own = tokio::spawn(async move { bid(&game, 0, 10).await });
    turns().await;
    let game = served.game().clone();
    let stale = tokio::spawn(async move { bid(&game, 0, 11).await });
    turns().await;
    assert!(!stale.is_finished(), "it would tell of a list that may still be lost");
    journal.stands_still.send_replace(false);
    own.await.unwrap().unwrap();
    let refused = stale.await.unwrap().unwrap_err();
    assert!(matches!(refused, ActError::Rejected(Rejection::Replaced { .. })), "{refused:?}");
}

/// Yields until all ready tasks have run.
async fn turns() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

pub(crate) fn options(
    id: &str,
    journal: &Arc<dyn Journal>,
    clock: &ManualClock,
    stop: &watch::Sender<bool>,
) -> Options {
    let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
    Options {
        id: StreamId::new(id).unwrap(),
        setup: Scenario::find("tiny-2").unwrap().setup(vec![team("a"), team("b")]).unwrap(),
        journal: Arc::clone(journal),
        clock: Arc::new(clock.clone()),
        entropy: Arc::new(SeededEntropy::new(1)),
        key: key(),
        after_outage: AfterOutage::Resume,
        meter: Meter::default(),
        spool: Spool::default(),
        stop: stop.subscribe(),
    }
}

/// Claims these games, reads the journal once, and opens them all.
async fn open_many(
    ids: &[&str],
    journal: &Arc<dyn Journal>,
    stop: &watch::Sender<bool>,
) -> Vec<Result<Running, StartError>> {
    let options = ids.iter().map(|id| one_of_many(id, journal, stop)).collect();
    let claimed = claim_all(&**journal, options).await.unwrap().into_iter();
    let recoveries = claimed.filter_map(|claimed| claimed.unwrap().1);
    let mut opened = Vec::new();
    for recovery in sweep(&**journal, recoveries.collect()).await.unwrap() {
        opened.push(recovery.finish().await.map(RecoveredSubject::run));
    }
    opened
}

fn one_of_many(id: &str, journal: &Arc<dyn Journal>, stop: &watch::Sender<bool>) -> Options {
    options(id, journal, &ManualClock::new(), stop)
}

async fn start_many(
    ids: &[&str],
    journal: &Arc<dyn Journal>,
) -> Result<(Vec<Running>, watch::Sender<bool>), StartError> {
    let stop = watch::Sender::new(false);
    let running: Result<_, _> = open_many(ids, journal, &stop).await.into_iter().collect();
    Ok((running?, stop))
}

async fn shown(running: &[Running]) -> Vec<Vec<wire::FeedItem>> {
    let mut feeds = Vec::new();
    for running in running {
        for audience in [Audience::Public, Audience::Team(TeamId(0)), Audience::Team(TeamId(1))] {
            feeds.push(items(&running.handle, audience).await);
        }
    }
    feeds
}

/// Games of different lengths, with too many records to be read game by game. One has not begun.
const MANY: [&str; 4] = ["long", "new", "short", "middle"];

async fn play(running: &[Running]) {
    for (running, bids) in running.iter().zip([900, 0, 2, 500]).filter(|(_, bids)| *bids > 0) {
        running.handle.act("judge", Actor::Judge, Act::OpenRound { round: RoundNo(1) }).await.unwrap();
        for nth in 0..bids {
            bid(&running.handle, nth, 10).await.unwrap();
        }
    }
}

/// Copies all records of one journal to another, alternating between streams.
async fn copy(from: &dyn Journal, to: &dyn Journal) {
    let mut copies = Vec::new();
    for (stream, _) in from.streams().await.unwrap() {
        let records = from.read(stream.clone(), Sequence::START, usize::MAX).await.unwrap();
        copies.push((to.claim(stream.clone()).await.unwrap(), stream, records));
    }
    for turn in 0..10 {
        for (claim, stream, records) in &mut copies {
            let part = records.iter().skip(turn * 100).take(100).map(|record| record.bytes.clone()).collect();
            let (stream, epoch, expected) = (stream.clone(), claim.epoch, claim.head);
            let append = Append { stream, epoch, expected, records: part };
            if !append.records.is_empty() {
                claim.head = to.append(append).await.unwrap();
            }
        }
    }
}

#[tokio::test]
async fn many_games_come_back_the_same_from_any_journal() {
    let played: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let (first, _stop) = start_many(&MANY, &played).await.unwrap();
    play(&first).await;
    let before = shown(&first).await;
    let folder = tempfile::tempdir().unwrap();
    let file = SqliteJournal::open(folder.path().join("journal")).unwrap();
    // The last journal returns no records for a sweep.
    let journals: [Arc<dyn Journal>; 3] =
        [Arc::new(file), Arc::new(MemoryJournal::new()), Arc::new(FaultyJournal::new())];
    for journal in journals {
        copy(&*played, &*journal).await;
        let (second, _stop) = start_many(&MANY, &journal).await.unwrap();
        let ids: Vec<_> = second.iter().map(|running| running.handle.id().as_str()).collect();
        assert_eq!(ids, MANY);
        assert!(shown(&second).await == before);
        bid(&second[0].handle, 900, 11).await.unwrap();
    }
    let last = before[1].last().unwrap();
    assert_eq!(
        last.sequence, 902,
        "after set-up, round opened, and all lists of the first game's first team"
    );
}

#[tokio::test]
async fn damaged_games_of_many_are_named_and_others_served() {
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let (first, _stop) = start_many(&MANY, &journal).await.unwrap();
    play(&first).await;
    for game in ["middle", "short"] {
        let stream = StreamId::new(game).unwrap();
        let claim = journal.claim(stream.clone()).await.unwrap();
        let records = vec![bytes::Bytes::from_static(b"\xff")];
        let append = Append { stream, epoch: claim.epoch, expected: claim.head, records };
        journal.append(append).await.unwrap();
    }
    let stop = watch::Sender::new(false);
    let second = open_many(&MANY, &journal, &stop).await;
    let results = second.iter().map(|game| game.as_ref().map(|running| running.handle.id().to_string()));
    let results: Vec<_> = results.map(|game| game.map_err(ToString::to_string)).collect();
    assert_eq!(results[..2], [Ok("long".to_owned()), Ok("new".to_owned())]);
    assert_eq!(results[2], Err("can't read record 5 of game short".to_owned()));
    assert!(results[3].as_ref().is_err_and(|why| why.contains("of game middle")), "{results:?}");
}

async fn items(game: &Handle, audience: Audience) -> Vec<wire::FeedItem> {
    let mut watch = game.feeds().watch(audience, 1).unwrap();
    let mut items = Vec::new();
    while let Some(item) = watch.next().await {
        if item.sequence == 0 {
            break;
        }
        items.push(wire::FeedItem { clock: None, ..item.item().unwrap() });
    }
    items
}
