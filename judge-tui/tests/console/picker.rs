//! Choosing the game to judge where several can be seen.

use std::time::Duration;

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Phase;
use ishigaki_words::Lang;
use judge_tui::{Effect, Event, Key, Listed, Trouble};

use crate::hall::{Hall, day, listed, waiting};

fn told(lang: Lang, columns: u16, lines: u16) -> Hall {
    let mut hall = Hall::picking(lang, columns, lines);
    hall.happen(Event::Games(Ok(day())));
    hall
}

#[track_caller]
fn watches(hall: &mut Hall, game: &str) {
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::Watch { game: game.into() }]);
    assert!(hall.state.picker().is_none());
}

fn tick_after(hall: &mut Hall, seconds: u64) {
    let now = hall.instant() + Duration::from_secs(seconds);
    hall.happen(Event::Tick { now });
}

fn selected(hall: &Hall) -> Option<&str> {
    Some(hall.state.picker()?.selected()?.game.as_str())
}

fn fault(reason: ErrorReason) -> Trouble {
    Trouble::Refused(Box::new(Fault { reason, rule: None, metadata: [].into(), violations: Vec::new() }))
}

#[test]
fn the_games_of_a_contest_day() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in [(80, 24), (120, 40)] {
            let hall = told(lang, columns, lines);
            insta::assert_snapshot!(format!("picking_{code}_{columns}x{lines}"), hall.screen());
        }
    }
}

#[test]
fn the_selection_starts_on_a_game_that_is_under_way() {
    let mut hall = told(Lang::En, 80, 24);
    assert_eq!(selected(&hall), Some("heat-1-spare"));
    hall.key(Key::Enter);
    watches(&mut hall, "heat-1-spare");
}

#[test]
fn a_damaged_game_is_listed_as_damaged_and_neither_watched_nor_started() {
    for (lang, says, why) in
        [(Lang::En, "damaged", "is not served"), (Lang::Ja, "記録が破損", "続けられません")]
    {
        let mut hall = told(lang, 80, 24);
        let mut games = day();
        games[2] = Listed { is_damaged: true, ..waiting("heat-1-spare", "Heat 1, spare", "予選1 予備") };
        hall.happen(Event::Games(Ok(games)));
        assert_eq!(selected(&hall), Some("heat-1-spare"));
        let screen = hall.screen();
        let line = screen.lines().find(|line| line.contains("heat-1-spare")).unwrap();
        assert!(line.contains(says), "{line}");
        hall.effects.clear();
        for key in [Key::Enter, Key::Char('s')] {
            hall.key(key);
            assert!(hall.effects.is_empty() && hall.state.dialog().is_none(), "{key}");
            assert!(hall.screen().contains(why), "{}", hall.screen());
        }
    }
}

#[test]
fn arrows_choose_a_game_and_stop_at_both_ends() {
    let mut hall = told(Lang::En, 80, 24);
    for _ in 0..9 {
        hall.key(Key::Down);
    }
    assert_eq!(selected(&hall), Some("final"));
    hall.key(Key::Up);
    assert_eq!(selected(&hall), Some("semi"));
    for _ in 0..9 {
        hall.key(Key::Up);
    }
    assert_eq!(selected(&hall), Some("try"));
    hall.key(Key::End);
    hall.key(Key::Up);
    hall.key(Key::Enter);
    watches(&mut hall, "semi");
}

#[test]
fn escape_leaves_without_a_question() {
    for key in [Key::Esc, Key::Char('q'), Key::Ctrl('c')] {
        let mut hall = told(Lang::En, 80, 24);
        hall.key(key);
        assert_eq!(hall.effects, [Effect::Quit], "{key}");
    }
}

#[test]
fn no_key_of_the_judge_does_anything_before_a_game_is_chosen() {
    let mut hall = told(Lang::En, 80, 24);
    hall.keys("ocCprXVDRFEJ?12345my");
    assert!(hall.effects.is_empty() && hall.state.dialog().is_none());
}

#[test]
fn the_only_game_needs_no_choosing() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    hall.happen(Event::Games(Ok(vec![day().remove(1)])));
    watches(&mut hall, "heat-1");
    hall.connect();
    assert!(hall.state.game().is_some());
}

#[test]
fn the_list_is_renewed_and_the_selection_stays_with_its_game() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    tick_after(&mut hall, 9);
    assert!(hall.effects.is_empty(), "the first answer is still awaited");
    hall.happen(Event::Games(Ok(day().split_off(3))));
    assert_eq!(selected(&hall), Some("heat-2"));
    tick_after(&mut hall, 10);
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::ListGames]);
    hall.happen(Event::Games(Ok(day())));
    assert_eq!(selected(&hall), Some("heat-2"));
    tick_after(&mut hall, 11);
    assert!(hall.effects.is_empty(), "it is not asked all the time");
}

#[test]
fn the_only_game_that_runs_needs_no_choosing_though_its_spare_waits() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    let running = listed("heat-1", "Heat 1", Phase::Building, 0);
    hall.happen(Event::Games(Ok(vec![running, waiting("heat-1-spare", "", "")])));
    watches(&mut hall, "heat-1");
}

#[test]
fn nothing_is_chosen_for_a_judge_who_has_begun_to_choose() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    hall.happen(Event::Games(Ok(vec![waiting("a", "", ""), waiting("b", "", "")])));
    hall.key(Key::Down);
    let a = listed("a", "", Phase::Building, 0);
    hall.happen(Event::Games(Ok(vec![a, waiting("b", "", "")])));
    assert!(hall.effects.is_empty());
    assert_eq!(selected(&hall), Some("b"));
}

#[test]
fn a_contest_whose_only_started_game_is_over_waits_for_the_judge() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    let over = listed("try", "", Phase::Declared, 0);
    hall.happen(Event::Games(Ok(vec![over, waiting("heat-1", "", "")])));
    assert!(hall.effects.is_empty() && hall.state.picker().is_some());
}

#[test]
fn a_contest_without_games_is_waited_for() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    hall.happen(Event::Games(Ok(Vec::new())));
    hall.key(Key::Enter);
    assert!(hall.effects.is_empty());
    assert!(hall.screen().contains("The contest has no games."), "{}", hall.screen());
}

#[test]
fn a_server_that_is_away_is_asked_again() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    hall.happen(Event::Games(Err(Trouble::Unanswered { code: tonic::Code::Unavailable })));
    tick_after(&mut hall, 3);
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::ListGames, Effect::Examine]);
    assert!(hall.screen().contains("CONNECTION LOST for 3 s"), "{}", hall.screen());
    hall.happen(Event::Games(Ok(day())));
    assert!(!hall.screen().contains("LOST"), "{}", hall.screen());
}

#[test]
fn a_wrong_token_is_told_and_not_tried_again() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    hall.happen(Event::Games(Err(fault(ErrorReason::Unauthenticated))));
    tick_after(&mut hall, 60);
    assert!(hall.effects.is_empty());
    assert!(hall.screen().contains("does not list its games"), "{}", hall.screen());
}

#[test]
fn a_late_list_does_not_bring_the_choice_back() {
    let mut hall = told(Lang::En, 80, 24);
    hall.key(Key::Enter);
    hall.effects.clear();
    hall.happen(Event::Games(Ok(day())));
    tick_after(&mut hall, 60);
    assert!(hall.effects.is_empty() && hall.state.picker().is_none());
}

#[test]
fn no_size_of_the_window_is_too_odd() {
    let mut hall = told(Lang::Ja, 80, 24);
    for (columns, lines) in [(1, 1), (40, 12), (41, 13), (79, 13), (300, 9), (200, 60)] {
        hall.happen(Event::Resize { columns, lines });
        hall.screen();
    }
}

#[test]
fn the_selected_game_stays_in_sight_of_a_long_list() {
    let mut hall = Hall::picking(Lang::En, 40, 12);
    let games = (0..40).map(|at| listed(&format!("g{at:02}"), "", Phase::Building, 0)).collect();
    hall.happen(Event::Games(Ok(games)));
    for at in 0..40 {
        assert!(hall.screen().contains(&format!("› g{at:02}")), "{}", hall.screen());
        hall.key(Key::Down);
    }
}

#[test]
fn a_server_that_does_not_answer_is_named_where_the_games_would_be() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    assert!(hall.screen().contains("Wait for the server at gate.example:7150."), "{}", hall.screen());
    hall.happen(Event::Games(Err(Trouble::Unanswered { code: tonic::Code::Unavailable })));
    assert!(hall.screen().contains("No server answers at gate.example:7150"), "{}", hall.screen());
}
