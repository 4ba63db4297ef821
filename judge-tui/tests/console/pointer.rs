//! What the mouse does, where it was asked for: it looks and selects, and begins nothing.

use ishigaki_screen::terminal::Pointer;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Aim, Dialog, Event, Panel, aim_all};

use crate::hall::{Hall, day};

/// Uses the mouse where this text stands on the screen.
#[track_caller]
fn point(hall: &mut Hall, text: &str, pointer: Pointer) {
    let screen = hall.screen();
    let at = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(text)?, line)));
    let Some((row, byte, line)) = at else { panic!("{text:?} is not on\n{screen}") };
    let column = ishigaki_words::columns::width(&line[..byte]);
    let [column, row] = [column, row].map(|place| u16::try_from(place).unwrap_or(u16::MAX));
    if let Some(aim) = aim_all(&hall.state, column, row) {
        hall.happen(Event::Pointer { pointer, aim });
    }
}

#[test]
fn a_click_shows_the_panel_under_it_and_the_wheel_scrolls_there() {
    let mut hall = Hall::new(Lang::En, 200, 50);
    hall.settle();
    for (title, panel) in
        [("4 Standings", Panel::Standings), ("3 Walls", Panel::Walls), ("5 Log", Panel::Log)]
    {
        point(&mut hall, title, Pointer::Click);
        assert_eq!(hall.state.front().panel(), panel);
    }
    point(&mut hall, "1 Lots", Pointer::Wheel(1));
    assert_eq!(hall.state.front().panel(), Panel::Lots);
    let selected = hall.state.front().selected_lot();
    point(&mut hall, "1 Lots", Pointer::Wheel(-1));
    assert_ne!(hall.state.front().selected_lot(), selected);
    assert!(hall.effects.is_empty());
}

#[test]
fn the_head_and_the_foot_are_nothing_to_point_at() {
    let mut hall = Hall::small();
    assert_eq!(aim_all(&hall.state, 3, 0), None);
    assert_eq!(aim_all(&hall.state, 3, 22), None);
    point(&mut hall, "o start the round", Pointer::Click);
    assert!(hall.effects.is_empty() && hall.state.dialog().is_none(), "no act is begun with the mouse");
}

#[test]
fn a_click_selects_a_game_and_the_wheel_the_next() {
    let mut hall = Hall::picking(Lang::En, 60, 12);
    hall.happen(Event::Games(Ok(day().into())));
    hall.effects.clear();
    let selected = |hall: &Hall| hall.state.overview().selected().map(|game| game.game.clone());
    hall.key(Key::End);
    point(&mut hall, "heat-3", Pointer::Click);
    assert_eq!(selected(&hall).as_deref(), Some("heat-3"));
    point(&mut hall, "Games:", Pointer::Wheel(1));
    assert_eq!(selected(&hall).as_deref(), Some("semi"));
    assert!(hall.effects.is_empty() && hall.state.overview().is_open(), "Enter chooses it");
}

#[test]
fn no_question_is_answered_and_no_place_revealed_by_the_mouse() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("C");
    for pointer in [Pointer::Click, Pointer::Wheel(1), Pointer::Wheel(-1)] {
        hall.happen(Event::Pointer { pointer, aim: Aim::Question });
        assert!(hall.effects.is_empty() && matches!(hall.state.dialog(), Some(Dialog::Ask { .. })));
    }
    let mut hall = Hall::small();
    hall.build();
    hall.end();
    hall.keys("v");
    hall.happen(Event::Pointer { pointer: Pointer::Wheel(1), aim: Aim::Question });
    assert_eq!(hall.state.dialog(), Some(&Dialog::Reveal { shown: 0 }));
}

#[test]
fn the_pages_of_a_long_help_are_turned_by_the_wheel() {
    let mut hall = Hall::small();
    hall.keys("?");
    hall.happen(Event::Pointer { pointer: Pointer::Wheel(1), aim: Aim::Question });
    assert!(matches!(hall.state.dialog(), Some(Dialog::Help { page: 1, .. })), "{:?}", hall.state.dialog());
}

#[test]
fn the_pages_of_a_long_help_are_turned_to_the_end_and_back_and_no_key_goes_beyond() {
    let mut hall = Hall::small();
    hall.keys("?");
    for (key, mark) in [
        (Key::PageDown, " 2 / "),
        (Key::Right, " 3 / "),
        (Key::Up, " 2 / "),
        (Key::Left, " 1 / "),
        (Key::PageUp, " 1 / "),
        (Key::Down, " 2 / "),
        (Key::Home, " 1 / "),
    ] {
        hall.key(key);
        assert!(hall.screen().contains(mark), "{key}: {}", hall.screen());
    }
    hall.key(Key::End);
    let end = hall.screen();
    let (shown, all) = end.rsplit_once(" / ").unwrap();
    let all = all.split_whitespace().next().unwrap();
    assert!(shown.ends_with(&format!(" {all}")), "{end}");
    hall.key(Key::PageDown);
    assert_eq!(hall.screen(), end);
    hall.key(Key::Up);
    assert_ne!(hall.screen(), end);
}

#[test]
fn the_help_begins_with_what_can_be_done_and_follows_the_game() {
    let mut hall = Hall::small();
    hall.keys("?");
    let here = |hall: &Hall| -> String {
        let screen = hall.screen();
        let from = screen.lines().skip_while(|line| !line.contains("Here and now"));
        let left = from.map(|line| line.chars().take(36).collect::<String>());
        left.take_while(|line| !line.contains("  q  ")).collect()
    };
    assert!(here(&hall).contains(" o  ") && !here(&hall).contains(" e  "), "{}", hall.screen());
    hall.open(1);
    assert!(here(&hall).contains(" e  ") && !here(&hall).contains(" o  "), "{}", hall.screen());
}
