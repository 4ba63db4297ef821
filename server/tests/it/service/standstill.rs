//! A journal that fails while a game runs: all clients learn the reason and the time on the stopped clock.

use ishigaki_client::{Connection, Feed, Mirror, Update};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::watch;
use ishigaki_rules::GameTime;
use ishigaki_testkit::FaultyJournal;
use tonic::Code;

use super::fixture::{CONTEST, Participant, moment, reason};
use super::site::Site;

async fn faulty() -> Site<FaultyJournal> {
    let mut site = Site::built(CONTEST, FaultyJournal::new());
    site.start().await;
    site
}

/// Follows a feed until it reports why the game stopped, and folds the items before that.
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
async fn journal_failure_stops_clock_and_reaches_all_feeds() {
    let fixture = faulty().await;
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
    // No window closes during the repair, however long it takes.
    fixture.clock.advance(600_000);
    let later = moment() + std::time::Duration::from_mins(10);
    for (_, mirror) in &feeds {
        assert_eq!(mirror.stopped_at(), Some(GameTime(0)));
        assert_eq!(mirror.remaining(later).unwrap().as_secs(), 90);
    }
    // Later clients see the whole game and the reason of the stop.
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
async fn orderly_stop_is_not_reported_as_journal_failure() {
    let mut fixture = faulty().await;
    let request = watch::WatchGameRequest { game: "g".into(), from_sequence: 1, ..Default::default() };
    let mut items = fixture.link("a").watch().watch_game(request).await.unwrap().into_inner();
    items.message().await.unwrap().unwrap();
    drop(fixture.running.take().map(|(stop, _)| stop));
    let end = loop {
        match items.message().await {
            Ok(Some(answer)) => assert_eq!(answer.item.unwrap().clock.unwrap().stopped_at_ms, None),
            Ok(None) => panic!("the feed ends with a reason"),
            Err(status) => break status,
        }
    };
    assert_eq!((end.code(), reason(&end)), (Code::Unavailable, "ERROR_REASON_SERVER_STOPPING"));
}
