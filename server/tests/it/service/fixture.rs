//! A server with a manual clock, and clients that watch and act over gRPC.

use std::sync::Arc;

use ishigaki_client::{Address, Feed, Folded, Link, Mirror, Token, Update, connect, now};
use ishigaki_proto::watch::{WatchGameRequest, WatchGameResponse};
use ishigaki_proto::{fault::Fault, judge, team, wire};
use ishigaki_rules::{Fact, Game, Phase};
use ishigaki_testkit::{ManualClock, TestServer};
use tonic::{Status, Streaming};

/// Two teams and a small scenario, served as game `g`.
pub(crate) const CONTEST: &str = r#"
[[team]]
id = "a"
name = "Team A"

[[team]]
id = "b"
name = "石垣組"

[[game]]
id = "g"
scenario = "tiny-2"
close = "deadline"
"#;

pub(crate) struct ServiceFixture {
    pub(crate) clock: ManualClock,
    pub(crate) server: TestServer,
}

impl ServiceFixture {
    pub(crate) async fn open() -> Self {
        Self::with(CONTEST).await
    }

    pub(crate) async fn with(contest: &str) -> Self {
        let clock = ManualClock::new();
        let server = TestServer::start_by(Arc::new(clock.clone()), contest).await;
        Self { clock, server }
    }

    pub(crate) fn link(&self, name: &str) -> Link {
        link(&self.server.address(), self.server.token(name))
    }

    /// Connects with this token and watches the game from the start.
    pub(crate) fn seat(&self, name: &str) -> Participant {
        Participant::take(self.link(name))
    }

    /// Opens a feed from an item on, without automatic reconnection.
    pub(crate) async fn items(&self, name: &str, from_sequence: u64) -> Items {
        let request = WatchGameRequest { game: "g".into(), from_sequence, every_list: true };
        Items(self.link(name).watch().watch_game(request).await.unwrap().into_inner())
    }

    pub(crate) fn wait(&self, millis: u64) {
        self.clock.advance(millis);
    }
}

pub(crate) fn link(address: &str, token: &str) -> Link {
    let address: Address = address.parse().unwrap();
    let token: Token = token.parse().unwrap();
    connect(&address, &token)
}

pub(crate) struct Items(Streaming<WatchGameResponse>);

impl Items {
    pub(crate) fn of(stream: Streaming<WatchGameResponse>) -> Self {
        Self(stream)
    }

    pub(crate) async fn next(&mut self) -> wire::FeedItem {
        let item = self.0.message().await.unwrap().and_then(|answer| answer.item);
        item.expect("the stream goes on, with an item in every message")
    }
}

pub(crate) struct Participant {
    pub(crate) link: Link,
    feed: Feed,
    pub(crate) mirror: Mirror,
    /// Every item so far, except pulses.
    pub(crate) items: Vec<wire::FeedItem>,
}

impl Participant {
    pub(crate) fn take(link: Link) -> Self {
        let feed = Feed::open(link.clone(), "g", 1);
        Self { link, feed, mirror: Mirror::new(), items: Vec::new() }
    }

    pub(crate) fn game(&self) -> &Game {
        self.mirror.game().expect("the set-up has come")
    }

    pub(crate) async fn fact(&mut self) -> Fact {
        loop {
            let update = self.feed.next().await.expect("the feed goes on").expect("the feed is not refused");
            let Update::Item { item, received } = update else {
                continue;
            };
            let folded = self.mirror.fold(&item, received).unwrap();
            if item.sequence > 0 {
                self.items.push(*item);
            }
            if let Folded::Event(event) = folded {
                return event.fact;
            }
        }
    }

    pub(crate) async fn until(&mut self, name: &str) -> Fact {
        loop {
            let fact = self.fact().await;
            if fact.name() == name {
                return fact;
            }
        }
    }

    pub(crate) fn phase(&self) -> Phase {
        self.game().phase()
    }

    pub(crate) async fn open_round(&self, round: u32) -> Result<(), Status> {
        self.link.judge().open_round(judge::OpenRoundRequest { game: "g".into(), round }).await.map(drop)
    }

    pub(crate) async fn confirm_all(&self, round: u32, attempt: u32) -> Result<(), Status> {
        let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
        let request =
            judge::ConfirmLotsRequest { game: "g".into(), round, attempt, choice, settlement_digest: None };
        self.link.judge().confirm_lots(request).await.map(drop)
    }

    pub(crate) async fn bid(&self, round: u32, replaces: u32, lines: &[(&str, u64)]) -> Result<u32, Status> {
        let bid = |&(lot, price): &(&str, u64)| wire::Bid { lot: lot.into(), price };
        let request = team::SubmitBidsRequest {
            game: "g".into(),
            round,
            attempt: 0,
            replaces_revision: replaces,
            bids: lines.iter().map(bid).collect(),
            ..Default::default()
        };
        self.link.team().submit_bids(request).await.map(|answer| answer.into_inner().revision)
    }

    pub(crate) async fn raise(&self, round: u32, wave: u32, lines: &[(u32, u64)]) -> Result<u32, Status> {
        let raise = |&(priority, price): &(u32, u64)| wire::Raise { priority, price };
        let request = team::SubmitRebidRequest {
            game: "g".into(),
            round,
            attempt: 0,
            wave,
            replaces_revision: 0,
            raises: lines.iter().map(raise).collect(),
            ..Default::default()
        };
        self.link.team().submit_rebid(request).await.map(|answer| answer.into_inner().revision)
    }

    /// Places the first copy of a stone on the wall of this revision, and returns the new revision.
    pub(crate) async fn place(
        &self,
        replaces_revision: u32,
        lot: &str,
        quarter_turns: u32,
        row: i32,
        col: i32,
    ) -> Result<u32, Status> {
        let spot = wire::Spot { quarter_turns, row, col };
        let placement = wire::Placement {
            stone: Some(wire::Stone { lot: lot.into(), copy: 1 }),
            placing: Some(wire::placement::Placing::Spot(spot)),
        };
        let request =
            team::PlaceStoneRequest { game: "g".into(), placement: Some(placement), replaces_revision };
        self.link.team().place_stone(request).await.map(|answer| answer.into_inner().revision)
    }

    /// Takes the first copy of a stone off the wall of this revision, and returns the new revision.
    pub(crate) async fn take_out(&self, replaces_revision: u32, lot: &str) -> Result<u32, Status> {
        let stone = Some(wire::Stone { lot: lot.into(), copy: 1 });
        let request = team::TakeOutStoneRequest { game: "g".into(), stone, replaces_revision };
        self.link.team().take_out_stone(request).await.map(|answer| answer.into_inner().revision)
    }
}

pub(crate) fn reason(status: &Status) -> &'static str {
    Fault::from_status(status).expect("a refusal carries its reason").reason.as_str_name()
}

/// Returns the current time for a mirror.
pub(crate) fn moment() -> std::time::Instant {
    now()
}
