//! Choosing the game to judge where several can be seen.

use std::time::Duration;

use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{GameTime, Phase, RoundNo};
use ishigaki_words::Lang;
use judge_tui::{Effect, Event, Key, Listed, Standing, Trouble};

use crate::hall::Hall;

fn listed(game: &str, title: &str, phase: Phase, round: u32) -> Listed {
    let round = Some(round).filter(|&round| round > 0).map(RoundNo);
    let standing = Standing { phase: Some(phase), round, attempt: None, remaining_ms: None, paused: false };
    Listed {
        game: game.into(),
        title: title.into(),
        teams: ["pine", "bamboo", "plum", "maple", "cedar", "willow", "oak"].map(str::to_owned).into(),
        seats: 0,
        spare: None,
        standing: Some(standing),
    }
}

/// A contest in the middle of its day.
fn day() -> Vec<Listed> {
    let mut heat_2 = listed("heat-2", "予選2 \u{1b}[2J", Phase::Bidding { closes_at: GameTime(1) }, 3);
    heat_2.standing = heat_2.standing.map(|standing| Standing { paused: true, ..standing });
    vec![
        listed("heat-1", "Heat 1", Phase::Abandoned, 0),
        listed("heat-1-spare", "予選1 予備", Phase::Confirming, 2),
        heat_2,
        listed("final", "Final", Phase::Ready { next: RoundNo(1) }, 1),
    ]
}

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
fn arrows_choose_a_game_and_stop_at_both_ends() {
    let mut hall = told(Lang::En, 80, 24);
    for _ in 0..9 {
        hall.key(Key::Down);
    }
    assert_eq!(selected(&hall), Some("final"));
    hall.key(Key::Up);
    assert_eq!(selected(&hall), Some("heat-2"));
    for _ in 0..9 {
        hall.key(Key::Up);
    }
    assert_eq!(selected(&hall), Some("heat-1"));
    hall.key(Key::End);
    hall.key(Key::Enter);
    watches(&mut hall, "final");
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
    hall.happen(Event::Games(Ok(vec![day().remove(0)])));
    watches(&mut hall, "heat-1");
    hall.connect();
    assert!(hall.state.game().is_some());
}

#[test]
fn the_list_is_renewed_and_the_selection_stays_with_its_game() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    tick_after(&mut hall, 9);
    assert!(hall.effects.is_empty(), "the first answer is still awaited");
    hall.happen(Event::Games(Ok(day().split_off(2))));
    assert_eq!(selected(&hall), Some("heat-2"));
    tick_after(&mut hall, 10);
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::ListGames]);
    hall.happen(Event::Games(Ok(day())));
    assert_eq!(selected(&hall), Some("heat-2"));
    tick_after(&mut hall, 11);
    assert!(hall.effects.is_empty(), "it is not asked all the time");
}

#[test]
fn a_contest_without_started_games_is_waited_for() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    hall.happen(Event::Games(Ok(Vec::new())));
    hall.key(Key::Enter);
    assert!(hall.effects.is_empty());
    assert!(hall.screen().contains("No game has started yet"), "{}", hall.screen());
}

#[test]
fn a_server_that_is_away_is_asked_again() {
    let mut hall = Hall::picking(Lang::En, 80, 24);
    hall.happen(Event::Games(Err(Trouble::Unanswered { code: tonic::Code::Unavailable })));
    tick_after(&mut hall, 3);
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::ListGames]);
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
