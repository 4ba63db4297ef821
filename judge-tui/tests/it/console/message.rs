//! Messages of the judge to teams: addressees, languages, outcomes.

use ishigaki_rules::{Act, Announcement, TeamId};
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Event, MessageStage, Notice};
use judge_tui::{ActOutcome, Key};

use crate::console::fixture::{A, B, ConsoleFixture};
use crate::console::screens::{check_small, compare_small};

#[expect(clippy::unwrap_used, reason = "this is a test, though outside a test function")]
fn announcement(teams: &[TeamId], english: &str, japanese: &str) -> Act {
    Act::Announce {
        teams: teams.to_vec(),
        text: Announcement::new(english, japanese).unwrap(),
        asked: None,
        corrects: false,
    }
}

pub(crate) fn step(fixture: &ConsoleFixture) -> Option<MessageStage> {
    match fixture.state.dialog() {
        Some(Dialog::Message(message)) => Some(message.stage),
        _ => None,
    }
}

#[test]
fn announcement_without_a_tick_goes_to_all_in_typed_languages() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\nRooms change\n会場変更\n");
    let (ticket, act) = fixture.call();
    assert_eq!(act, announcement(&[], "Rooms change", "会場変更"));
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    fixture.judge(act);
    assert!(matches!(fixture.state.notice(), Some(Notice::Done(_))), "its own news does not push it aside");
    fixture.keys("5");
    fixture.shows("Announcement: Rooms change");

    // A Japanese console starts with Japanese, and an empty line omits a language.
    let mut fixture = ConsoleFixture::new(Lang::Ja, 80, 24);
    fixture.keys("S\n集合\n\n");
    assert_eq!(fixture.call().1, announcement(&[], "", "集合"));
}

#[test]
fn announcement_goes_to_ticked_teams_or_all() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S jj \nCome here\n\n");
    let act = fixture.call().1;
    assert_eq!(act, announcement(&[A, TeamId(2)], "Come here", ""));
    fixture.judge(act);
    fixture.keys("5");
    fixture.shows("Announcement to");

    let mut fixture = ConsoleFixture::small();
    fixture.keys("S j j \nHere\n\n");
    assert_eq!(fixture.call().1, announcement(&[], "Here", ""));

    let mut fixture = ConsoleFixture::small();
    fixture.keys("S j ");
    fixture.key(Key::Backspace);
    fixture.keys("\nHere\n\n");
    assert_eq!(fixture.call().1, announcement(&[A], "Here", ""));
}

#[test]
fn empty_or_long_text_is_rejected_and_can_be_edited() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\n \n\n");
    assert_eq!((fixture.state.notice(), fixture.effects.len()), (Some(&Notice::NoText), 0));
    assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::Ja)));

    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\n");
    fixture.happen(Input::Paste(ishigaki_rules::Secret("x".repeat(203))));
    fixture.shows("203 characters; the maximum is 200");
    fixture.keys("\n");
    assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::En)), "it goes no further");
    for _ in 0..3 {
        fixture.key(Key::Backspace);
    }
    fixture.shows("200 of 200 characters");
    fixture.keys("\n\n");
    assert_eq!(fixture.call().1, announcement(&[], &"x".repeat(200), ""));
}

#[test]
fn steps_go_back_and_the_first_one_leaves() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\nRain\n");
    for expected in [MessageStage::Text(Lang::En), MessageStage::Whom] {
        fixture.key(Key::Esc);
        assert_eq!(step(&fixture), Some(expected));
    }
    fixture.keys(" \n");
    fixture.shows("Rain");
    fixture.keys("\n\n");
    assert_eq!(fixture.call().1, announcement(&[A], "Rain", ""));
    fixture.keys("S");
    fixture.key(Key::Esc);
    assert!(fixture.state.dialog().is_none());
}

#[test]
fn announcing_after_declaration_is_rejected() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.end();
    fixture.keys("S\nBye");
    fixture.judge(Act::DeclareResult);
    assert_eq!((fixture.state.notice(), step(&fixture)), (Some(&Notice::MovedOn), None));
    fixture.keys("S");
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn announcement_by_another_does_not_hide_bad_news() {
    let mut fixture = ConsoleFixture::small();
    fixture.judge(announcement(&[B], "Come to the desk", ""));
    assert!(matches!(fixture.state.notice(), Some(Notice::NewBroadcast(_))), "{:?}", fixture.state.notice());
    fixture.shows("Announcement to Bricklayers: Come to the desk");
    fixture.keys("c");
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
    fixture.judge(announcement(&[], "Again", ""));
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn its_steps_are_seen_in_both_languages_and_sizes() {
    check_small("message_whom", |fixture| {
        fixture.open(1);
        fixture.keys("Sj ");
    });
    compare_small("message_text", |lang, columns, lines| {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        fixture.open(1);
        fixture.keys("Sj \n");
        fixture.keys(if lang == Lang::En {
            "Meet at 13:00\n13時集合"
        } else {
            "13時集合\nMeet at 13:00"
        });
        fixture
    });
}
