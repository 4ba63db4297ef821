//! A board before a server in miniature that holds an event.

#![expect(clippy::unwrap_used, reason = "an event that cannot be held is a failed test")]

use std::time::{Duration, Instant};

use ishigaki_board::{Effect, Event, State, page_state, update};
use ishigaki_client::Connection;
use ishigaki_matching::Blossom;
use ishigaki_preset::EventConfig;
use ishigaki_proto::convert::tournament_event_to_wire;
use ishigaki_proto::event::event::Fact as WireFact;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{event as events, watch};
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{GameTime, TeamId, Tsuyama};
use ishigaki_screen::terminal::Input;
use ishigaki_screen::{FeedEvent, Palette, stage};
use ishigaki_tournament::{
    Act, Actor, Command, Competition, Entrant, GameResult, GroupGame, Round, Score, Slip, Stage, StageId,
    Tournament,
};
use ishigaki_words::Lang;
use judge_tui::Key;

use crate::signed_feed::SignedFeed;

const SERVER: &str = "gate.example:7150";
const EVENT: &str = "meijin";
const LEAGUES: &str = r#"{"preset":"M42","title":"The 42nd Meijin","title_ja":"第42期名人戦"}"#;
const GROUPS: &str = r#"{"preset":"ishigaki"}"#;

pub(crate) struct EventBoardFixture {
    pub(crate) state: State,
    pub(crate) effects: Vec<Effect>,
    config: &'static str,
    competition: Competition,
    feed: SignedFeed,
    start: Instant,
    passed: Duration,
}

impl EventBoardFixture {
    pub(crate) fn new(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::disconnected(event_state(lang, columns, lines));
        fixture.connect();
        fixture
    }

    pub(crate) fn in_groups(lang: Lang, columns: u16, lines: u16) -> Self {
        let mut fixture = Self::of(event_state(lang, columns, lines), GROUPS);
        fixture.connect();
        fixture
    }

    pub(crate) fn automatic() -> Self {
        let mut fixture = Self::disconnected(State::new(Lang::En, SERVER.into(), Vec::new(), 80, 24));
        assert!(fixture.effects.contains(&Effect::ListEvents), "{:?}", fixture.effects);
        let entry = watch::EventEntry { event: EVENT.into(), ..Default::default() };
        fixture.happen(Event::Events(Ok(vec![entry])));
        assert_eq!(fixture.effects.last(), Some(&Effect::WatchEvent { event: EVENT.into() }));
        fixture.connect();
        fixture
    }

    pub(crate) fn disconnected(state: State) -> Self {
        Self::of(state, LEAGUES)
    }

    fn of(state: State, config: &'static str) -> Self {
        let plan = EventConfig::read(config).unwrap().plan().clone();
        let mut fixture = Self {
            state,
            effects: Vec::new(),
            config,
            competition: Competition::new(plan),
            feed: SignedFeed::new(EVENT, 7),
            start: ishigaki_client::now(),
            passed: Duration::ZERO,
        };
        fixture.pass(0);
        fixture
    }

    pub(crate) fn connect(&mut self) {
        self.set_connection(Connection::Connected);
        let setup =
            events::EventSetup { event: EVENT.into(), config: self.config.into(), ..Default::default() };
        self.send(Body::EventSetup(setup), false);
        self.set_connection(Connection::CaughtUp);
        self.pass(0);
    }

    pub(crate) fn happen(&mut self, event: impl Into<Event>) {
        self.effects.extend(update(&mut self.state, event.into()));
    }

    pub(crate) fn instant(&self) -> Instant {
        self.start + self.passed
    }

    pub(crate) fn set_connection(&mut self, connection: Connection) {
        let news = FeedEvent::Connection(connection);
        self.happen(Event::EventFeed { event: EVENT.into(), news });
    }

    pub(crate) fn pass(&mut self, millis: u64) {
        self.passed += Duration::from_millis(millis);
        let now = self.instant();
        self.happen(Input::Tick { now });
    }

    pub(crate) fn key(&mut self, key: char) {
        self.happen(Input::Key(Key::Char(key)));
    }

    fn send(&mut self, body: Body, is_signed: bool) {
        let item = Box::new(self.feed.item(body, is_signed));
        let news = FeedEvent::Item { item, received: self.instant() };
        self.happen(Event::EventFeed { event: EVENT.into(), news });
    }

    /// Has something done in the event, and sends what happened; the board sees it at its next tick.
    pub(crate) fn ask(&mut self, by: Actor, act: Act) {
        let command = Command::new(GameTime(0), by, act);
        for event in self.competition.decide(&command, &Blossom).unwrap() {
            self.competition.apply(&event);
            let mut sent = tournament_event_to_wire(&event);
            if let Some(WireFact::RosterSet(set)) = &mut sent.fact {
                for (line, entrant) in (1..).zip(&mut set.entrants) {
                    (entrant.name, entrant.romaji) = (name(line), romaji(line));
                }
            }
            self.send(Body::EventFact(sent), true);
        }
    }

    pub(crate) fn commit(&mut self, players: usize) {
        let entrant = |line: usize| Entrant { woman: line % 5 == 1, ..Entrant::of(format!("P{line}")) };
        let roster = (1..=players).map(entrant).collect();
        self.ask(Actor::Organiser, Act::SetRoster { roster });
        self.ask(Actor::Organiser, Act::Commit { commitment: [0xab; 32] });
        self.pass(50);
    }

    pub(crate) fn enter_digits(&mut self) {
        let lotteries = match &self.competition {
            Competition::Leagues(tournament) => &tournament.plan().lotteries,
            Competition::Groups(contest) => &contest.plan().lotteries,
        };
        let digits = |digits: u32| "40719320"[..usize::try_from(digits).unwrap()].to_owned();
        let results = lotteries.iter().map(|lottery| digits(lottery.digits)).collect();
        self.ask(Actor::Organiser, Act::EnterDigits { results });
    }

    pub(crate) fn draw(&mut self) {
        self.enter_digits();
        self.ask(Actor::Organiser, Act::MakeLeagues);
        self.pass(50);
    }

    pub(crate) fn pair(&mut self) -> Option<Round> {
        let Stage::Between { next } = self.tournament().stage() else { return None };
        self.ask(Actor::Organiser, Act::PairRound { round: next });
        self.pass(50);
        Some(next)
    }

    pub(crate) fn play(&mut self, results: usize) {
        let paired = self.tournament().rounds().last().unwrap().clone();
        for (_, one, other) in paired.games().take(results) {
            let (winner, loser) = (one.min(other), one.max(other));
            let discs = 33 + (one.0 * 3 + other.0) % 20;
            let score = Some(Score { winner: discs, loser: 64 - discs });
            let slip = Slip { score, ..Slip::plain(winner, loser) };
            self.ask(Actor::Desk, Act::EnterResult { round: paired.round, slip });
        }
        self.pass(50);
    }

    pub(crate) fn tournament(&self) -> &Tournament {
        self.competition.leagues().unwrap()
    }

    pub(crate) fn pages(&self) -> String {
        page_state(&self.state, self.start, self.instant()).unwrap()
    }

    pub(crate) fn play_stage(&mut self, stage: StageId, games: usize) {
        self.ask(Actor::Organiser, Act::DrawGroups { stage, without_game: false });
        let contest = self.competition.groups().unwrap();
        let drawn: Vec<(GroupGame, Vec<TeamId>)> = contest
            .games()
            .filter(|(game, _)| game.stage == stage)
            .map(|(game, group)| (game, group.teams.clone()))
            .collect();
        for (game, teams) in drawn.into_iter().take(games) {
            let contenders = teams.into_iter().map(contender).collect();
            let result = GameResult { contenders, janken: Vec::new() };
            self.ask(Actor::Server, Act::CountGame { game, result });
        }
        self.pass(50);
    }

    pub(crate) fn play_rounds(&mut self, rounds: u32) {
        for _ in 0..rounds {
            if self.pair().is_none() {
                break;
            }
            self.play(usize::MAX);
        }
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
    pub(crate) fn turns(&mut self) -> Vec<String> {
        let mut screens = vec![self.screen()];
        loop {
            self.pass(8_000);
            let screen = self.screen();
            if screens.contains(&screen) {
                return screens;
            }
            screens.push(screen);
        }
    }
}

fn event_state(lang: Lang, columns: u16, lines: u16) -> State {
    State::new(lang, SERVER.into(), Vec::new(), columns, lines).with_event(Some(EVENT.into()))
}

fn contender(team: TeamId) -> Contender {
    let tally = Tally {
        empty: team.0 * 5 % 7,
        top_gaps: team.0 % 3,
        held: Tsuyama(u64::from(team.0) * 35),
        used: 9,
        unused: team.0 % 2,
    };
    Contender { team, tally: (team.0 != 4).then_some(tally) }
}

pub(crate) fn name(line: usize) -> String {
    let family = ["佐藤", "鈴木", "長谷川", "田中", "勅使河原", "林", "山本", "中村"];
    let given = ["一", "美咲", "健太郎", "梓", "Ken"];
    format!("{} {}", family[line % family.len()], given[line % given.len()])
}

fn romaji(line: usize) -> String {
    let family = ["Sato", "Suzuki", "Hasegawa", "Tanaka", "Teshigawara", "Hayashi", "Yamamoto", "Nakamura"];
    let given = ["Hajime", "Misaki", "Kentaro", "Azusa", "Ken"];
    format!("{} {}", family[line % family.len()], given[line % given.len()])
}
