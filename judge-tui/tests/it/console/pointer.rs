//! The mouse, if enabled: it looks and selects, and starts nothing.

use ishigaki_screen::terminal::Pointer;
use ishigaki_words::Lang;
use judge_tui::Key;
use judge_tui::console::{Aim, Dialog, Event, Panel, aim_all};

use crate::console::fixture::{ConsoleFixture, day};

#[track_caller]
fn point(fixture: &mut ConsoleFixture, text: &str, pointer: Pointer) {
    let screen = fixture.screen();
    let at = screen.lines().enumerate().find_map(|(row, line)| Some((row, line.find(text)?, line)));
    let Some((row, byte, line)) = at else { panic!("{text:?} is not on\n{screen}") };
    let column = ishigaki_words::columns::width(&line[..byte]);
    let [column, row] = [column, row].map(|place| u16::try_from(place).unwrap_or(u16::MAX));
    if let Some(aim) = aim_all(&fixture.state, column, row) {
        fixture.happen(Event::Pointer { pointer, aim });
    }
}

#[test]
fn click_opens_panel_and_wheel_scrolls_it() {
    let mut fixture = ConsoleFixture::new(Lang::En, 200, 50);
    fixture.settle();
    for (title, panel) in
        [("4 Standings", Panel::Standings), ("3 Walls", Panel::Walls), ("5 Log", Panel::Log)]
    {
        point(&mut fixture, title, Pointer::Click);
        assert_eq!(fixture.state.front().panel(), panel);
    }
    point(&mut fixture, "1 Lots", Pointer::Wheel(1));
    assert_eq!(fixture.state.front().panel(), Panel::Lots);
    let selected = fixture.state.front().selected_lot();
    point(&mut fixture, "1 Lots", Pointer::Wheel(-1));
    assert_ne!(fixture.state.front().selected_lot(), selected);
    assert!(fixture.effects.is_empty());
}

#[test]
fn clicks_on_head_and_foot_are_ignored() {
    let mut fixture = ConsoleFixture::small();
    assert_eq!(aim_all(&fixture.state, 3, 0), None);
    assert_eq!(aim_all(&fixture.state, 3, 22), None);
    point(&mut fixture, "o start the round", Pointer::Click);
    assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none(), "no act is begun with the mouse");
}

#[test]
fn click_selects_game_and_wheel_moves_selection() {
    let mut fixture = ConsoleFixture::picking(Lang::En, 60, 12);
    fixture.happen(Event::Games(Ok(day().into())));
    fixture.effects.clear();
    let selected =
        |fixture: &ConsoleFixture| fixture.state.overview().selected().map(|game| game.game.clone());
    fixture.key(Key::End);
    point(&mut fixture, "heat-3", Pointer::Click);
    assert_eq!(selected(&fixture).as_deref(), Some("heat-3"));
    point(&mut fixture, "Games:", Pointer::Wheel(1));
    assert_eq!(selected(&fixture).as_deref(), Some("semi"));
    assert!(fixture.effects.is_empty() && fixture.state.overview().is_open(), "Enter chooses it");
}

#[test]
fn mouse_never_answers_dialogs_or_reveals_places() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("C");
    for pointer in [Pointer::Click, Pointer::Wheel(1), Pointer::Wheel(-1)] {
        fixture.happen(Event::Pointer { pointer, aim: Aim::Question });
        assert!(fixture.effects.is_empty() && matches!(fixture.state.dialog(), Some(Dialog::Ask { .. })));
    }
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.end();
    fixture.keys("v");
    fixture.happen(Event::Pointer { pointer: Pointer::Wheel(1), aim: Aim::Question });
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Reveal { shown: 0 }));
}

#[test]
fn help_pages_stop_at_both_ends() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("?");
    for (key, mark) in [
        (Key::PageDown, " 2 / "),
        (Key::Right, " 3 / "),
        (Key::Up, " 2 / "),
        (Key::Left, " 1 / "),
        (Key::PageUp, " 1 / "),
        (Key::Down, " 2 / "),
        (Key::Home, " 1 / "),
    ] {
        fixture.key(key);
        fixture.shows(mark);
    }
    fixture.key(Key::End);
    let end = fixture.screen();
    let (shown, all) = end.rsplit_once(" / ").unwrap();
    let all = all.split_whitespace().next().unwrap();
    assert!(shown.ends_with(&format!(" {all}")), "{end}");
    fixture.key(Key::PageDown);
    assert_eq!(fixture.screen(), end);
    fixture.key(Key::Up);
    assert_ne!(fixture.screen(), end);
}
