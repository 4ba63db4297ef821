//! The slot of a finished game on one of several servers: the game is opened once, and not if it moves to another
//! server first.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use ishigaki_engine::directory::Directory;
use ishigaki_engine::engine::{Departure, Handle};
use ishigaki_engine::games::{Error, GameSlot, Games};
use ishigaki_engine::stop_reason::StopReason;
use ishigaki_rules::{Act, Actor};
use tokio::sync::watch;

use super::history::{HeldJournal, held};

/// A call for the game.
type Opening = Pin<Box<dyn Future<Output = Result<Option<Handle>, Error>>>>;

/// One of several servers, with a finished and closed game.
struct SlotFixture {
    games: Arc<Games>,
    slot: Arc<GameSlot>,
    journal: Arc<HeldJournal>,
    _stop: watch::Sender<bool>,
}

impl SlotFixture {
    async fn closed() -> Self {
        let (site, stop) = (held(), watch::Sender::new(false));
        let (journal, clock) = (Arc::clone(&site.journal), site.clock.clone());
        let directory = Directory::shared(Arc::new(clock.clone()));
        let games = Games::among(site.contest(), site.context(), stop.subscribe(), directory);
        let games = Arc::new(games);
        games.take(&BTreeSet::from(["g".to_owned()])).await.unwrap();
        let slot = games.find("g").unwrap();
        let abandon = Act::Abandon { reason: "over".into() };
        slot.handle().unwrap().act("judge", Actor::Judge, abandon).await.unwrap();
        tokio::spawn(Arc::clone(&games).upkeep());
        while slot.handle().is_some() {
            clock.advance(5_000);
            tokio::task::yield_now().await;
        }
        Self { games, slot, journal, _stop: stop }
    }

    /// Begins a call that waits for the game's records.
    fn opening(&self) -> Opening {
        self.journal.held.send_modify(|held| held.games = BTreeSet::from(["g"]));
        let games = Arc::clone(&self.games);
        Box::pin(async move { games.open_game("g").await })
    }

    async fn is_pending(opening: &mut Opening) -> bool {
        tokio::select! {
            biased;
            _ = opening => false,
            () = std::future::ready(()) => true,
        }
    }

    fn release(&self) {
        self.journal.held.send_modify(|held| held.games.clear());
    }
}

#[tokio::test]
async fn concurrent_requests_open_closed_game_once() {
    let fixture = SlotFixture::closed().await;
    let (mut first, mut second) = (fixture.opening(), fixture.opening());
    assert!(SlotFixture::is_pending(&mut first).await && SlotFixture::is_pending(&mut second).await);
    fixture.release();
    let (first, second) = tokio::join!(first, second);
    let (first, second) = (first.unwrap().unwrap(), second.unwrap().unwrap());
    assert!(Arc::ptr_eq(first.feeds(), second.feeds()) && first.feeds().is_over());
}

#[tokio::test]
async fn cancelled_request_does_not_block_opening_of_game() {
    let fixture = SlotFixture::closed().await;
    let (mut first, mut second) = (fixture.opening(), fixture.opening());
    assert!(SlotFixture::is_pending(&mut first).await && SlotFixture::is_pending(&mut second).await);
    drop(first);
    fixture.release();
    assert!(second.await.unwrap().is_some());
}

#[tokio::test]
async fn game_given_away_while_it_opens_is_not_served() {
    let fixture = SlotFixture::closed().await;
    let mut opening = fixture.opening();
    assert!(SlotFixture::is_pending(&mut opening).await);
    fixture.slot.depart(Departure::WhenCalm);
    assert!(fixture.slot.is_elsewhere() && fixture.games.lost_streams().len() == 1);
    fixture.games.forget(|stop_reason| stop_reason == StopReason::Elsewhere);
    fixture.release();
    assert!(opening.await.unwrap().is_none());
    assert!(fixture.games.all().is_empty() && fixture.slot.handle().is_none());
}

#[tokio::test]
async fn game_that_stays_after_all_is_opened() {
    let fixture = SlotFixture::closed().await;
    fixture.slot.depart(Departure::WhenCalm);
    assert!(fixture.games.open_game("g").await.unwrap().is_none());
    fixture.slot.depart(Departure::Stays);
    assert!(fixture.games.open_game("g").await.unwrap().is_some());
}

#[tokio::test]
async fn giving_a_slot_away_gives_away_the_game_opened_in_it() {
    let fixture = SlotFixture::closed().await;
    let game = fixture.games.open_game("g").await.unwrap().unwrap();
    fixture.slot.depart(Departure::WhenCalm);
    fixture.slot.ended().await;
    assert!(fixture.slot.is_elsewhere() && game.is_elsewhere());
    assert!(fixture.games.find("g").is_none());
}

#[tokio::test]
async fn game_shut_out_while_it_opens_is_not_served() {
    let fixture = SlotFixture::closed().await;
    let mut opening = fixture.opening();
    assert!(SlotFixture::is_pending(&mut opening).await);
    assert!(fixture.games.shut_out(StopReason::Journal));
    fixture.release();
    assert!(opening.await.unwrap().is_none());
    assert_eq!(fixture.slot.stop_reason(), Some(StopReason::Journal));
}

#[tokio::test]
async fn shutting_out_a_slot_ends_the_game_opened_in_it() {
    let fixture = SlotFixture::closed().await;
    let game = fixture.games.open_game("g").await.unwrap().unwrap();
    assert!(fixture.games.shut_out(StopReason::Journal));
    assert_eq!(game.feeds().stop_reason(), Some(StopReason::Journal));
}

#[tokio::test]
async fn game_that_cannot_be_read_is_left_to_other_servers() {
    let fixture = SlotFixture::closed().await;
    fixture.journal.held.send_modify(|held| held.garbles = true);
    let refused = fixture.games.open_game("g").await.unwrap_err();
    assert!(matches!(refused, Error::Damaged(_)), "{refused}");
    assert!(fixture.games.find("g").is_none() && fixture.games.is_unreadable("g"));
    assert_eq!(fixture.games.lost_streams().len(), 1, "it is let go");
}
