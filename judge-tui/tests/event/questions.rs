//! What teams ask in the contest's games is counted in the head, for whoever may answer.

use ishigaki_proto::convert;
use ishigaki_proto::watch::{Audience, GameEntry, GameState};
use ishigaki_proto::wire::{self, FeedItem, feed_item::Body};
use ishigaki_record::signing::SigningKey;
use ishigaki_rules::{
    Act, Actor, Announcement, Command, Game, GameTime, Question, QuestionNo, TeamId, decide,
};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage::contest;
use ishigaki_screen::terminal::Key;
use ishigaki_words::Lang;
use judge_tui::event::{Effect, Event};

use crate::hall::Hall;

/// A game of the contest, and how far its feed has come.
struct QuestionedGame {
    id: &'static str,
    game: Game,
    sequence: u64,
}

impl QuestionedGame {
    fn begin(hall: &mut Hall, id: &'static str) -> Self {
        let mut asked = Self { id, game: Game::new(contest::setup()), sequence: 0 };
        asked.tell(hall, Body::SetUp(convert::setup_to_wire(asked.game.setup())), None);
        asked
    }

    fn tell(&mut self, hall: &mut Hall, body: Body, derived: Option<wire::Derived>) {
        self.sequence += 1;
        let is_first = self.sequence == 1;
        let item = FeedItem {
            sequence: self.sequence,
            clock: Some(convert::clock_to_wire(&self.game)),
            body: Some(body),
            derived,
            server_key: if is_first { SigningKey::from_seed([7; 32]).public().0.into() } else { Vec::new() },
            instance: if is_first { vec![3; 16] } else { Vec::new() },
            ..FeedItem::default()
        };
        let news = FeedEvent::Item { item: Box::new(item), received: ishigaki_client::now() };
        hall.happen(Event::Game { game: self.id.to_owned(), news });
    }

    fn give(&mut self, hall: &mut Hall, by: Actor, act: Act) {
        let command = Command { at: GameTime(0), by, act };
        for event in decide(&self.game, &command).unwrap() {
            self.game.apply(&event);
            let derived = convert::derived(&self.game, &event);
            self.tell(hall, Body::Event(convert::event_to_wire(&event, self.game.setup())), derived);
        }
    }

    fn ask(&mut self, hall: &mut Hall, team: TeamId) {
        let text = Question::new("Why?").unwrap();
        self.give(hall, Actor::Team(team), Act::AskQuestion { team, text });
    }

    fn answer(&mut self, hall: &mut Hall, team: TeamId) {
        let text = Announcement::new("Because", "なぜなら").unwrap();
        let question = QuestionNo(1);
        self.give(
            hall,
            Actor::Judge,
            Act::AnswerQuestion { team, question, replaces: None, text, to_all: false },
        );
    }
}

fn listed(game: &str, phase: wire::Phase) -> GameEntry {
    let clock = Some(wire::Clock { phase: phase.into(), ..wire::Clock::default() });
    GameEntry { game: game.into(), state: GameState::Started.into(), clock, ..GameEntry::default() }
}

/// The server lists these games, and they are watched.
fn play(hall: &mut Hall, games: Vec<GameEntry>, watched: &[&str]) {
    hall.games = games.into_iter().map(Into::into).collect();
    hall.wait(3);
    hall.attend();
    let wanted = hall.effects.iter().rev().find_map(|effect| match effect {
        Effect::WatchGames { games } => Some(games.clone()),
        _ => None,
    });
    assert_eq!(
        wanted.as_deref(),
        Some(&watched.iter().map(|game| (*game).to_owned()).collect::<Vec<_>>()[..])
    );
}

#[test]
fn questions_of_all_games_that_go_on_are_counted_on_every_panel_until_they_are_answered() {
    use wire::Phase::{Bidding, Declared, Ready};
    for (lang, one, two) in [
        (Lang::En, " 1 question waits ", " 2 questions wait "),
        (Lang::Ja, "質問1件が回答待ち", "質問2件が回答待ち"),
    ] {
        for audience in [Audience::Judge, Audience::Organiser] {
            let mut hall = Hall::drawn(lang, (80, 24), audience, 16);
            play(
                &mut hall,
                vec![listed("g1", Bidding), listed("g2", Ready), listed("old", Declared)],
                &["g1", "g2"],
            );
            let (mut first, mut second) =
                (QuestionedGame::begin(&mut hall, "g1"), QuestionedGame::begin(&mut hall, "g2"));
            let before = hall.state.revision();
            first.ask(&mut hall, contest::A);
            assert_ne!(hall.state.revision(), before, "it is painted");
            hall.shows(one);
            second.ask(&mut hall, contest::B);
            for panel in ['1', '2', '5'] {
                hall.press(Key::Char(panel));
                hall.shows(two);
            }
            first.answer(&mut hall, contest::A);
            hall.shows(one);
            // The game is over, and nobody answers in it any more.
            play(&mut hall, vec![listed("g1", Bidding), listed("g2", Declared)], &["g1"]);
            assert!(!hall.text().contains(one.trim()), "{}", hall.text());
            second.ask(&mut hall, contest::C);
            assert!(!hall.text().contains(one.trim()), "{}", hall.text());
        }
    }
}

#[test]
fn whoever_may_not_answer_is_asked_for_no_games() {
    for audience in [Audience::Desk, Audience::Referee, Audience::Board] {
        let mut hall = Hall::drawn(Lang::En, (80, 24), audience, 16);
        hall.wait(3);
        assert!(!hall.effects.contains(&Effect::ListGames), "{audience:?}");
    }
}
