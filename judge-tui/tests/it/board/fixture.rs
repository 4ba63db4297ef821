//! A board before a server in miniature, with any number of games.

#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use ishigaki_screen::terminal::Input;
use ishigaki_screen::{FeedEvent, stage};
use std::time::{Duration, Instant};

use ishigaki_board::{Effect, Event, State, page_state, update};
use ishigaki_client::Connection;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{convert, wire};
use ishigaki_record::transcript::HoldTracker;
use ishigaki_rules::{Event as Happening, Fact, Game};
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use judge_tui::Key;

use crate::contest::Contest;
use crate::signed_feed::{SignedFeed, pulse};

const SERVER: &str = "gate.example:7150";

pub(crate) struct HallGame {
    pub(crate) id: String,
    pub(crate) contest: Contest,
    pub(crate) feed: SignedFeed,
    public: Game,
    hold: HoldTracker,
    /// How far the server says that the judge has uncovered an opening: which one, and its steps.
    pub(crate) uncovering: Option<(u32, u32)>,
}

pub(crate) struct BoardFixture {
    pub(crate) games: Vec<HallGame>,
    pub(crate) state: State,
    pub(crate) effects: Vec<Effect>,
    start: Instant,
    passed: Duration,
}

impl HallGame {
    fn new(id: &str) -> Self {
        let contest = Contest::new();
        Self {
            id: id.into(),
            feed: SignedFeed::new(id, 5),
            public: contest.game.clone(),
            contest,
            hold: HoldTracker::default(),
            uncovering: None,
        }
    }
}

impl BoardFixture {
    pub(crate) fn disconnected(lang: Lang, games: &[&str], columns: u16, lines: u16) -> Self {
        let named = games.iter().map(|&game| game.to_owned()).collect();
        let mut fixture = Self {
            games: games.iter().map(|game| HallGame::new(game)).collect(),
            state: State::new(lang, SERVER.into(), named, columns, lines),
            effects: Vec::new(),
            start: ishigaki_client::now(),
            passed: Duration::ZERO,
        };
        fixture.pass(0);
        fixture
    }

    pub(crate) fn new(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::disconnected(lang, &["heat-1"], columns, lines);
        fixture.connect(0);
        fixture
    }

    pub(crate) fn small() -> Self {
        Self::new(Lang::En, 80, 24)
    }

    pub(crate) fn connect(&mut self, index: usize) {
        self.receive_past(index);
        self.set_connection(index, Connection::CaughtUp);
    }

    /// Connects and receives all past events, but not yet their end.
    pub(crate) fn receive_past(&mut self, index: usize) {
        self.set_connection(index, Connection::Connected);
        if self.games[index].feed.sequence == 0 {
            let setup = convert::setup_to_wire(self.games[index].contest.game.setup());
            self.send(index, Body::SetUp(setup), None, false);
        }
        self.send_events(index);
    }

    pub(crate) fn set_connection(&mut self, index: usize, connection: Connection) {
        let game = self.games[index].id.clone();
        self.happen(Event::Feed { game, event: FeedEvent::Connection(connection) });
    }

    pub(crate) fn instant(&self) -> Instant {
        self.start + self.passed
    }

    pub(crate) fn happen(&mut self, event: impl Into<Event>) {
        self.effects.extend(update(&mut self.state, event.into()));
    }

    pub(crate) fn pass(&mut self, millis: u64) {
        self.passed += Duration::from_millis(millis);
        let now = self.instant();
        self.happen(Input::Tick { now });
    }

    pub(crate) fn play(&mut self, index: usize, part: impl FnOnce(&mut Contest)) {
        part(&mut self.games[index].contest);
        self.send_events(index);
    }

    pub(crate) fn lose(&mut self, index: usize, part: impl FnOnce(&mut Contest)) {
        part(&mut self.games[index].contest);
        self.games[index].feed.sequence += 1;
    }

    fn send_events(&mut self, index: usize) {
        for event in std::mem::take(&mut self.games[index].contest.events) {
            self.send_event(index, &event);
        }
    }

    fn send_event(&mut self, at: usize, event: &Happening) {
        let hall_game = &mut self.games[at];
        let record = hall_game.public.current_round();
        // The replacement of a list is secret (A4).
        let is_news = match event.fact {
            Fact::BidsSealed { team, .. } => !record.unwrap().sealed.contains_key(&team),
            Fact::RebidSealed { team, .. } => !record.unwrap().sealed_raises.contains_key(&team),
            _ => true,
        };
        if !is_news {
            return;
        }
        hall_game.public.apply(event);
        let derived = convert::derived(&hall_game.public, event);
        let body = Body::Event(convert::event_to_wire(event, hall_game.public.setup()));
        let closes = hall_game.hold.take(&event.fact);
        self.send(at, body, derived, closes);
    }

    fn send(&mut self, at: usize, body: Body, derived: Option<wire::Derived>, closes: bool) {
        let hall_game = &mut self.games[at];
        let uncovering = hall_game.uncovering.map(|(opening, steps)| wire::Uncovering { opening, steps });
        let clock = convert::clock_to_wire(&hall_game.contest.game);
        let clock = Some(wire::Clock { now_ms: hall_game.contest.at.0, uncovering, ..clock });
        let item = wire::FeedItem { clock, derived, ..hall_game.feed.item(body, closes) };
        self.receive_item(at, item);
    }

    fn receive_item(&mut self, at: usize, item: wire::FeedItem) {
        let (game, received) = (self.games[at].id.clone(), self.instant());
        self.happen(Event::Feed { game, event: FeedEvent::Item { item: Box::new(item), received } });
    }

    pub(crate) fn reveal(&mut self, index: usize, places: u32) {
        self.pulse(index, wire::Clock { revealed_places: Some(places), ..wire::Clock::default() });
    }

    /// The server's next pulse, after the judge has steered an opening to this step; and a moment later.
    pub(crate) fn uncover(&mut self, index: usize, opening: u32, steps: u32) {
        self.games[index].uncovering = Some((opening, steps));
        let uncovering = Some(wire::Uncovering { opening, steps });
        self.pulse(index, wire::Clock { uncovering, ..wire::Clock::default() });
        self.pass(1);
    }

    pub(crate) fn clear_uncovering(&mut self, index: usize) {
        self.games[index].uncovering = None;
        self.pulse(index, wire::Clock::default());
    }

    fn pulse(&mut self, at: usize, clock_part: wire::Clock) {
        let contest = &self.games[at].contest;
        let clock = wire::Clock {
            now_ms: contest.at.0,
            revealed_places: clock_part.revealed_places,
            uncovering: clock_part.uncovering,
            ..convert::clock_to_wire(&contest.game)
        };
        self.receive_item(at, pulse(clock));
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        for char in keys.chars() {
            self.happen(Input::Key(Key::Char(char)));
        }
    }

    pub(crate) fn shown(&self) -> &Game {
        self.state.shows()[0].game().unwrap()
    }

    pub(crate) fn pages(&self) -> String {
        page_state(&self.state, self.start, self.instant()).unwrap()
    }

    #[track_caller]
    pub(crate) fn screen(&self) -> String {
        stage::text(&stage::picture(&self.state, Palette::COLOUR))
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        stage::assert_shows(&self.screen(), text);
    }

    #[track_caller]
    pub(crate) fn hides(&self, text: &str) {
        stage::assert_hides(&self.screen(), text);
    }
}
