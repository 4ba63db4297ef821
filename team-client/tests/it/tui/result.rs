//! Results of a round and of the game: won and lost with reasons, walls of all teams, place and deciding figures.

use ishigaki_rules::Act;
use ishigaki_words::Lang;
use team_client::tui::Panel;

use super::fixture::{A, B, C, D, O, P, ScreenFixture};

/// C has the best wall, A is second.
pub(crate) fn declare(fixture: &mut ScreenFixture) {
    fixture.finish();
    fixture.place(C, P, 1, 0, 0, 1);
    fixture.open(2);
    fixture.wait(90_000);
    fixture.confirm_all();
    fixture.judge(Act::SignalEnd);
    fixture.wait(5_000);
    fixture.judge(Act::DeclareResult);
}

#[test]
fn result_appears_once_own_place_is_revealed() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    declare(&mut fixture);
    fixture.reveal(1);
    assert_eq!(fixture.state.panel(), Panel::Sheet);
    fixture.keys("O");
    fixture.shows("3rd");
    fixture.hides("2nd of 3 teams");
    fixture.hides("Ahead of");
    fixture.keys("l");
    fixture.reveal(2);
    assert_eq!(fixture.state.panel(), Panel::Standings);
    fixture.shows("2nd of 3 teams");
    fixture.shows("Ahead of Bricklayers: more TSUYAMA left: 940 v 610 (E2 (3))");
    fixture.hides("Behind");
    fixture.hides("fewer empty squares");
    fixture.reveal(3);
    fixture.shows("Behind C␛[2J: fewer empty squares: 6 v 11 (E2 (1))");
    fixture.shows("*6");
    fixture.shows("*940");
}

#[test]
fn result_does_not_interrupt_a_question_being_written() {
    let mut fixture = ScreenFixture::small();
    declare(&mut fixture);
    fixture.keys("MaWhy");
    fixture.reveal(3);
    assert_eq!(fixture.state.panel(), Panel::Messages);
    fixture.keys("?");
    fixture.shows("Why?");
}

#[test]
fn result_shows_counted_wall_instead_of_draft() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.finish();
    fixture.place(A, P, 2, 0, 0, 1);
    fixture.keys("w.\n");
    fixture.shows("1 placed, 0 moved, 0 removed");
    fixture.open(2);
    fixture.wait(90_000);
    fixture.confirm_all();
    fixture.judge(Act::SignalEnd);
    fixture.wait(5_000);
    fixture.judge(Act::DeclareResult);
    fixture.reveal(3);
    fixture.shows("Empty 6, top gaps 1, used 1, unused 1");
    fixture.hides("WALL NOT SAVED");
}

#[test]
fn own_lines_precede_other_teams_and_won_ones_lost_ones() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(A, &[(O, 40), (P, 100), (D, 20)]);
    fixture.bids(B, &[(O, 50), (P, 30)]);
    fixture.bids(C, &[(P, 250)]);
    fixture.wait(89_000);
    fixture.confirm_all();
    fixture.shows("won P for 100, D for 20. 940 TSUYAMA left. 1 bid lost (v: why).");
    fixture.keys("v");
    fixture.hides("1 bid lost");
    let screen = fixture.screen();
    let at = |text: &str| screen.find(text).unwrap_or_else(|| panic!("{text}: {screen}"));
    let order =
        ["✓  2. P", "✓  3. D", "✗  1. O", "outbid by Bricklayers at 50", "Other teams", "O Bricklayers 50"];
    assert!(order.map(at).is_sorted(), "{screen}");
}

#[test]
fn teams_panel_shows_wall_of_selected_team() {
    let mut fixture = ScreenFixture::new(Lang::En, 160, 40);
    fixture.finish();
    fixture.place(C, P, 1, 0, 0, 1);
    fixture.keys("w");
    fixture.shows("o teams and walls");
    fixture.keys("o");
    fixture.shows("Wall: 津山高専");
    fixture.shows("Empty 11, top gaps 3, used 0, unused 2");
    fixture.keys("jj");
    fixture.shows("Wall: C␛[2J");
    fixture.shows("Empty 6, top gaps 1, used 1, unused 0");
    fixture.keys("jk");
    fixture.shows("Wall: Bricklayers");
}

#[test]
fn walls_of_all_teams_are_shown_on_a_large_screen() {
    let mut fixture = ScreenFixture::new(Lang::En, 200, 50);
    fixture.finish();
    fixture.place(C, P, 1, 0, 0, 1);
    fixture.keys("o");
    let screen = fixture.screen();
    assert!(screen.matches("Bricklayers").count() >= 3, "head, table and wall: {screen}");
}
