//! The engine by itself: stamps and deadlines, a failing journal, a second writer.
#![expect(clippy::unwrap_used, reason = "test set-up that fails is a failed test")]

mod checkpoint;
mod feeds;
mod grid;
mod rotten;

use std::sync::Arc;

use futures_core::future::BoxFuture;
use ishigaki_engine::archive::Extent;
use ishigaki_engine::engine::{
    Acceptance, ActError, AfterOutage, Handle, Options, Running, StartError, StopReason, SweepExtent, start,
    start_all,
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

/// The same key for every engine of these tests.
fn key() -> Arc<ServerKey> {
    Arc::new(ServerKey::make(&SeededEntropy::new(7)).unwrap())
}

/// Game whose clock is moved by hand.
struct ManualGame {
    clock: ManualClock,
    running: Running,
    /// The engine runs as long as this lives.
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
        let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
        let mut setup = Scenario::find("tiny-2").unwrap().setup(vec![team("a"), team("b")]).unwrap();
        setup.rounds.iter_mut().for_each(|plan| plan.close = ClosePolicy::AtDeadline);
        let (sender, stop) = watch::channel(false);
        let options = Options {
            id: StreamId::new("g").unwrap(),
            setup,
            journal,
            clock: Arc::new(clock.clone()),
            entropy: Arc::new(SeededEntropy::new(1)),
            key: key(),
            after_outage,
            meter: Meter::default(),
            spool: Spool::default(),
            stop,
        };
        Self { clock, running: start(options).await.unwrap(), stop: sender }
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
async fn a_list_stamped_before_the_deadline_counts_however_long_the_queue_is() {
    let served = ManualGame::open(Arc::new(MemoryJournal::new())).await;
    served.open_round().await.unwrap();
    served.clock.advance(89_999);
    // All of them are stamped and queued before the engine gets to look at the first one.
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
async fn when_the_journal_fails_the_game_stops_and_nothing_undurable_is_shown() {
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
async fn a_second_engine_on_the_same_game_fences_the_first() {
    let journal = Arc::new(MemoryJournal::new());
    let first = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    first.open_round().await.unwrap();
    let second = ManualGame::open(journal).await;
    assert_eq!(first.bid(0, 10).await.unwrap_err(), ActError::Stopped(StopReason::Elsewhere));
    second.bid(0, 12).await.unwrap();
}

#[tokio::test]
async fn a_stopped_engine_takes_nothing_more() {
    let served = ManualGame::open(Arc::new(MemoryJournal::new())).await;
    served.stop.send(true).unwrap();
    served.running.task.await.unwrap();
    assert_eq!(
        bid(&served.running.handle, 0, 10).await.unwrap_err(),
        ActError::Stopped(StopReason::Stopping)
    );
}

#[tokio::test]
async fn an_outage_counts_from_the_last_heartbeat() {
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

/// From when on a game's time goes on after an outage after so many quarters of a second, in which a list was sealed and
/// perhaps, after 41 of them, replaced.
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

/// A journal on a disk that stands still when it is told to, with one thread for all that it is asked.
#[derive(Default)]
struct OneThread {
    sound: MemoryJournal,
    turn: Mutex<()>,
    stands_still: watch::Sender<bool>,
}

impl Journal for OneThread {
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

/// What somebody asks who wants to know whether team a replaces its list at this moment.
async fn ask(game: &Handle, question: usize) {
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
async fn by_how_long_an_answer_takes_nobody_can_tell_whether_a_list_is_being_replaced() {
    const GUESSES: usize = 100;
    let journal = Arc::new(OneThread::default());
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
            let asked = served.game().clone();
            journal.stands_still.send_replace(true);
            let sealing = is_replaced.then(|| {
                let game = served.game().clone();
                tokio::spawn(async move { bid(&game, revision, 11).await.unwrap() })
            });
            turns().await;
            let answer = tokio::spawn(async move { ask(&asked, question).await });
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
        // Whoever knows nothing is right as often as they have luck: here by always saying no.
        assert_eq!(right, GUESSES - replaced, "question {question}: guesses are not by luck");
    }
}

/// When the first thing after an outage happens, the judge's act or the pause of a game that waits for the judge: perhaps
/// with a list that was replaced in the last moment before.
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
async fn no_moment_after_an_outage_tells_that_a_list_was_replaced() {
    // In the middle of a second, at its end, and where the window closes before the second does: at 90 s.
    for (span, soonest) in [(1, 1_000), (999, 1_000), (1_000, 2_000), (41_300, 42_000), (89_999, 89_999)] {
        for after_outage in [AfterOutage::Resume, AfterOutage::Wait] {
            for is_replaced in [false, true] {
                let moment = first_moment_after(after_outage, span, is_replaced).await;
                assert_eq!(moment, soonest, "{after_outage:?} after {span} ms, {is_replaced}");
            }
        }
    }
}

/// What a refusal shows has happened: it waits for what its sender would see of what is not durable yet.
#[tokio::test]
async fn a_refusal_leaves_no_sooner_than_what_it_rests_on() {
    let journal = Arc::new(OneThread::default());
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

/// Lets everything happen that waits for nothing.
async fn turns() {
    for _ in 0..100 {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_restarted_engine_shows_the_same_feeds() {
    let journal = Arc::new(MemoryJournal::new());
    let first = ManualGame::open(Arc::clone(&journal) as Arc<dyn Journal>).await;
    first.open_round().await.unwrap();
    first.bid(0, 10).await.unwrap();
    first.bid(1, 11).await.unwrap();
    let second = ManualGame::open(journal).await;
    for audience in [Audience::Public, Audience::Team(TeamId(0)), Audience::Team(TeamId(1))] {
        let before = items(first.game(), audience).await;
        assert_eq!(items(second.game(), audience).await, before);
        let numbers: Vec<_> = before.iter().map(|item| (item.sequence, item.skipped)).collect();
        let count = if audience == Audience::Team(TeamId(0)) { 4 } else { 3 };
        assert_eq!(numbers, (1..=count).map(|number| (number, 0)).collect::<Vec<_>>());
    }
}

/// What a game of many needs; all of them have the same clock and key.
fn one_of_many(id: &str, journal: &Arc<dyn Journal>, stop: &watch::Sender<bool>) -> Options {
    let team = |code: &str| TeamSpec { code: code.into(), name: code.into() };
    Options {
        id: StreamId::new(id).unwrap(),
        setup: Scenario::find("tiny-2").unwrap().setup(vec![team("a"), team("b")]).unwrap(),
        journal: Arc::clone(journal),
        clock: Arc::new(ManualClock::new()),
        entropy: Arc::new(SeededEntropy::new(1)),
        key: key(),
        after_outage: AfterOutage::Resume,
        meter: Meter::default(),
        spool: Spool::default(),
        stop: stop.subscribe(),
    }
}

/// Starts all of these games.
async fn start_many(
    ids: &[&str],
    journal: &Arc<dyn Journal>,
) -> Result<(Vec<Running>, watch::Sender<bool>), StartError> {
    let stop = watch::Sender::new(false);
    let options = ids.iter().map(|id| one_of_many(id, journal, &stop)).collect();
    let started = start_all(&**journal, options, SweepExtent::Most).await?.into_iter();
    let running: Result<_, _> = started.map(|game| Ok(game?.running().unwrap())).collect();
    Ok((running?, stop))
}

/// The feeds of all games.
async fn shown(running: &[Running]) -> Vec<Vec<wire::FeedItem>> {
    let mut feeds = Vec::new();
    for running in running {
        for audience in [Audience::Public, Audience::Team(TeamId(0)), Audience::Team(TeamId(1))] {
            feeds.push(items(&running.handle, audience).await);
        }
    }
    feeds
}

/// More records than are read game by game, in games of different length; one has not begun.
const MANY: [&str; 4] = ["long", "new", "short", "middle"];

async fn play(running: &[Running]) {
    for (running, bids) in running.iter().zip([900, 0, 2, 500]).filter(|(_, bids)| *bids > 0) {
        running.handle.act("judge", Actor::Judge, Act::OpenRound { round: RoundNo(1) }).await.unwrap();
        for nth in 0..bids {
            bid(&running.handle, nth, 10).await.unwrap();
        }
    }
}

/// Writes all that one journal has into another, the streams by turns.
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
async fn many_games_come_back_as_they_were_however_the_journal_gives_them() {
    let played: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let (first, _stop) = start_many(&MANY, &played).await.unwrap();
    play(&first).await;
    let before = shown(&first).await;
    let folder = tempfile::tempdir().unwrap();
    let file = SqliteJournal::open(folder.path().join("journal")).unwrap();
    // The last one gives nothing to a sweep.
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
async fn of_many_games_those_that_are_damaged_are_named_with_their_records_and_the_others_are_served() {
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
    let options = MANY.iter().map(|id| one_of_many(id, &journal, &stop)).collect();
    let second = start_all(&*journal, options, SweepExtent::Most).await.unwrap();
    let said = second.iter().map(|game| game.as_ref().map(|running| running.id().to_string()));
    let said: Vec<_> = said.map(|game| game.map_err(ToString::to_string)).collect();
    assert_eq!(said[..2], [Ok("long".to_owned()), Ok("new".to_owned())]);
    assert_eq!(said[2], Err("record 5 of game short cannot be read".to_owned()));
    assert!(said[3].as_ref().is_err_and(|why| why.contains("of game middle")), "{said:?}");
}

/// All items of a feed so far, without their clocks.
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
