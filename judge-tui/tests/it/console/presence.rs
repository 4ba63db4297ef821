//! Presence of teams before the game begins.

use ishigaki_client::CallError;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Effect, Event};
use judge_tui::{Key, TeamPresence};
use tonic::Code;

use crate::console::fixture::{ConsoleFixture, GAME};
use crate::console::screens::compare;

fn team_presence(team: &str, connections: u32, seen: bool, practised: bool) -> TeamPresence {
    TeamPresence { team: team.into(), connections, seen, practised, program: String::new() }
}

fn teams() -> Vec<TeamPresence> {
    vec![
        team_presence("a", 2, true, true),
        team_presence("b", 0, true, true),
        team_presence("c", 0, false, false),
    ]
}

fn receive_presence(fixture: &mut ConsoleFixture, presence: Result<Vec<TeamPresence>, CallError>) {
    fixture.happen(Event::Presence { game: GAME.into(), presence });
}

fn take_effects(fixture: &mut ConsoleFixture) -> Vec<Effect> {
    let mut effects = std::mem::take(&mut fixture.effects);
    effects.retain(|effect| *effect != Effect::ListGames);
    effects
}

fn with_open_panel(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::judging(lang, columns, lines);
    fixture.keys("P");
    fixture.wait(1_000);
    assert_eq!(take_effects(&mut fixture), [Effect::ListPresence { game: GAME.into() }]);
    fixture
}

#[test]
fn presence_panel_matches_snapshot() {
    compare("presence", |lang, columns, lines| {
        let mut fixture = with_open_panel(lang, columns, lines);
        receive_presence(&mut fixture, Ok(teams()));
        fixture
    });
}

#[test]
fn presence_is_polled_before_round_and_while_panel_is_open() {
    let mut fixture = with_open_panel(Lang::En, 80, 24);
    fixture.wait(9_000);
    assert_eq!(take_effects(&mut fixture), [], "the first answer is still awaited");
    receive_presence(&mut fixture, Ok(teams()));
    fixture.wait(2_000);
    assert_eq!(take_effects(&mut fixture).len(), 1);
    receive_presence(&mut fixture, Ok(teams()));
    fixture.key(Key::Esc);
    fixture.wait(9_000);
    assert_eq!(take_effects(&mut fixture).len(), 1, "a round can be opened");
    receive_presence(&mut fixture, Ok(teams()));
    fixture.open(1);
    fixture.wait(9_000);
    assert_eq!(take_effects(&mut fixture), []);
}

#[test]
fn opening_round_with_absent_team_needs_confirmation() {
    let mut fixture = ConsoleFixture::judging(Lang::En, 80, 24);
    let there_all = ["a", "b", "c"].map(|team| team_presence(team, 1, true, true));
    receive_presence(&mut fixture, Ok(teams()));
    fixture.keys("o");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    assert!(!fixture.effects.iter().any(|effect| matches!(effect, Effect::Call { .. })));
    fixture.key(Key::Esc);
    receive_presence(&mut fixture, Ok(there_all.to_vec()));
    fixture.keys("o");
    assert!(fixture.effects.iter().any(|effect| matches!(effect, Effect::Call { .. })));
}

#[test]
fn presence_without_answer_is_marked_as_old() {
    let mut fixture = with_open_panel(Lang::En, 80, 24);
    receive_presence(&mut fixture, Ok(teams()));
    receive_presence(&mut fixture, Err(CallError::Unanswered { code: Code::Unavailable }));
    fixture.shows("No response from the server.");
    receive_presence(&mut fixture, Ok(teams()));
    fixture.hides("No response");
    fixture.cut();
    fixture.shows("No response from the server.");
}

#[test]
fn presence_of_another_game_is_ignored() {
    let mut fixture = with_open_panel(Lang::En, 80, 24);
    fixture.happen(Event::Presence { game: "another".into(), presence: Ok(teams()) });
    fixture.shows("Asking the server");
}
