//! Choosing the game to judge where several can be seen.

mod live;

use ishigaki_client::CallError;
use ishigaki_screen::terminal::Input;
use std::time::Duration;

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Phase;
use ishigaki_words::Lang;
use judge_tui::console::{Effect, Event};
use judge_tui::{Key, Listed};

use crate::console::fixture::{ConsoleFixture, contest, day, listed, waiting};
use crate::console::games::watch;
use crate::console::screens::compare;

fn told(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::picking(lang, columns, lines);
    fixture.happen(Event::Games(Ok(contest())));
    assert_eq!(std::mem::take(&mut fixture.effects), ["heat-1-spare", "heat-2", "semi"].map(watch));
    fixture
}

#[track_caller]
fn goes_to(fixture: &mut ConsoleFixture, game: &str) {
    assert_eq!(fixture.state.game_id(), game);
    assert!(!fixture.state.overview().is_open());
}

fn tick_after(fixture: &mut ConsoleFixture, seconds: u64) {
    let now = fixture.instant() + Duration::from_secs(seconds);
    fixture.happen(Input::Tick { now });
}

fn selected(fixture: &ConsoleFixture) -> Option<&str> {
    Some(fixture.state.overview().selected()?.game.as_str())
}

fn fault(reason: ErrorReason) -> CallError {
    CallError::Refused(Box::new(Fault { reason, rule: None, metadata: [].into(), violations: Vec::new() }))
}

#[test]
fn the_games_of_a_contest_day() {
    compare("picking", told);
}

#[test]
fn games_of_one_event_are_told_apart_by_the_end_of_their_ids() {
    compare("picking_groups", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::picking(lang, columns, lines);
        let game = |group| listed(&format!("kosen-18-semi-finals-{group}"), "", Phase::Building, 0);
        let games = (1..=7).map(game).chain([waiting("kosen-18-heats-1-spare", "", "")]);
        fixture.happen(Event::Games(Ok(games.collect::<Vec<_>>().into())));
        let screen = fixture.screen();
        for group in 1..=7 {
            let id = format!("inals-{group}");
            assert_eq!(screen.lines().filter(|line| line.contains(&id)).count(), 1, "{id}:\n{screen}");
        }
        fixture
    });
}

#[test]
fn the_selection_starts_on_a_game_that_is_under_way() {
    let mut fixture = told(Lang::En, 80, 24);
    assert_eq!(selected(&fixture), Some("heat-1-spare"));
    fixture.key(Key::Enter);
    goes_to(&mut fixture, "heat-1-spare");
}

#[test]
fn a_damaged_game_is_listed_as_damaged_and_neither_watched_nor_started() {
    for (lang, says, why) in
        [(Lang::En, "damaged", "is not served"), (Lang::Ja, "記録が破損", "続けられません")]
    {
        let mut fixture = told(lang, 80, 24);
        let mut games = day();
        games[2] = Listed { is_damaged: true, ..waiting("heat-1-spare", "Heat 1, spare", "予選1 予備") };
        fixture.happen(Event::Games(Ok(games.into())));
        assert_eq!(selected(&fixture), Some("heat-1-spare"));
        let screen = fixture.screen();
        let line = screen.lines().find(|line| line.contains("heat-1-spare")).unwrap();
        assert!(line.contains(says), "{line}");
        fixture.effects.clear();
        for key in [Key::Enter, Key::Char('s')] {
            fixture.key(key);
            assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none(), "{key}");
            assert!(fixture.screen().contains(why), "{}", fixture.screen());
        }
    }
}

#[test]
fn arrows_choose_a_game_and_stop_at_both_ends() {
    let mut fixture = told(Lang::En, 80, 24);
    for _ in 0..9 {
        fixture.key(Key::Down);
    }
    assert_eq!(selected(&fixture), Some("final"));
    fixture.key(Key::Up);
    assert_eq!(selected(&fixture), Some("semi"));
    for _ in 0..9 {
        fixture.key(Key::Up);
    }
    assert_eq!(selected(&fixture), Some("try"));
    fixture.key(Key::End);
    fixture.key(Key::Up);
    fixture.key(Key::Enter);
    goes_to(&mut fixture, "semi");
}

#[test]
fn escape_leaves_without_a_question() {
    for key in [Key::Esc, Key::Char('q'), Key::Ctrl('c')] {
        let mut fixture = told(Lang::En, 80, 24);
        fixture.key(key);
        assert_eq!(fixture.effects, [Effect::Quit], "{key}");
    }
}

#[test]
fn no_key_of_the_judge_does_anything_before_a_games_feed_has_come() {
    let mut fixture = told(Lang::En, 80, 24);
    fixture.keys("ocCprXVDRFEJ12345my");
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
}

#[test]
fn the_only_game_needs_no_choosing() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(vec![day().remove(1)].into())));
    goes_to(&mut fixture, "heat-1");
    fixture.connect();
    assert!(fixture.state.game().is_some());
}

#[test]
fn the_list_is_renewed_and_the_selection_stays_with_its_game() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    tick_after(&mut fixture, 9);
    assert!(fixture.effects.is_empty(), "the first answer is still awaited");
    fixture.happen(Event::Games(Ok(day().split_off(3).into())));
    assert_eq!(selected(&fixture), Some("heat-2"));
    fixture.effects.clear();
    tick_after(&mut fixture, 10);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::ListGames]);
    fixture.happen(Event::Games(Ok(day().into())));
    assert_eq!(selected(&fixture), Some("heat-2"));
    fixture.effects.clear();
    tick_after(&mut fixture, 11);
    assert!(fixture.effects.is_empty(), "it is not asked all the time");
}

#[test]
fn the_only_game_that_runs_needs_no_choosing_though_its_spare_waits() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    let running = listed("heat-1", "Heat 1", Phase::Building, 0);
    fixture.happen(Event::Games(Ok(vec![running, waiting("heat-1-spare", "", "")].into())));
    goes_to(&mut fixture, "heat-1");
}

#[test]
fn nothing_is_chosen_for_a_judge_who_has_begun_to_choose() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(vec![waiting("a", "", ""), waiting("b", "", "")].into())));
    fixture.key(Key::Down);
    let a = listed("a", "", Phase::Building, 0);
    fixture.happen(Event::Games(Ok(vec![a, waiting("b", "", "")].into())));
    assert_eq!(fixture.state.game_id(), "");
    assert_eq!(selected(&fixture), Some("b"));
}

#[test]
fn a_contest_whose_only_started_game_is_over_waits_for_the_judge() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    let over = listed("try", "", Phase::Declared, 0);
    fixture.happen(Event::Games(Ok(vec![over, waiting("heat-1", "", "")].into())));
    assert!(fixture.effects.is_empty() && fixture.state.overview().is_open());
}

#[test]
fn a_contest_without_games_is_waited_for() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(Vec::new().into())));
    fixture.key(Key::Enter);
    assert!(fixture.effects.is_empty());
    assert!(fixture.screen().contains("The contest has no games."), "{}", fixture.screen());
}

#[test]
fn a_server_that_is_away_is_asked_again() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Err(CallError::Unanswered { code: tonic::Code::Unavailable })));
    tick_after(&mut fixture, 3);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Examine, Effect::ListGames]);
    assert!(fixture.screen().contains("CONNECTION LOST for 0:03"), "{}", fixture.screen());
    fixture.happen(Event::Games(Ok(day().into())));
    assert!(!fixture.screen().contains("LOST"), "{}", fixture.screen());
}

#[test]
fn a_wrong_token_is_told_and_not_tried_again() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Err(fault(ErrorReason::Unauthenticated))));
    tick_after(&mut fixture, 60);
    assert!(fixture.effects.is_empty());
    assert!(fixture.screen().contains("does not list its games"), "{}", fixture.screen());
}

#[test]
fn a_late_list_does_not_bring_the_choice_back() {
    let mut fixture = told(Lang::En, 80, 24);
    fixture.key(Key::Enter);
    fixture.effects.clear();
    fixture.happen(Event::Games(Ok(day().into())));
    tick_after(&mut fixture, 60);
    assert!(fixture.effects.is_empty() && !fixture.state.overview().is_open());
}

#[test]
fn no_size_of_the_window_is_too_odd() {
    let mut fixture = told(Lang::Ja, 80, 24);
    for (columns, lines) in [(1, 1), (40, 12), (41, 13), (79, 13), (300, 9), (200, 60)] {
        fixture.happen(Input::Resize { columns, lines });
        fixture.screen();
    }
}

#[test]
fn the_selected_game_stays_in_sight_of_a_long_list() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 40, 12);
    let games: Vec<Listed> = (0..40).map(|at| listed(&format!("g{at:02}"), "", Phase::Building, 0)).collect();
    fixture.happen(Event::Games(Ok(games.into())));
    for at in 0..40 {
        let row = format!("›  G{at:02}   g{at:02}");
        assert!(fixture.screen().contains(&row), "{}", fixture.screen());
        fixture.key(Key::Down);
    }
}

#[test]
fn a_server_that_does_not_answer_is_named_where_the_games_would_be() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    assert!(fixture.screen().contains("Wait for the server at gate.example:7150."), "{}", fixture.screen());
    fixture.happen(Event::Games(Err(CallError::Unanswered { code: tonic::Code::Unavailable })));
    assert!(fixture.screen().contains("No server answers at gate.example:7150"), "{}", fixture.screen());
}
