//! A hall to test in: a real game decided by the rules, its public feed, and a console that watches it.

#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use ishigaki_client::Ticket;
pub(crate) use ishigaki_screen::stage::contest::{A, B, C, D, O, P, setup};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{FeedEvent, stage};
use std::time::{Duration, Instant};

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::{convert, wire};
use ishigaki_record::transcript::HoldTracker;
use ishigaki_rules::*;
use ishigaki_screen::Palette;
use ishigaki_words::Lang;
use judge_tui::console::{Addressed, Consoles, Effect, Event, Notice};
use judge_tui::{ActOutcome, GameStatus, JudgeAct, Key, Listed, Programme, TeamPresence, TokenRole};

use crate::signed_feed::{SignedFeed, pulse};

const SERVER: &str = "gate.example:7150";

pub(crate) const GAME: &str = "heat-1";

pub(crate) struct ConsoleFixture {
    pub(crate) feed: SignedFeed,
    pub(crate) game: Game,
    pub(crate) state: Consoles,
    pub(crate) effects: Vec<Effect>,
    at: GameTime,
    hold: HoldTracker,
    start: Instant,
    sent_items: Vec<wire::FeedItem>,
    steering: wire::Clock,
}

pub(crate) fn listed(game: &str, title: &str, phase: Phase, round: u32) -> Listed {
    let round = Some(round).filter(|&round| round > 0).map(RoundNo);
    let standing = GameStatus { phase: Some(phase), round, attempt: None, remaining_ms: None, paused: false };
    Listed {
        game: game.into(),
        title: title.into(),
        title_ja: String::new(),
        practice: false,
        teams: ["pine", "bamboo", "plum", "maple", "cedar", "willow", "oak"].map(str::to_owned).into(),
        seats: 0,
        spare: None,
        standing: Some(standing),
        is_damaged: false,
        is_elsewhere: false,
        server: None,
    }
}

pub(crate) fn waiting(game: &str, title: &str, title_ja: &str) -> Listed {
    let game = listed(game, title, Phase::Building, 0);
    // They play in no other game.
    let teams = ["cherry", "crane", "swallow", "heron", "kite", "owl", "moon"].map(str::to_owned).into();
    Listed { title_ja: title_ja.into(), standing: None, teams, ..game }
}

pub(crate) fn day() -> Vec<Listed> {
    let mut heat_2 = listed("heat-2", "予選2 \u{1b}[2J", Phase::Bidding { closes_at: GameTime(1) }, 3);
    heat_2.standing = heat_2.standing.map(|standing| GameStatus { paused: true, ..standing });
    heat_2.spare = Some("heat-2-spare".into());
    let mut practice = listed("try", "Warming up", Phase::Declared, 0);
    (practice.practice, practice.title_ja) = (true, "肩慣らし".into());
    let mut heat_1 = listed("heat-1", "Heat 1", Phase::Abandoned, 0);
    heat_1.spare = Some("heat-1-spare".into());
    let mut last = waiting("final", "Final", "決勝");
    (last.teams, last.seats) = (Vec::new(), 6);
    vec![
        practice,
        heat_1,
        listed("heat-1-spare", "予選1 予備", Phase::Confirming, 2),
        heat_2,
        waiting("heat-2-spare", "Heat 2, spare", "予選2 予備"),
        waiting("heat-3", "Heat 3", "予選3"),
        listed("semi", "Semifinal", Phase::Ready { next: RoundNo(1) }, 1),
        last,
    ]
}

pub(crate) fn contest() -> Programme {
    let games = day();
    let codes = [&games[1], &games[5]].into_iter().flat_map(|game| game.teams.clone());
    // The last name tries to clear the screen.
    let names = "松 竹 梅 楓 杉 柳 樫 桜 鶴 燕 鷺 鳶 梟 月\u{1b}[2J".split(' ');
    let team = |(code, sign): (String, &str)| TeamSpec { name: format!("高専 {sign} {code}"), code };
    let teams = codes.zip(names).map(team).collect();
    Programme { games, teams, role: Some(TokenRole::Judge), ..Programme::default() }
}

impl ConsoleFixture {
    pub(crate) fn disconnected(lang: Lang, columns: u16, lines: u16) -> Self {
        Self::before(setup(), lang, columns, lines)
    }

    pub(crate) fn before(setup: Setup, lang: Lang, columns: u16, lines: u16) -> Self {
        Self {
            feed: SignedFeed::new(GAME, 7),
            game: Game::new(setup),
            state: Consoles::new(lang, SERVER.into(), columns, lines),
            effects: Vec::new(),
            at: GameTime(0),
            hold: HoldTracker::default(),
            start: ishigaki_client::now(),
            sent_items: Vec::new(),
            steering: wire::Clock::default(),
        }
    }

    pub(crate) fn new(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::disconnected(lang, columns, lines);
        fixture.connect();
        fixture
    }

    pub(crate) fn judging(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::disconnected(lang, columns, lines);
        fixture.state = Consoles::judging(lang, SERVER.into(), GAME.into(), columns, lines);
        fixture.connect();
        fixture
    }

    pub(crate) fn picking(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::disconnected(lang, columns, lines);
        fixture.state = Consoles::choosing(lang, SERVER.into(), columns, lines);
        let now = fixture.instant();
        fixture.happen(Input::Tick { now });
        assert_eq!(std::mem::take(&mut fixture.effects), [Effect::ListGames]);
        fixture
    }

    pub(crate) fn small() -> Self {
        Self::new(Lang::En, 80, 24)
    }

    pub(crate) fn connect(&mut self) {
        if !self.state.game_id().is_empty() {
            self.feed.set_id(self.state.game_id());
        }
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::Connected));
        let setup = convert::setup_to_wire(self.game.setup());
        self.feed(wire::feed_item::Body::SetUp(setup), None, false);
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::CaughtUp));
    }

    /// Another game of the contest: its feed brings what happens there in `plays`.
    pub(crate) fn add_game(&mut self, game: &str, plays: impl FnOnce(&mut Self)) {
        let mut other = Self::disconnected(Lang::En, 80, 24);
        other.state = Consoles::judging(Lang::En, SERVER.into(), game.into(), 80, 24);
        other.start = self.start;
        other.connect();
        plays(&mut other);
        let items = std::mem::take(&mut other.sent_items);
        let news =
            items.into_iter().map(|item| FeedEvent::Item { item: Box::new(item), received: other.instant() });
        let news = news.chain([FeedEvent::Connection(ishigaki_client::Connection::CaughtUp)]);
        for event in news.collect::<Vec<_>>() {
            let addressed = self.state.update(Addressed::to(game, Event::Feed(event)));
            self.effects.extend(addressed.into_iter().map(|addressed| addressed.what));
        }
    }

    pub(crate) fn instant(&self) -> Instant {
        self.start + Duration::from_millis(self.at.0)
    }

    pub(crate) fn happen(&mut self, event: impl Into<Event>) {
        self.effects.extend(self.state.update(event.into()).into_iter().map(|addressed| addressed.what));
    }

    pub(crate) fn start_over(&mut self, setup: Setup) {
        (self.game, self.at) = (Game::new(setup), GameTime(0));
        self.feed.sequence = 0;
        self.hold = HoldTracker::default();
        self.connect();
    }

    /// The server tells that the game is not served any more: its journal has failed at this moment.
    pub(crate) fn stop_serving(&mut self) {
        let clock = wire::Clock {
            now_ms: self.at.0,
            stopped_at_ms: Some(self.at.0),
            ..convert::clock_to_wire(&self.game)
        };
        let since = self.instant();
        self.happen(FeedEvent::Item { item: Box::new(pulse(clock)), received: since });
        let reason = ErrorReason::JournalFailed;
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::Stopped { since, reason }));
    }

    /// The server's next pulse, which says how its answers stand with a second copy.
    pub(crate) fn set_copy_standing(&mut self, standing: wire::CopyStanding) {
        self.pulse(wire::Clock { copy: standing.into(), ..self.steering });
    }

    pub(crate) fn show_places(&mut self, places: u32) {
        self.pulse(wire::Clock { revealed_places: Some(places), ..wire::Clock::default() });
    }

    pub(crate) fn pulse(&mut self, clock: wire::Clock) {
        self.steering = clock;
        let (item, received) = (Box::new(pulse(self.clock())), self.instant());
        self.happen(FeedEvent::Item { item, received });
    }

    fn clock(&self) -> wire::Clock {
        let wire::Clock { revealed_places, uncovering, copy, .. } = self.steering;
        let of_game = convert::clock_to_wire(&self.game);
        wire::Clock { now_ms: self.at.0, revealed_places, uncovering, copy, ..of_game }
    }

    fn feed(&mut self, body: wire::feed_item::Body, derived: Option<wire::Derived>, closes: bool) {
        let clock = Some(self.clock());
        let item = wire::FeedItem { clock, derived, ..self.feed.item(body, closes) };
        self.sent_items.push(item.clone());
        self.happen(FeedEvent::Item { item: Box::new(item), received: self.instant() });
    }

    pub(crate) fn give(&mut self, by: Actor, act: Act) -> Result<(), Rejection> {
        for event in decide(&self.game, &Command { at: self.at, by, act })? {
            let is_news = self.game.is_news(&event);
            self.game.apply(&event);
            if is_news {
                let derived = convert::derived(&self.game, &event);
                // The judge also gets messages to some teams.
                let visible = if event.fact.addressees().is_some() { event.clone() } else { event.public() };
                let body = convert::event_to_wire(&visible, self.game.setup());
                let shows_head = self.hold.take(&event.fact);
                self.feed(wire::feed_item::Body::Event(body), derived, shows_head);
            }
        }
        Ok(())
    }

    pub(crate) fn judge(&mut self, act: Act) {
        self.give(Actor::Judge, act).unwrap();
    }

    pub(crate) fn wait(&mut self, millis: u64) {
        self.at = self.at.after(Millis(millis));
        self.give(Actor::Clock, Act::Tick).unwrap();
        let now = self.instant();
        self.happen(Input::Tick { now });
    }

    pub(crate) fn open(&mut self, round: u32) {
        self.judge(Act::OpenRound { round: RoundNo(round) });
    }

    pub(crate) fn bids(&mut self, team: TeamId, lines: &[(LotId, u64)]) {
        let act = stage::contest::bids(&self.game, team, lines);
        self.give(Actor::Team(team), act).unwrap();
    }

    pub(crate) fn raise(&mut self, team: TeamId, lines: &[(u32, u64)]) {
        let act = stage::contest::raises(&self.game, team, lines);
        self.give(Actor::Team(team), act).unwrap();
    }

    pub(crate) fn confirm_all(&mut self) {
        self.judge(stage::contest::confirmation(&self.game));
    }

    pub(crate) fn place(&mut self, team: TeamId, lot: LotId, copy: u32, quarters: u32, row: i32, col: i32) {
        let act = stage::contest::placing(&self.game, team, StoneId { lot, copy }, quarters, (row, col));
        self.give(Actor::Team(team), act).unwrap();
    }

    /// Round 1 up to its re-bid: P is tied between A and B, C gets O, and B gets a D.
    pub(crate) fn tie(&mut self) {
        self.open(1);
        self.wait(10_000);
        self.bids(A, &[(P, 400), (O, 100), (D, 20)]);
        self.bids(B, &[(P, 400), (D, 30)]);
        self.bids(C, &[(O, 250), (P, 300)]);
        self.wait(80_000);
    }

    pub(crate) fn settle(&mut self) {
        self.tie();
        self.raise(A, &[(1, 410)]);
        self.raise(B, &[(1, 450)]);
    }

    pub(crate) fn build(&mut self) {
        self.settle();
        self.confirm_all();
        self.open(2);
        self.wait(1_000);
        self.bids(A, &[(D, 10)]);
        self.wait(89_000);
        self.confirm_all();
        self.place(B, P, 1, 0, 0, 1);
        self.place(C, O, 1, 0, 1, 0);
        self.place(A, D, 2, 0, 2, 2);
    }

    pub(crate) fn end(&mut self) {
        self.judge(Act::SignalEnd);
        self.wait(5_000);
    }

    pub(crate) fn key(&mut self, key: Key) {
        self.happen(Input::Key(key));
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        for char in keys.chars() {
            self.key(if char == '\n' { Key::Enter } else { Key::Char(char) });
        }
    }

    #[track_caller]
    pub(crate) fn call(&mut self) -> (Ticket, Act) {
        match self.judge_call() {
            (ticket, JudgeAct::InGame(act)) => (ticket, act),
            other => panic!("an act in the game is expected, not {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn judge_call(&mut self) -> (Ticket, JudgeAct) {
        match std::mem::take(&mut self.effects).as_slice() {
            [Effect::Call { ticket, act }] => (*ticket, act.clone()),
            other => panic!("one call is expected, not {other:?}"),
        }
    }

    /// Does what the console wants as the server would, and lets the answer arrive before the news of it.
    #[track_caller]
    pub(crate) fn serve(&mut self) {
        let (ticket, act) = self.call();
        let judged = decide(&self.game, &Command { at: self.at, by: Actor::Judge, act: act.clone() });
        let answer = match judged {
            Ok(_) => ActOutcome::Done,
            Err(rejection) => ActOutcome::Refused(Fault::of_rejection(&rejection, self.game.setup())),
        };
        let done = answer == ActOutcome::Done;
        self.happen(Event::Answer { ticket, answer });
        if done {
            self.judge(act);
        }
    }

    pub(crate) fn cut(&mut self) {
        let (since, code) = (self.instant(), tonic::Code::Unavailable);
        self.happen(FeedEvent::Connection(ishigaki_client::Connection::Lost { since, code }));
    }

    pub(crate) fn lose(&mut self) {
        self.cut();
        self.wait(100);
    }

    pub(crate) fn refusal(&self) -> Option<ErrorReason> {
        match self.state.notice() {
            Some(Notice::Refused(fault)) => Some(fault.reason),
            _ => None,
        }
    }

    pub(crate) fn is_bidding(&self) -> bool {
        matches!(self.game.phase(), Phase::Bidding { .. }) && self.game.paused_since().is_none()
    }

    /// Does whatever the console wants as the server would, the news before the answer.
    pub(crate) fn serve_all(&mut self) {
        for effect in std::mem::take(&mut self.effects) {
            match effect {
                Effect::Call { ticket, act } => self.serve_act(ticket, &act),
                Effect::Enter { ticket, request } => {
                    let act = request.0.act(self.game.setup()).unwrap().act;
                    let answer = match self.give(Actor::Organiser, act) {
                        Ok(()) => ActOutcome::Done,
                        Err(rejection) => {
                            ActOutcome::Refused(Fault::of_rejection(&rejection, self.game.setup()))
                        }
                    };
                    self.happen(Event::Answer { ticket, answer });
                }
                Effect::ListGames => self.happen(Event::Games(Ok(contest()))),
                Effect::StartGame { game, .. } => {
                    let started = day().into_iter().find(|listed| listed.game == game);
                    self.happen(Event::Started { game, outcome: Ok(Box::new(started.unwrap())) });
                }
                Effect::ListPresence { game } => {
                    let presence_of = |team: &TeamSpec| TeamPresence {
                        team: team.code.clone(),
                        connections: 1,
                        seen: true,
                        practised: false,
                        program: String::new(),
                    };
                    let presence = self.game.setup().teams.iter().map(presence_of).collect();
                    self.happen(Event::Presence { game, presence: Ok(presence) });
                }
                Effect::Watch { .. } => self.start_over(setup()),
                Effect::Reveal { .. } => self.happen(Event::Revealed(Ok(()))),
                Effect::Uncover { .. } => self.happen(Event::Uncovered(Ok(()))),
                Effect::Examine => self.happen(Event::Examined(None)),
                Effect::SendToOtherGames { .. } | Effect::Repaint | Effect::Quit => {}
            }
        }
    }

    fn serve_act(&mut self, ticket: Ticket, act: &JudgeAct) {
        let answer = match self.give(Actor::Judge, act.to_rules()) {
            Ok(()) if matches!(act, JudgeAct::Replace { .. }) => {
                let spare = day().into_iter().find(|game| game.game == "heat-1-spare");
                ActOutcome::Replaced(Box::new(spare.unwrap()))
            }
            Ok(()) => ActOutcome::Done,
            Err(rejection) => ActOutcome::Refused(Fault::of_rejection(&rejection, self.game.setup())),
        };
        self.happen(Event::Answer { ticket, answer });
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

    #[track_caller]
    pub(crate) fn body(&self) -> String {
        stage::body(&self.screen())
    }

    pub(crate) fn is_coloured(&self, palette: Palette) -> bool {
        stage::is_coloured(&stage::picture(&self.state, palette))
    }
}
