//! An event on its own server, and the calls of its staff.

use ishigaki_client::{EventOrganiserClient, Link, connect};
use ishigaki_preset::EventConfig;
use ishigaki_proto::convert::{player_to_wire, tournament_event_from_wire};
use ishigaki_proto::fault::{Fault, reason_name};
use ishigaki_proto::wire::{FeedItem, feed_item::Body};
use ishigaki_proto::{event as wire, watch};
use ishigaki_testkit::TestServer;
use ishigaki_tournament::{Competition, PlayerId, Tournament};
use serde_json::json;
use tonic::{Status, Streaming};

/// A contest for the server, next to the event.
pub(crate) const CONTEST: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
    game = [{ id = "g", scenario = "tiny-2", teams = ["a", "b"] }]
"#;

pub(crate) const CONFIG: &str =
    r#"{"preset":"M42","lottery_date":"2026-12-05","title_ja":"名人戦","hall":"第1会議室"}"#;

pub(crate) const DIGITS: [&str; 4] = ["407", "1932", "0586", "7741"];

/// The roster lines of the seeds.
pub(crate) const SEEDS: [u32; 4] = [3, 5, 8, 12];

pub(crate) struct EventFixture {
    pub(crate) server: TestServer,
}

/// A roster with this many lines.
pub(crate) fn roster(lines: u32) -> wire::SetRosterRequest {
    let line = |line: u32| {
        let mut entrant = json!({
            "id": format!("P{line:02}"),
            "name": format!("選手{line}"),
            "kana": format!("センシュ{line}"),
            "rank": "三段",
            "club": "石垣",
        });
        if SEEDS.contains(&line) {
            entrant["seed"] = "A".into();
        }
        entrant
    };
    let roster = serde_json::Value::from((1..=lines).map(line).collect::<Vec<_>>()).to_string();
    wire::SetRosterRequest { event: String::new(), roster }
}

/// A slip with the winner, signed by both players.
pub(crate) fn card(winner: u32, loser: u32) -> wire::Slip {
    wire::Slip { winner, loser, winner_signed: true, loser_signed: true, ..Default::default() }
}

pub(crate) fn reason(status: &Status) -> &'static str {
    reason_name(fault(status).reason)
}

pub(crate) fn fault(status: &Status) -> Fault {
    Fault::from_status(status).expect("a refusal with its reason")
}

/// Returns the items without their clocks.
pub(crate) fn facts(items: &[FeedItem]) -> Vec<FeedItem> {
    items.iter().map(|item| FeedItem { clock: None, ..item.clone() }).collect()
}

pub(crate) fn folded(items: &[FeedItem]) -> Tournament {
    match competition(items) {
        Competition::Leagues(tournament) => *tournament,
        Competition::Groups(_) => panic!("an event in leagues"),
    }
}

pub(crate) fn competition(items: &[FeedItem]) -> Competition {
    let Some(Body::EventSetup(setup)) = &items[0].body else { panic!("the first item is the set-up") };
    let config = EventConfig::read(&setup.config).expect("settings");
    let mut competition = Competition::new(config.plan().clone());
    for item in &items[1..] {
        let Some(Body::EventFact(event)) = &item.body else { panic!("{item:?}") };
        competition.apply(&tournament_event_from_wire(event).expect("a fact"));
    }
    competition
}

async fn all(mut feed: Streaming<watch::WatchEventResponse>) -> Vec<FeedItem> {
    let mut items = Vec::new();
    loop {
        let item = feed.message().await.unwrap().expect("the feed goes on").item.unwrap();
        if matches!(item.body, Some(Body::Pulse(_))) {
            return items;
        }
        items.push(item);
    }
}

impl EventFixture {
    pub(crate) async fn open() -> Self {
        Self::with(CONFIG).await
    }

    /// A server with an event of these settings but without a roster.
    pub(crate) async fn with(config: &str) -> Self {
        let fixture = Self { server: TestServer::start(CONTEST).await };
        let request = wire::CreateEventRequest { event: "meijin".into(), config: config.into() };
        fixture.organiser().create_event(request).await.unwrap();
        fixture
    }

    pub(crate) fn link(&self, name: &str) -> Link {
        let address = self.server.address().parse().unwrap();
        connect(&address, &self.server.token(name).parse().unwrap())
    }

    pub(crate) fn organiser(&self) -> EventOrganiserClient {
        self.link("organiser").event_organiser()
    }

    /// Enters roster, commitment and digits, and makes slips and leagues.
    pub(crate) async fn draw(&self) {
        let mut organiser = self.organiser();
        organiser.set_roster(roster(24)).await.unwrap();
        organiser.commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
        let results = DIGITS.map(str::to_owned).into();
        organiser.enter_digits(wire::EnterDigitsRequest { event: String::new(), results }).await.unwrap();
        let mut desk = self.link("desk").desk();
        for (number, player) in (1..).zip(SEEDS) {
            let request = wire::DrawSlipRequest { player, number, ..Default::default() };
            desk.draw_slip(request).await.unwrap();
        }
        organiser.make_leagues(wire::MakeLeaguesRequest::default()).await.unwrap();
    }

    /// Pairs a round and returns its games.
    pub(crate) async fn pair(&self, round: u32) -> Vec<(u32, u32)> {
        self.pair_of("meijin", round).await
    }

    pub(crate) async fn pair_of(&self, event: &str, round: u32) -> Vec<(u32, u32)> {
        let request = wire::PairRoundRequest { event: event.into(), round };
        self.organiser().pair_round(request).await.unwrap();
        let tournament = folded(&all(self.watch_of(event, "board", 1).await).await);
        let paired = tournament.rounds().last().expect("a paired round");
        assert_eq!(paired.round.0, round);
        let line = |player: PlayerId| player_to_wire(player);
        paired.games().map(|(_, a, b)| (line(a), line(b))).collect()
    }

    /// Pairs a round and enters its results: the smaller line wins.
    pub(crate) async fn play(&self, round: u32) {
        let mut desk = self.link("desk").desk();
        for (a, b) in self.pair(round).await {
            let slip = Some(card(a.min(b), a.max(b)));
            let request = wire::EnterResultRequest { event: String::new(), round, slip };
            desk.enter_result(request).await.unwrap();
        }
    }

    pub(crate) async fn watch(&self, name: &str, from: u64) -> Streaming<watch::WatchEventResponse> {
        self.watch_of("meijin", name, from).await
    }

    async fn watch_of(&self, event: &str, name: &str, from: u64) -> Streaming<watch::WatchEventResponse> {
        let request = watch::WatchEventRequest { event: event.into(), from_sequence: from };
        self.link(name).watch().watch_event(request).await.unwrap().into_inner()
    }

    pub(crate) async fn items(&self, from: u64) -> Vec<FeedItem> {
        self.items_of("board", from).await
    }

    pub(crate) async fn items_of(&self, name: &str, from: u64) -> Vec<FeedItem> {
        all(self.watch(name, from).await).await
    }

    pub(crate) async fn lines(&self) -> String {
        let (mut text, mut from_line) = (String::new(), 1);
        loop {
            let request = watch::ReadRecordRequest { game: "meijin".into(), from_line, limit: 0 };
            let page = self.link("board").watch().read_record(request).await.unwrap().into_inner();
            for line in &page.lines {
                text.push_str(line);
                text.push('\n');
            }
            if page.lines.is_empty() {
                return text;
            }
            from_line = page.next_line;
        }
    }

    pub(crate) async fn listed(&self) -> Vec<watch::EventEntry> {
        let answer = self.link("board").watch().list_events(watch::ListEventsRequest {}).await.unwrap();
        answer.into_inner().events
    }
}
