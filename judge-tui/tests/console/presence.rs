//! Who is there before the game begins.

use ishigaki_client::CallError;
use ishigaki_client::Connection;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage;
use ishigaki_words::Lang;
use judge_tui::console::{Effect, Event};
use judge_tui::{Key, TeamPresence};
use tonic::Code;

use crate::hall::{GAME, Hall};

fn there(team: &str, connections: u32, seen: bool, practised: bool) -> TeamPresence {
    TeamPresence { team: team.into(), connections, seen, practised, program: String::new() }
}

/// The three teams: two laptops, one that was closed, one that never came.
fn teams() -> Vec<TeamPresence> {
    vec![there("a", 2, true, true), there("b", 0, true, true), there("c", 0, false, false)]
}

fn tell(hall: &mut Hall, there: Result<Vec<TeamPresence>, CallError>) {
    hall.happen(Event::Presence { game: GAME.into(), there });
}

/// What is wanted, but for the list of games.
fn wanted(hall: &mut Hall) -> Vec<Effect> {
    let mut effects = std::mem::take(&mut hall.effects);
    effects.retain(|effect| *effect != Effect::ListGames);
    effects
}

fn looking(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = Hall::judging(lang, columns, lines);
    hall.keys("P");
    hall.wait(1_000);
    assert_eq!(wanted(&mut hall), [Effect::ListPresence { game: GAME.into() }]);
    hall
}

#[test]
fn each_team_has_a_light_with_a_sign_and_words() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            let mut hall = looking(lang, columns, lines);
            tell(&mut hall, Ok(teams()));
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("presence_{code}_{columns}x{lines}"), screen);
            }
        }
    }
}

#[test]
fn it_is_asked_only_while_somebody_looks_and_one_question_at_a_time() {
    let mut hall = looking(Lang::En, 80, 24);
    hall.wait(9_000);
    assert_eq!(wanted(&mut hall), [], "the first answer is still awaited");
    tell(&mut hall, Ok(teams()));
    hall.wait(2_000);
    assert_eq!(wanted(&mut hall).len(), 1);
    tell(&mut hall, Ok(teams()));
    hall.key(Key::Esc);
    hall.wait(9_000);
    assert_eq!(wanted(&mut hall), []);
}

#[test]
fn what_is_shown_without_an_answer_says_that_it_is_old() {
    let mut hall = looking(Lang::En, 80, 24);
    tell(&mut hall, Ok(teams()));
    tell(&mut hall, Err(CallError::Unanswered { code: Code::Unavailable }));
    assert!(hall.screen().contains("this is what was last known"), "{}", hall.screen());
    tell(&mut hall, Ok(teams()));
    assert!(!hall.screen().contains("last known"), "{}", hall.screen());
    let (since, code) = (hall.instant(), Code::Unavailable);
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    assert!(hall.screen().contains("this is what was last known"), "{}", hall.screen());
}

#[test]
fn before_any_answer_nothing_is_said_to_be_known() {
    let mut hall = looking(Lang::En, 80, 24);
    tell(&mut hall, Err(CallError::Unanswered { code: Code::Unavailable }));
    assert!(hall.screen().contains("nothing is known yet"), "{}", hall.screen());
    assert!(!hall.screen().contains("last known"), "{}", hall.screen());
}

#[test]
fn an_answer_for_another_game_is_none_for_this_one() {
    let mut hall = looking(Lang::En, 80, 24);
    hall.happen(Event::Presence { game: "another".into(), there: Ok(teams()) });
    assert!(hall.screen().contains("Asking the server"), "{}", hall.screen());
}

#[test]
fn many_teams_are_scrolled_through_in_a_small_window() {
    let mut setup = crate::hall::setup();
    let team = |at: u32| ishigaki_rules::TeamSpec { code: format!("t{at}"), name: format!("Team {at:02}") };
    setup.teams = (0..12).map(team).collect();
    let mut hall = Hall::before(setup, Lang::En, 60, 12);
    hall.connect();
    hall.keys("P");
    for at in 0..12 {
        assert!(hall.screen().contains(&format!("Team {at:02}")), "{}", hall.screen());
        hall.key(Key::Down);
    }
}
