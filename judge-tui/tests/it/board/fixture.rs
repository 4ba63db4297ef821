//! A board before a server in miniature, with any number of games.

#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use std::time::{Duration, Instant};

use ishigaki_client::Connection;
use ishigaki_proto::{convert, wire};
use ishigaki_record::branch::{Branch, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{SigningKey, sign_head};
use ishigaki_record::transcript::HoldTracker;
use ishigaki_rules::{Event as Happening, Fact, Game};
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::board::{Effect, Event, State, page_state, update};

use crate::contest::Contest;

const SERVER: &str = "gate.example:7150";

/// A game on the server, and what of it has been sent.
pub(crate) struct Stand {
    pub(crate) id: String,
    pub(crate) contest: Contest,
    /// What the server signs with.
    pub(crate) key: SigningKey,
    /// The game as its watchers know it.
    public: Game,
    sequence: u64,
    /// Whether heads stay away because the record is held back.
    hold: HoldTracker,
    /// How far the server says that the judge has uncovered an opening: which one, and its steps.
    pub(crate) uncovering: Option<(u32, u32)>,
}

pub(crate) struct BoardFixture {
    pub(crate) stands: Vec<Stand>,
    pub(crate) state: State,
    pub(crate) effects: Vec<Effect>,
    start: Instant,
    passed: Duration,
}

impl Stand {
    fn new(id: &str) -> Self {
        let contest = Contest::new();
        let key = SigningKey::from_seed([5; 32]);
        Self {
            id: id.into(),
            public: contest.game.clone(),
            contest,
            key,
            sequence: 0,
            hold: HoldTracker::default(),
            uncovering: None,
        }
    }
}

impl BoardFixture {
    /// A board that was told to show these games, and has heard nothing yet.
    pub(crate) fn dark(lang: Lang, games: &[&str], columns: u16, lines: u16) -> Self {
        let named = games.iter().map(|&game| game.to_owned()).collect();
        let mut fixture = Self {
            stands: games.iter().map(|game| Stand::new(game)).collect(),
            state: State::new(lang, SERVER.into(), named, columns, lines),
            effects: Vec::new(),
            start: ishigaki_client::now(),
            passed: Duration::ZERO,
        };
        fixture.pass(0);
        fixture
    }

    /// A board that is connected to the one game it shows.
    pub(crate) fn new(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::dark(lang, &["heat-1"], columns, lines);
        fixture.connect(0);
        fixture
    }

    /// A board that is connected to a game of six teams.
    pub(crate) fn crowded(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::dark(lang, &["heat-1"], columns, lines);
        let contest = Contest::crowded();
        fixture.stands[0].public = contest.game.clone();
        fixture.stands[0].contest = contest;
        fixture.connect(0);
        fixture
    }

    pub(crate) fn small() -> Self {
        Self::new(Lang::En, 80, 24)
    }

    pub(crate) fn connect(&mut self, stand: usize) {
        self.tell(stand, Connection::Connected);
        if self.stands[stand].sequence == 0 {
            let setup = convert::setup_to_wire(self.stands[stand].contest.game.setup());
            self.send(stand, wire::feed_item::Body::SetUp(setup), None, None);
        }
        self.bring(stand);
        self.tell(stand, Connection::CaughtUp);
    }

    pub(crate) fn tell(&mut self, stand: usize, connection: Connection) {
        let game = self.stands[stand].id.clone();
        self.happen(Event::Feed { game, event: FeedEvent::Connection(connection) });
    }

    pub(crate) fn instant(&self) -> Instant {
        self.start + self.passed
    }

    pub(crate) fn happen(&mut self, event: impl Into<Event>) {
        self.effects.extend(update(&mut self.state, event.into()));
    }

    /// Lets time pass in the hall alone: the server's games have their own.
    pub(crate) fn pass(&mut self, millis: u64) {
        self.passed += Duration::from_millis(millis);
        let now = self.instant();
        self.happen(Input::Tick { now });
    }

    /// Holds a part of the contest and sends what is public of it.
    pub(crate) fn play(&mut self, stand: usize, part: impl FnOnce(&mut Contest)) {
        part(&mut self.stands[stand].contest);
        self.bring(stand);
    }

    /// Holds a part of the contest, one item of which never arrives.
    pub(crate) fn lose(&mut self, stand: usize, part: impl FnOnce(&mut Contest)) {
        part(&mut self.stands[stand].contest);
        self.stands[stand].sequence += 1;
    }

    fn bring(&mut self, stand: usize) {
        for event in std::mem::take(&mut self.stands[stand].contest.events) {
            self.send_event(stand, &event);
        }
    }

    fn send_event(&mut self, at: usize, event: &Happening) {
        let stand = &mut self.stands[at];
        let record = stand.public.current_round();
        // That a list was replaced is nobody's business (A4).
        let is_news = match event.fact {
            Fact::BidsSealed { team, .. } => !record.unwrap().sealed.contains_key(&team),
            Fact::RebidSealed { team, .. } => !record.unwrap().sealed_raises.contains_key(&team),
            _ => true,
        };
        if !is_news {
            return;
        }
        stand.public.apply(event);
        let derived = convert::derived(&stand.public, event);
        let body = wire::feed_item::Body::Event(convert::event_to_wire(event, stand.public.setup()));
        let proof = stand.hold.take(&event.fact).then(|| {
            let (sequence, head) = (stand.sequence + 1, Head([7; 32]));
            let branch = Branch::first(&stand.id, Instance([5; 16]));
            let signature = sign_head(&stand.key, &branch, sequence, head);
            let branch = Some(ishigaki_proto::branch::to_wire(&branch));
            wire::Proof { sequence, head: head.0.to_vec(), signature: signature.0.to_vec(), branch }
        });
        self.send(at, body, derived, proof);
    }

    fn send(
        &mut self,
        at: usize,
        body: wire::feed_item::Body,
        derived: Option<wire::Derived>,
        proof: Option<wire::Proof>,
    ) {
        let received = self.instant();
        let stand = &mut self.stands[at];
        stand.sequence += 1;
        let is_first = stand.sequence == 1;
        let uncovering = stand.uncovering.map(|(opening, steps)| wire::Uncovering { opening, steps });
        let clock = convert::clock_to_wire(&stand.contest.game);
        let clock = wire::Clock { now_ms: stand.contest.at.0, uncovering, ..clock };
        let item = wire::FeedItem {
            sequence: stand.sequence,
            clock: Some(clock),
            body: Some(body),
            derived,
            server_key: if is_first { stand.key.public().0.to_vec() } else { Vec::new() },
            proof,
            instance: if is_first { vec![5; 16] } else { Vec::new() },
            ..Default::default()
        };
        let game = stand.id.clone();
        self.happen(Event::Feed { game, event: FeedEvent::Item { item: Box::new(item), received } });
    }

    /// The server's next pulse, after the judge has revealed so many places of the ranking.
    pub(crate) fn reveal(&mut self, stand: usize, places: u32) {
        self.pulse(stand, wire::Clock { revealed_places: Some(places), ..wire::Clock::default() });
    }

    /// The server's next pulse, after the judge has steered an opening to this step; and a moment later.
    pub(crate) fn uncover(&mut self, stand: usize, opening: u32, steps: u32) {
        self.stands[stand].uncovering = Some((opening, steps));
        let uncovering = Some(wire::Uncovering { opening, steps });
        self.pulse(stand, wire::Clock { uncovering, ..wire::Clock::default() });
        self.pass(1);
    }

    /// The next pulse, of a server that knows nothing of what the judge has steered.
    pub(crate) fn silence(&mut self, stand: usize) {
        self.stands[stand].uncovering = None;
        self.pulse(stand, wire::Clock::default());
    }

    fn pulse(&mut self, stand: usize, told: wire::Clock) {
        let received = self.instant();
        let stand = &self.stands[stand];
        let clock = wire::Clock {
            now_ms: stand.contest.at.0,
            revealed_places: told.revealed_places,
            uncovering: told.uncovering,
            ..convert::clock_to_wire(&stand.contest.game)
        };
        let body = Some(wire::feed_item::Body::Pulse(wire::Pulse { caught_up: true, ranking: None }));
        let item = wire::FeedItem { clock: Some(clock), body, ..wire::FeedItem::default() };
        let game = stand.id.clone();
        self.happen(Event::Feed { game, event: FeedEvent::Item { item: Box::new(item), received } });
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        for char in keys.chars() {
            self.happen(Input::Key(Key::Char(char)));
        }
    }

    /// The game on the first stand, as the hall may see it.
    pub(crate) fn shown(&self) -> &Game {
        self.state.shows()[0].game().unwrap()
    }

    /// What the pages in browsers get at this moment.
    pub(crate) fn pages(&self) -> String {
        page_state(&self.state, self.start, self.instant()).unwrap()
    }

    /// The whole screen as text; every line is exactly as wide as the screen.
    #[track_caller]
    pub(crate) fn screen(&self) -> String {
        stage::text(&stage::picture(&self.state, Palette::COLOUR))
    }
}
