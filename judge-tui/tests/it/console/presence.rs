//! Who is there before the game begins.

use ishigaki_client::CallError;
use ishigaki_client::Connection;
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event};
use judge_tui::{Key, TeamPresence};
use tonic::Code;

use crate::console::fixture::{ConsoleFixture, GAME};
use crate::console::screens::compare;

fn there(team: &str, connections: u32, seen: bool, practised: bool) -> TeamPresence {
    TeamPresence { team: team.into(), connections, seen, practised, program: String::new() }
}

/// The three teams: two laptops, one that was closed, one that never came.
fn teams() -> Vec<TeamPresence> {
    vec![there("a", 2, true, true), there("b", 0, true, true), there("c", 0, false, false)]
}

fn tell(fixture: &mut ConsoleFixture, there: Result<Vec<TeamPresence>, CallError>) {
    fixture.happen(Event::Presence { game: GAME.into(), there });
}

/// What is wanted, but for the list of games.
fn wanted(fixture: &mut ConsoleFixture) -> Vec<Effect> {
    let mut effects = std::mem::take(&mut fixture.effects);
    effects.retain(|effect| *effect != Effect::ListGames);
    effects
}

fn looking(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.keys("P");
    fixture.wait(1_000);
    assert_eq!(wanted(&mut fixture), [Effect::ListPresence { game: GAME.into() }]);
    fixture
}

#[test]
fn each_team_has_a_light_with_a_sign_and_words() {
    compare("presence", |lang, columns, lines| {
        let mut fixture = looking(lang, columns, lines);
        tell(&mut fixture, Ok(teams()));
        fixture
    });
}

#[test]
fn it_is_asked_before_a_round_and_while_somebody_looks() {
    let mut fixture = looking(Lang::En, 80, 24);
    fixture.wait(9_000);
    assert_eq!(wanted(&mut fixture), [], "the first answer is still awaited");
    tell(&mut fixture, Ok(teams()));
    fixture.wait(2_000);
    assert_eq!(wanted(&mut fixture).len(), 1);
    tell(&mut fixture, Ok(teams()));
    fixture.key(Key::Esc);
    fixture.wait(9_000);
    assert_eq!(wanted(&mut fixture).len(), 1, "a round can be opened");
    tell(&mut fixture, Ok(teams()));
    fixture.open(1);
    fixture.wait(9_000);
    assert_eq!(wanted(&mut fixture), []);
}

#[test]
fn opening_a_round_without_a_team_is_asked_first() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    let there_all = ["a", "b", "c"].map(|team| there(team, 1, true, true));
    tell(&mut fixture, Ok(teams()));
    fixture.keys("o");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    assert!(!fixture.effects.iter().any(|effect| matches!(effect, Effect::Call { .. })));
    fixture.key(Key::Esc);
    tell(&mut fixture, Ok(there_all.to_vec()));
    fixture.keys("o");
    assert!(fixture.effects.iter().any(|effect| matches!(effect, Effect::Call { .. })));
}

#[test]
fn what_is_shown_without_an_answer_says_that_it_is_old() {
    let mut fixture = looking(Lang::En, 80, 24);
    tell(&mut fixture, Ok(teams()));
    tell(&mut fixture, Err(CallError::Unanswered { code: Code::Unavailable }));
    assert!(fixture.screen().contains("this is what was last known"), "{}", fixture.screen());
    tell(&mut fixture, Ok(teams()));
    assert!(!fixture.screen().contains("last known"), "{}", fixture.screen());
    let (since, code) = (fixture.instant(), Code::Unavailable);
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    assert!(fixture.screen().contains("this is what was last known"), "{}", fixture.screen());
}

#[test]
fn before_any_answer_nothing_is_said_to_be_known() {
    let mut fixture = looking(Lang::En, 80, 24);
    tell(&mut fixture, Err(CallError::Unanswered { code: Code::Unavailable }));
    assert!(fixture.screen().contains("nothing is known yet"), "{}", fixture.screen());
    assert!(!fixture.screen().contains("last known"), "{}", fixture.screen());
}

#[test]
fn an_answer_for_another_game_is_none_for_this_one() {
    let mut fixture = looking(Lang::En, 80, 24);
    fixture.happen(Event::Presence { game: "another".into(), there: Ok(teams()) });
    assert!(fixture.screen().contains("Asking the server"), "{}", fixture.screen());
}

#[test]
fn many_teams_are_scrolled_through_in_a_small_window() {
    let mut setup = crate::console::fixture::setup();
    let team = |at: u32| ishigaki_rules::TeamSpec { code: format!("t{at}"), name: format!("Team {at:02}") };
    setup.teams = (0..12).map(team).collect();
    let mut fixture = ConsoleFixture::before(setup, Lang::En, 60, 12);
    fixture.connect();
    fixture.keys("P");
    for at in 0..12 {
        assert!(fixture.screen().contains(&format!("Team {at:02}")), "{}", fixture.screen());
        fixture.key(Key::Down);
    }
}
