//! `Debug` output, and the log when the journal fails, are independent of sealed content.

use std::sync::{Arc, Mutex};

use futures_core::future::BoxFuture;
use ishigaki_engine::archive::Extent;
use ishigaki_engine::engine::{self, Acceptance, ActError, AfterOutage, Handle, Options, StopReason};
use ishigaki_engine::feed::Audience;
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_journal::{
    Append, AppendError, Journal, Membership, Pending, Record, Sequence, StreamClaim, StreamId,
};
use ishigaki_proto::{convert, team, wire};
use ishigaki_rules::auction::Bid;
use ishigaki_rules::{
    Act, Actor, Command, Game, GameTime, LotId, Revision, RoundNo, Secret, Setup, TeamId, Tsuyama, decide,
};
use ishigaki_scenarios::Scenario;
use ishigaki_testkit::{FaultyJournal, ManualClock, SeededEntropy};
use tokio::sync::watch;

use super::canary::{self, CANARIES};
use super::log_capture::LogCapture;

#[derive(Default)]
struct RecordingJournal {
    journal: FaultyJournal,
    printed: Mutex<Vec<String>>,
}

impl Journal for RecordingJournal {
    fn claim(&self, stream: StreamId) -> Pending<'_, StreamClaim> {
        self.journal.claim(stream)
    }

    fn append(&self, append: Append) -> BoxFuture<'_, Result<Sequence, AppendError>> {
        self.printed.lock().unwrap().push(format!("{append:?}"));
        self.journal.append(append)
    }

    fn read(&self, stream: StreamId, from: Sequence, limit: usize) -> Pending<'_, Vec<Record>> {
        self.journal.read(stream, from, limit)
    }

    fn streams(&self) -> Pending<'_, Vec<(StreamId, Sequence)>> {
        self.journal.streams()
    }

    fn membership(&self) -> Option<&dyn Membership> {
        self.journal.membership()
    }
}

#[derive(Debug, Default, PartialEq, Eq)]
struct PrintedOutput {
    others: Vec<String>,
    appends: Vec<String>,
    own: Vec<String>,
}

fn setup() -> Setup {
    let scenario = Scenario::find("tiny-2").unwrap();
    let teams = ["a", "b"].map(|code| ishigaki_rules::TeamSpec { code: code.into(), name: code.into() });
    let mut setup = scenario.setup(teams.to_vec()).unwrap();
    setup.initial = Tsuyama(1_000_000_000);
    setup
}

fn options(tap: &Arc<RecordingJournal>, clock: &ManualClock, stop: watch::Receiver<bool>) -> Options {
    let entropy = Arc::new(SeededEntropy::new(18));
    Options {
        id: StreamId::new("g").unwrap(),
        setup: setup(),
        journal: tap.clone(),
        clock: Arc::new(clock.clone()),
        key: Arc::new(ServerKey::make(&*entropy).unwrap()),
        entropy,
        after_outage: AfterOutage::Resume,
        meter: Meter::default(),
        spool: Spool::default(),
        stop,
    }
}

/// Plays the start of a round in which team a seals lists of these prices, and then breaks the journal.
async fn printed(lists: &[&[u64]]) -> PrintedOutput {
    let log = LogCapture::open();
    let clock = ManualClock::new();
    let tap = Arc::new(RecordingJournal::default());
    let (_stop, stopped) = watch::channel(false);
    let options = options(&tap, &clock, stopped);
    let running = engine::start(options).await.unwrap();
    let handle = running.handle;
    let mut printed = PrintedOutput::default();
    let mut table = Table { game: Game::new(setup()), handle: &handle, clock: &clock };
    table.act(Actor::Judge, Act::OpenRound { round: RoundNo(1) }).await.unwrap();
    clock.advance(100);
    for (replaces, prices) in (0..).zip(lists) {
        let act = submit(replaces, prices);
        printed.own.push(format!("{act:?} {:?}", request(replaces, prices)));
        let receipt = table.act(Actor::Team(TeamId(0)), act).await.unwrap();
        printed.own.push(format!("{receipt:?}"));
        if replaces == 0 {
            printed.others.push(format!("{receipt:?} {:#?}", receipt.events));
        }
    }
    clock.advance(100);
    let paused = table.act(Actor::Judge, Act::Pause { reason: "wind".into() }).await.unwrap();
    let refused = table.act(Actor::Team(TeamId(1)), submit(0, &[5])).await.unwrap_err();
    let mut feed = handle.feeds().watch(Audience::Public, 1).unwrap();
    for _ in 0..4 {
        let item = feed.next().await.unwrap();
        printed.others.push(format!("{item:?} {:?}", item.item().unwrap()));
    }
    let game = &table.game;
    printed.others.extend([
        format!("{handle:?} {:?} {:?} {:?}", handle.id(), handle.feeds(), handle.record()),
        format!("{feed:?} {paused:?} {refused:?} {:?}", convert::clock_to_wire(game)),
        format!("{game:#?}"),
        format!(
            "{:?} {:?}",
            handle.feeds().opened_rounds(None),
            handle.record().read(0, 0, Extent::Whole).await.unwrap().texts().unwrap()
        ),
    ]);
    tap.journal.break_down();
    let stopped = table.handle.act("judge", Actor::Judge, Act::Resume).await.unwrap_err();
    assert_eq!(stopped, ActError::Stopped(StopReason::Journal));
    running.task.await.unwrap();
    printed.others.push(format!("{stopped:?} {:?}", feed.next().await.map(drop)));
    printed.others.push(log.text());
    printed.appends = std::mem::take(&mut tap.printed.lock().unwrap());
    printed
}

struct Table<'a> {
    game: Game,
    handle: &'a Handle,
    clock: &'a ManualClock,
}

impl Table<'_> {
    async fn act(&mut self, by: Actor, act: Act) -> Result<Acceptance, ActError> {
        use ishigaki_engine::clock::Clock as _;
        let at = GameTime(self.clock.now().0);
        let command = Command { at, by, act };
        for event in decide(&self.game, &command).unwrap_or_default() {
            self.game.apply(&event);
        }
        self.handle.act("somebody", by, command.act).await
    }
}

fn submit(replaces: u32, prices: &[u64]) -> Act {
    let bids =
        (0..).zip(prices).map(|(lot, &price)| Bid { lot: LotId(lot), price: Tsuyama(price) }).collect();
    Act::SubmitBids {
        team: TeamId(u32::from(prices == [5])),
        round: RoundNo(1),
        attempt: Some(1),
        replaces: (replaces > 0).then_some(Revision(replaces)),
        bids: Secret(bids),
        by_hand: None,
    }
}

fn request(replaces_revision: u32, prices: &[u64]) -> team::SubmitBidsRequest {
    let bids = prices.iter().map(|&price| wire::Bid { lot: "P".into(), price }).collect();
    team::SubmitBidsRequest { round: 1, replaces_revision, bids, ..Default::default() }
}

fn assert_silent(printed: &[String]) {
    for text in printed {
        assert_eq!(canary::first(text.as_bytes()), None, "{text}");
    }
}

#[tokio::test]
async fn debug_output_does_not_depend_on_list_replacements() {
    let calm = printed(&[&[CANARIES[0]]]).await;
    let busy = printed(&[&[CANARIES[1], CANARIES[2]], &[], &[CANARIES[3]]]).await;
    for (calm, busy) in calm.others.iter().zip(&busy.others) {
        assert_eq!(calm, busy);
    }
    assert_eq!(calm.others.len(), busy.others.len());
    assert!(calm.others.last().unwrap().contains("the journal failed"), "{:?}", calm.others.last());
    for world in [&calm, &busy] {
        assert_silent(&world.others);
        assert_silent(&world.appends);
        assert_silent(&world.own);
    }
}

#[tokio::test]
async fn lists_of_any_length_and_price_print_alike() {
    let short = printed(&[&[], &[CANARIES[4]]]).await;
    let long = printed(&[&[CANARIES[5], CANARIES[6], 7], &[CANARIES[7], 4]]).await;
    assert_eq!(short, long);
}
