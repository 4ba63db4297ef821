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
use crate::console::screens::{compare, compare_small};

fn with_list(lang: Lang, columns: u16, lines: u16) -> ConsoleFixture {
    let mut fixture = ConsoleFixture::picking(lang, columns, lines);
    fixture.happen(Event::Games(Ok(contest())));
    assert_eq!(std::mem::take(&mut fixture.effects), ["heat-1-spare", "heat-2", "semi"].map(watch));
    fixture
}

#[track_caller]
fn assert_front(fixture: &mut ConsoleFixture, game: &str) {
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
fn game_list_of_contest_day_matches_snapshot() {
    compare("picking", with_list);
}

#[test]
fn long_game_ids_keep_their_distinct_ends() {
    compare_small("picking_groups", |lang, columns, lines| {
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
fn selection_starts_on_running_game() {
    let mut fixture = with_list(Lang::En, 80, 24);
    assert_eq!(selected(&fixture), Some("heat-1-spare"));
    fixture.key(Key::Enter);
    assert_front(&mut fixture, "heat-1-spare");
}

#[test]
fn damaged_game_is_listed_but_not_watched_or_started() {
    for (lang, says, why) in
        [(Lang::En, "damaged", "is not served"), (Lang::Ja, "記録が破損", "続けられません")]
    {
        let mut fixture = with_list(lang, 80, 24);
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
            fixture.shows(why);
        }
    }
}

#[test]
fn keys_do_nothing_before_a_games_feed_has_come() {
    let mut fixture = with_list(Lang::En, 80, 24);
    fixture.keys("ocCprXVDRFEJ12345my");
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none());
}

#[test]
fn only_game_is_entered_at_once() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(vec![day().remove(1)].into())));
    assert_front(&mut fixture, "heat-1");
    fixture.connect();
    assert!(fixture.state.game().is_some());
}

#[test]
fn refreshed_list_keeps_selected_game() {
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
fn only_running_game_is_entered_though_its_spare_waits() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    let running = listed("heat-1", "Heat 1", Phase::Building, 0);
    fixture.happen(Event::Games(Ok(vec![running, waiting("heat-1-spare", "", "")].into())));
    assert_front(&mut fixture, "heat-1");
}

#[test]
fn running_game_is_not_entered_after_judge_moves_selection() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Ok(vec![waiting("a", "", ""), waiting("b", "", "")].into())));
    fixture.key(Key::Down);
    let a = listed("a", "", Phase::Building, 0);
    fixture.happen(Event::Games(Ok(vec![a, waiting("b", "", "")].into())));
    assert_eq!(fixture.state.game_id(), "");
    assert_eq!(selected(&fixture), Some("b"));
}

#[test]
fn contest_with_one_finished_game_waits_for_the_judge() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    let over = listed("try", "", Phase::Declared, 0);
    fixture.happen(Event::Games(Ok(vec![over, waiting("heat-1", "", "")].into())));
    assert!(fixture.effects.is_empty() && fixture.state.overview().is_open());
}

#[test]
fn list_is_requested_again_after_lost_connection() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Err(CallError::Unanswered { code: tonic::Code::Unavailable })));
    tick_after(&mut fixture, 3);
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Examine, Effect::ListGames]);
    fixture.shows("CONNECTION LOST for 0:03");
    fixture.happen(Event::Games(Ok(day().into())));
    fixture.hides("LOST");
}

#[test]
fn wrong_token_is_shown_and_not_retried() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 80, 24);
    fixture.happen(Event::Games(Err(fault(ErrorReason::Unauthenticated))));
    tick_after(&mut fixture, 60);
    assert!(fixture.effects.is_empty());
    fixture.shows("The server can't list its");
}

#[test]
fn late_list_does_not_reopen_overview() {
    let mut fixture = with_list(Lang::En, 80, 24);
    fixture.key(Key::Enter);
    fixture.effects.clear();
    fixture.happen(Event::Games(Ok(day().into())));
    tick_after(&mut fixture, 60);
    assert!(fixture.effects.is_empty() && !fixture.state.overview().is_open());
}
