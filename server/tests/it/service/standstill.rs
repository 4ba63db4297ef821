//! A journal that fails under a running game: whoever watches or acts is told why nothing goes on, and where the clock
//! stands.

use std::sync::Arc;

use ishigaki_client::{Connection, Feed, Link, Mirror, Update};
use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::games::GameContext;
use ishigaki_engine::key::ServerKey;
use ishigaki_engine::meter::Meter;
use ishigaki_engine::spool::Spool;
use ishigaki_engine::token::{Principal, Role, TokenRegistry, TokenStore};
use ishigaki_grpc::limits::Limits;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch;
use ishigaki_rules::GameTime;
use ishigaki_scenarios::Contest;
use ishigaki_server::run::{Parts, serve};
use ishigaki_testkit::{FaultyJournal, ManualClock};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::TcpListenerStream;
use tonic::Code;

use super::fixture::{CONTEST, Participant, link, moment, reason};

/// A server whose journal can be made to fail.
struct StandstillFixture {
    clock: ManualClock,
    journal: Arc<FaultyJournal>,
    address: String,
    tokens: Vec<(&'static str, String)>,
    stop: Option<oneshot::Sender<()>>,
}

impl StandstillFixture {
    async fn open() -> Self {
        let (clock, journal) = (ManualClock::new(), Arc::new(FaultyJournal::new()));
        let mut store = TokenStore::new();
        let team = |code: &str| Role::Team { team: code.into() };
        let roles = [("judge", Role::Judge), ("board", Role::Board), ("a", team("a")), ("b", team("b"))];
        let tokens = roles.map(|(name, role)| {
            let token = store.issue(Principal { name: name.into(), role }, &SystemEntropy).unwrap();
            (name, token.reveal().to_owned())
        });
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let (stop, stopped) = oneshot::channel::<()>();
        let parts = Parts {
            place: ishigaki_cluster::cluster::MemberOptions::default(),
            contest: Contest::parse("contest.toml", CONTEST).unwrap(),
            registry: TokenRegistry::new(store),
            context: GameContext {
                journal: Arc::clone(&journal) as _,
                clock: Arc::new(clock.clone()),
                entropy: Arc::new(SystemEntropy),
                key: Arc::new(ServerKey::make(&SystemEntropy).unwrap()),
                meter: Meter::new(),
                spool: Spool::default(),
                copies: ishigaki_engine::required_copy::CopyConfirmations::default(),
                awaited_records: ishigaki_engine::games::AWAITED,
            },
            limits: Limits::default(),
            figures: None,
            ready: None,
        };
        let incoming = TcpListenerStream::new(listener);
        let shutdown = async { _ = stopped.await };
        tokio::spawn(async move { serve(parts, incoming.map(|stream| stream), shutdown).await });
        Self { clock, journal, address, tokens: tokens.into(), stop: Some(stop) }
    }

    fn link(&self, name: &str) -> Link {
        let (_, token) = self.tokens.iter().find(|(known, _)| *known == name).unwrap();
        link(&self.address, token)
    }
}

/// Follows a feed until it says how the game stands still; what has been folded by then.
async fn standstill(feed: &mut Feed, mirror: &mut Mirror) -> ErrorReason {
    loop {
        match feed.next().await.unwrap().unwrap() {
            Update::Item { item, received } => drop(mirror.fold(&item, received).unwrap()),
            Update::Connection(Connection::Stopped { reason, .. }) => return reason,
            Update::Connection(Connection::Lost { .. }) => panic!("a failed journal is no lost cable"),
            Update::Connection(_) => {}
        }
    }
}

#[tokio::test]
async fn a_failed_journal_is_told_to_all_and_the_clock_stands() {
    let fixture = StandstillFixture::open().await;
    let judge = Participant::take(fixture.link("judge"));
    judge.open_round(1).await.unwrap();
    let team = Participant::take(fixture.link("a"));
    team.bid(1, 0, &[("P", 20)]).await.unwrap();
    let feeds = ["judge", "a", "board"];
    let mut feeds = feeds.map(|name| (Feed::open(fixture.link(name), "g", 1), Mirror::new()));
    fixture.journal.break_down();
    let refused = team.bid(1, 1, &[("P", 21)]).await.unwrap_err();
    assert_eq!((refused.code(), reason(&refused)), (Code::Unavailable, "ERROR_REASON_JOURNAL_FAILED"));
    for (feed, mirror) in &mut feeds {
        assert_eq!(standstill(feed, mirror).await, ErrorReason::JournalFailed);
    }
    // However long it takes until somebody has cleared the disk, no window runs out meanwhile.
    fixture.clock.advance(600_000);
    let later = moment() + std::time::Duration::from_mins(10);
    for (_, mirror) in &feeds {
        assert_eq!(mirror.stopped_at(), Some(GameTime(0)));
        assert_eq!(mirror.remaining(later).unwrap().as_secs(), 90);
    }
    // Who comes later sees all there is, and why nothing goes on.
    let (mut late, mut mirror) = (Feed::open(fixture.link("b"), "g", 1), Mirror::new());
    assert_eq!(standstill(&mut late, &mut mirror).await, ErrorReason::JournalFailed);
    assert_eq!(mirror.game().unwrap().rounds().len(), 1);
    let listed = fixture.link("board").watch().list_games(watch::ListGamesRequest {}).await.unwrap();
    let clock = listed.into_inner().games[0].clock.unwrap();
    assert_eq!((clock.now_ms, clock.stopped_at_ms), (0, Some(0)));
    let acts = [judge.open_round(2).await.unwrap_err(), team.take_out(0, "P").await.unwrap_err()];
    assert!(acts.iter().all(|refused| reason(refused) == "ERROR_REASON_JOURNAL_FAILED"), "{acts:?}");
}

#[tokio::test]
async fn a_server_that_stops_in_good_order_says_that_and_not_that_its_journal_failed() {
    let mut fixture = StandstillFixture::open().await;
    let request = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut items = fixture.link("a").watch().watch_game(request).await.unwrap().into_inner();
    items.message().await.unwrap().unwrap();
    drop(fixture.stop.take());
    let end = loop {
        match items.message().await {
            Ok(Some(answer)) => assert_eq!(answer.item.unwrap().clock.unwrap().stopped_at_ms, None),
            Ok(None) => panic!("the feed ends with a reason"),
            Err(status) => break status,
        }
    };
    assert_eq!((end.code(), reason(&end)), (Code::Unavailable, "ERROR_REASON_SERVER_STOPPING"));
}
