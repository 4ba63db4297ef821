//! Open questions in the contest's games are counted in the head, for roles that may answer.

use ishigaki_proto::convert;
use ishigaki_proto::watch::{Audience, GameEntry, GameState};
use ishigaki_proto::wire::{self, feed_item::Body};
use ishigaki_rules::{
    Act, Actor, Announcement, Command, Game, GameTime, Question, QuestionNo, TeamId, decide,
};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage::contest;
use ishigaki_screen::terminal::Key;
use ishigaki_words::Lang;
use judge_tui::event::{Effect, Event};

use crate::event::fixture::EventScreenFixture;
use crate::signed_feed::SignedFeed;

struct QuestionedGame {
    id: &'static str,
    game: Game,
    feed: SignedFeed,
}

impl QuestionedGame {
    fn begin(fixture: &mut EventScreenFixture, id: &'static str) -> Self {
        let mut asked = Self { id, game: Game::new(contest::setup()), feed: SignedFeed::new(id, 7) };
        asked.receive(fixture, Body::SetUp(convert::setup_to_wire(asked.game.setup())), None);
        asked
    }

    fn receive(&mut self, fixture: &mut EventScreenFixture, body: Body, derived: Option<wire::Derived>) {
        let clock = Some(convert::clock_to_wire(&self.game));
        let item = Box::new(wire::FeedItem { clock, derived, ..self.feed.item(body, false) });
        let news = FeedEvent::Item { item, received: ishigaki_client::now() };
        fixture.happen(Event::Game { game: self.id.to_owned(), news });
    }

    fn give(&mut self, fixture: &mut EventScreenFixture, by: Actor, act: Act) {
        let command = Command { at: GameTime(0), by, act };
        for event in decide(&self.game, &command).unwrap() {
            self.game.apply(&event);
            let derived = convert::derived(&self.game, &event);
            self.receive(fixture, Body::Event(convert::event_to_wire(&event, self.game.setup())), derived);
        }
    }

    fn ask(&mut self, fixture: &mut EventScreenFixture, team: TeamId) {
        let text = Question::new("Why?").unwrap();
        self.give(fixture, Actor::Team(team), Act::AskQuestion { team, text });
    }

    fn answer(&mut self, fixture: &mut EventScreenFixture, team: TeamId) {
        let text = Announcement::new("Because", "なぜなら").unwrap();
        let question = QuestionNo(1);
        self.give(
            fixture,
            Actor::Judge,
            Act::AnswerQuestion { team, question, replaces: None, text, to_all: false },
        );
    }
}

fn listed(game: &str, phase: wire::Phase) -> GameEntry {
    let clock = Some(wire::Clock { phase: phase.into(), ..wire::Clock::default() });
    GameEntry { game: game.into(), state: GameState::Started.into(), clock, ..GameEntry::default() }
}

fn play(fixture: &mut EventScreenFixture, games: Vec<GameEntry>, watched: &[&str]) {
    fixture.games = games.into_iter().map(Into::into).collect();
    fixture.wait(3);
    fixture.attend();
    let wanted = fixture.effects.iter().rev().find_map(|effect| match effect {
        Effect::WatchGames { games } => Some(games.clone()),
        _ => None,
    });
    assert_eq!(
        wanted.as_deref(),
        Some(&watched.iter().map(|game| (*game).to_owned()).collect::<Vec<_>>()[..])
    );
}

#[test]
fn questions_of_running_games_are_counted_on_every_panel() {
    use wire::Phase::{Bidding, Declared, Ready};
    for (lang, one, two) in [
        (Lang::En, " 1 unanswered question ", " 2 unanswered questions "),
        (Lang::Ja, "質問1件が回答待ち", "質問2件が回答待ち"),
    ] {
        for audience in [Audience::Judge, Audience::Organiser] {
            let mut fixture = EventScreenFixture::drawn(lang, (80, 24), audience, 16);
            play(
                &mut fixture,
                vec![listed("g1", Bidding), listed("g2", Ready), listed("old", Declared)],
                &["g1", "g2"],
            );
            let (mut first, mut second) =
                (QuestionedGame::begin(&mut fixture, "g1"), QuestionedGame::begin(&mut fixture, "g2"));
            let before = fixture.state.revision();
            first.ask(&mut fixture, contest::A);
            assert_ne!(fixture.state.revision(), before, "it is painted");
            fixture.shows(one);
            second.ask(&mut fixture, contest::B);
            for panel in ['1', '2', '5'] {
                fixture.press(Key::Char(panel));
                fixture.shows(two);
            }
            first.answer(&mut fixture, contest::A);
            fixture.shows(one);
            // After the game questions can't be answered.
            play(&mut fixture, vec![listed("g1", Bidding), listed("g2", Declared)], &["g1"]);
            assert!(!fixture.text().contains(one.trim()), "{}", fixture.text());
            second.ask(&mut fixture, contest::C);
            assert!(!fixture.text().contains(one.trim()), "{}", fixture.text());
        }
    }
}

#[test]
fn roles_without_answer_permission_request_no_games() {
    for audience in [Audience::Desk, Audience::Referee, Audience::Board] {
        let mut fixture = EventScreenFixture::drawn(Lang::En, (80, 24), audience, 16);
        fixture.wait(3);
        assert!(!fixture.effects.contains(&Effect::ListGames), "{audience:?}");
    }
}
