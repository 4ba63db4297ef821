//! A hall without a server: calls of the screen are decided by the rules, and come back as signed facts.

use std::time::{Duration, Instant};

use ishigaki_client::{CallError, Connection, event_office};
use ishigaki_matching::Blossom;
use ishigaki_preset::EventConfig;
use ishigaki_proto::convert::tournament_event_to_wire;
use ishigaki_proto::event as wire;
use ishigaki_proto::fault::Fault;
use ishigaki_proto::watch::{Audience, EventEntry, EventStage, ListEventsResponse};
use ishigaki_proto::wire::FeedItem;
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_roster::RosterDraft;
use ishigaki_rules::ranking::{Contender, Tally};
use ishigaki_rules::{GameTime, TeamId, Tsuyama};
use ishigaki_screen::terminal::{Input, Key};
use ishigaki_screen::{FeedEvent, Palette, stage};
use ishigaki_tournament::{
    Act, Actor, Command, Competition, DrawNumber, Entrant, GameResult, GroupContest, PlayerId, Round, Slip,
    Tournament,
};
use ishigaki_words::Lang;
use judge_tui::Listed;
use judge_tui::event::{Effect, Event, EventAnswer, EventCall, State, update};

use crate::signed_feed::SignedFeed;

const EVENT: &str = "meijin";
const LEAGUES: &str = r#"{"preset":"M42","lottery_date":"2026-12-05"}"#;
const GROUPS: &str = r#"{"preset":"ishigaki","lottery_date":"2026-12-05"}"#;

pub(crate) struct EventScreenFixture {
    pub(crate) state: State,
    pub(crate) competition: Competition,
    config: &'static str,
    pub(crate) effects: Vec<Effect>,
    pub(crate) answers: bool,
    pub(crate) lines: usize,
    pub(crate) games: Vec<Listed>,
    items: Vec<FeedItem>,
    is_watched: bool,
    now: Instant,
    feed: SignedFeed,
}

impl EventScreenFixture {
    pub(crate) fn empty(lang: Lang, size: (u16, u16), audience: Audience) -> Self {
        let mut fixture = Self::new(lang, size);
        fixture.tick();
        assert_eq!(fixture.effects.pop(), Some(Effect::ListEvents));
        fixture.list(audience);
        fixture
    }

    pub(crate) fn in_groups(lang: Lang, size: (u16, u16), audience: Audience, count: usize) -> Self {
        Self::of(GROUPS, lang, size).with_digits(count).watched_by(audience)
    }

    fn new(lang: Lang, size: (u16, u16)) -> Self {
        Self::of(LEAGUES, lang, size)
    }

    fn with_digits(mut self, count: usize) -> Self {
        self.create();
        self.set_roster(count);
        self.ask(Actor::Organiser, Act::Commit { commitment: [0xab; 32] });
        let results = ["407", "1932", "0586", "7741"].map(str::to_owned).to_vec();
        self.ask(Actor::Organiser, Act::EnterDigits { results });
        self
    }

    fn watched_by(mut self, audience: Audience) -> Self {
        self.tick();
        self.effects.clear();
        self.list(audience);
        self.attend();
        self
    }

    fn of(settings: &'static str, lang: Lang, size: (u16, u16)) -> Self {
        let config = EventConfig::read(settings).unwrap();
        Self {
            state: State::new(lang, "192.168.0.10:7150".to_owned(), None, size.0, size.1),
            competition: Competition::new(config.plan().clone()),
            config: settings,
            effects: Vec::new(),
            answers: true,
            lines: 16,
            games: Vec::new(),
            items: Vec::new(),
            is_watched: false,
            now: ishigaki_client::now(),
            feed: SignedFeed::new(EVENT, 7),
        }
    }

    pub(crate) fn drawn(lang: Lang, size: (u16, u16), audience: Audience, count: usize) -> Self {
        let mut fixture = Self::new(lang, size).with_digits(count);
        fixture.ask(Actor::Desk, Act::DrawSlip { player: PlayerId(2), number: DrawNumber(1) });
        fixture.ask(Actor::Organiser, Act::MakeLeagues);
        fixture.watched_by(audience)
    }

    pub(crate) fn paired(lang: Lang, size: (u16, u16), audience: Audience, count: usize) -> Self {
        let mut fixture = Self::drawn(lang, size, audience, count);
        fixture.ask(Actor::Organiser, Act::PairRound { round: Round(1) });
        fixture.press(Key::Char('3'));
        fixture
    }

    pub(crate) fn tournament(&self) -> &Tournament {
        self.competition.leagues().unwrap()
    }

    pub(crate) fn list(&mut self, audience: Audience) {
        let entry = EventEntry {
            event: EVENT.to_owned(),
            title: "第42回名人戦".to_owned(),
            stage: EventStage::Roster.into(),
            ..Default::default()
        };
        let events = if self.items.is_empty() { Vec::new() } else { vec![entry] };
        self.happen(Event::Listed(Ok(ListEventsResponse { events, audience: audience.into() })));
    }

    pub(crate) fn happen(&mut self, event: impl Into<Event>) {
        let effects = update(&mut self.state, event.into());
        self.effects.extend(effects);
    }

    pub(crate) fn tick(&mut self) {
        self.now += Duration::from_millis(50);
        self.happen(Input::Tick { now: self.now });
    }

    pub(crate) fn wait(&mut self, seconds: u64) {
        self.now += Duration::from_secs(seconds);
        self.tick();
    }

    pub(crate) fn lose(&mut self) {
        let lost = Connection::Lost { since: self.now, code: tonic::Code::Unavailable };
        self.receive(FeedEvent::Connection(lost));
    }

    pub(crate) fn press(&mut self, key: Key) {
        self.happen(Input::Key(key));
        self.attend();
    }

    pub(crate) fn keys(&mut self, keys: &str) {
        for key in keys.chars() {
            self.press(if key == '\n' { Key::Enter } else { Key::Char(key) });
        }
    }

    pub(crate) fn attend(&mut self) {
        while self.answers
            && let Some(at) = self.effects.iter().position(is_answered)
        {
            match self.effects.remove(at) {
                Effect::Call { ticket, call } => {
                    let answer = self.grant(call).map(|()| EventAnswer { item: 1, commitment: None });
                    let answer = answer.map_err(|fault| CallError::Refused(Box::new(fault)));
                    self.happen(Event::Answered { ticket, answer });
                }
                Effect::ReadRoster { ticket, .. } => {
                    self.happen(Event::RosterRead {
                        ticket,
                        roster: Ok(RosterDraft { json: self.lines.to_string(), ..RosterDraft::default() }),
                    });
                }
                Effect::ListGames => self.happen(Event::Games(Ok(self.games.clone().into()))),
                Effect::Watch { event } => {
                    assert_eq!(event, EVENT);
                    self.watch();
                }
                _ => {}
            }
        }
        self.tick();
    }

    fn grant(&mut self, call: EventCall) -> Result<(), Fault> {
        match call {
            EventCall::Create { .. } => self.create(),
            EventCall::SetRoster(roster) => self.set_roster(roster.json.parse().unwrap()),
            EventCall::Commit => {
                return self.try_ask(Actor::Organiser, Act::Commit { commitment: [0xab; 32] });
            }
            EventCall::Act(act) => return self.try_ask(event_office(&act), act),
        }
        Ok(())
    }

    fn create(&mut self) {
        let setup = wire::EventSetup {
            event: EVENT.to_owned(),
            config: self.config.to_owned(),
            title: String::new(),
            title_ja: String::new(),
        };
        self.put(Body::EventSetup(setup), false);
    }

    fn watch(&mut self) {
        self.is_watched = true;
        self.receive(FeedEvent::Connection(Connection::Connected));
        for item in self.items.clone() {
            self.receive(FeedEvent::Item { item: Box::new(item), received: self.now });
        }
        self.receive(FeedEvent::Connection(Connection::CaughtUp));
    }

    fn receive(&mut self, news: FeedEvent) {
        self.happen(Event::Feed { event: EVENT.to_owned(), news });
    }

    fn put(&mut self, body: Body, is_signed: bool) {
        let item = self.feed.item(body, is_signed);
        self.items.push(item.clone());
        if self.is_watched {
            self.receive(FeedEvent::Item { item: Box::new(item), received: self.now });
        }
    }

    pub(crate) fn ask(&mut self, by: Actor, act: Act) {
        self.try_ask(by, act).unwrap();
    }

    fn try_ask(&mut self, by: Actor, act: Act) -> Result<(), Fault> {
        let command = Command::new(GameTime(0), by, act);
        let decided = self.competition.decide(&command, &Blossom);
        for event in decided.map_err(|rejection| Fault::of_competition(&rejection))? {
            self.competition.apply(&event);
            self.put(Body::EventFact(tournament_event_to_wire(&event)), true);
        }
        Ok(())
    }

    fn set_roster(&mut self, count: usize) {
        let line = |line: usize| Entrant {
            id: format!("P{:03}", line + 1),
            seed: (line == 2 && self.config == LEAGUES).then_some(0),
            woman: line % 5 == 1,
        };
        let roster: Vec<Entrant> = (0..count).map(line).collect();
        let at = GameTime(0);
        let fact = ishigaki_tournament::Fact::RosterSet { roster };
        let event = ishigaki_tournament::Event { at, by: Actor::Organiser, fact };
        self.competition.apply(&event);
        let mut sent = tournament_event_to_wire(&event);
        if let Some(wire::event::Fact::RosterSet(set)) = &mut sent.fact {
            for (line, entrant) in (1..).zip(&mut set.entrants) {
                entrant.id = format!("P{line:03}");
                entrant.name = format!("選手{line}");
                entrant.kana = format!("せんしゅ{line}");
                entrant.romaji = format!("Player {line}");
            }
        }
        self.put(Body::EventFact(sent), true);
    }

    pub(crate) fn play_round(&mut self) {
        let paired = self.tournament().rounds().last().unwrap().clone();
        for (_, one, other) in paired.games() {
            if !paired.results.contains_key(&(one.min(other), one.max(other))) {
                let slip = Slip::plain(one, other);
                self.ask(Actor::Desk, Act::EnterResult { round: paired.round, slip });
            }
        }
        self.tick();
    }

    /// Counts the games of the stage that is played: the first team of a group has the fewest empty squares, and the last two
    /// are equal.
    pub(crate) fn count_games(&mut self) {
        let games: Vec<_> = self.contest().games().map(|(game, group)| (game, group.clone())).collect();
        for (game, group) in games.into_iter().filter(|(_, group)| group.is_open()) {
            let last = u32::try_from(group.teams.len()).unwrap() - 2;
            let contender = |(place, team): (u32, &TeamId)| {
                let tally =
                    Tally { empty: place.min(last), top_gaps: 0, held: Tsuyama(5), used: 9, unused: 0 };
                Contender { team: *team, tally: Some(tally) }
            };
            let contenders = (0..).zip(&group.teams).map(contender).collect();
            let result = GameResult { contenders, janken: Vec::new() };
            self.ask(Actor::Server, Act::CountGame { game, result });
        }
        self.tick();
    }

    pub(crate) fn contest(&self) -> &GroupContest {
        self.competition.groups().unwrap()
    }

    pub(crate) fn play_one(&mut self) {
        let paired = self.tournament().rounds().last().unwrap();
        let (round, (_, one, other)) = (paired.round, paired.games().next().unwrap());
        self.ask(Actor::Desk, Act::EnterResult { round, slip: Slip::plain(other, one) });
        self.tick();
    }

    pub(crate) fn repeat_last(&mut self) {
        let item = Box::new(self.items.last().unwrap().clone());
        self.receive(FeedEvent::Item { item, received: self.now });
        self.tick();
    }

    pub(crate) fn text(&self) -> String {
        stage::text(&stage::picture(&self.state, Palette::PLAIN))
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        stage::assert_shows(&self.text(), text);
    }

    #[track_caller]
    pub(crate) fn hides(&self, text: &str) {
        stage::assert_hides(&self.text(), text);
    }
}

fn is_answered(effect: &Effect) -> bool {
    matches!(
        effect,
        Effect::Call { .. } | Effect::ReadRoster { .. } | Effect::Watch { .. } | Effect::ListGames
    )
}
