//! What the judge says to teams: to whom, in which languages, and what becomes of it.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Actor, Announcement, Question, QuestionNo, TeamId};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Event, MessageStage, Notice};
use judge_tui::{ActOutcome, Key};

use crate::console::fixture::{A, B, ConsoleFixture};
use crate::console::screens::{check, compare};

#[expect(clippy::unwrap_used, reason = "this is a test, though outside a test function")]
fn announcement(teams: &[TeamId], english: &str, japanese: &str) -> Act {
    Act::Announce {
        teams: teams.to_vec(),
        text: Announcement::new(english, japanese).unwrap(),
        asked: None,
        corrects: false,
    }
}

/// The open step, if a message is being written.
pub(crate) fn step(fixture: &ConsoleFixture) -> Option<MessageStage> {
    match fixture.state.dialog() {
        Some(Dialog::Message(message)) => Some(message.stage),
        _ => None,
    }
}

#[test]
fn without_a_tick_it_goes_to_all_in_the_languages_that_are_typed() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\nRooms change\n会場変更\n");
    let (ticket, act) = fixture.call();
    assert_eq!(act, announcement(&[], "Rooms change", "会場変更"));
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    fixture.judge(act);
    assert!(matches!(fixture.state.notice(), Some(Notice::Done(_))), "its own news does not push it aside");
    fixture.keys("5");
    assert!(fixture.screen().contains("Announcement: Rooms change"), "{}", fixture.screen());

    // Before a Japanese console Japanese is asked for first, and an empty line leaves a language out.
    let mut fixture = ConsoleFixture::new(Lang::Ja, 80, 24);
    fixture.keys("S\n集合\n\n");
    assert_eq!(fixture.call().1, announcement(&[], "", "集合"));
}

#[test]
fn teams_are_ticked_and_all_of_them_are_everybody() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S jj \nCome here\n\n");
    let act = fixture.call().1;
    assert_eq!(act, announcement(&[A, TeamId(2)], "Come here", ""));
    fixture.judge(act);
    fixture.keys("5");
    assert!(fixture.screen().contains("Announcement to"), "{}", fixture.screen());

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
fn what_is_empty_or_too_long_is_said_and_can_be_mended() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\n \n\n");
    assert_eq!((fixture.state.notice(), fixture.effects.len()), (Some(&Notice::NoText), 0));
    assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::Ja)));

    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\n");
    fixture.happen(Input::Paste(ishigaki_rules::Secret("x".repeat(203))));
    assert!(fixture.screen().contains("203 characters: at most 200"), "{}", fixture.screen());
    fixture.keys("\n");
    assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::En)), "it goes no further");
    for _ in 0..3 {
        fixture.key(Key::Backspace);
    }
    assert!(fixture.screen().contains("200 of 200 characters"), "{}", fixture.screen());
    fixture.keys("\n\n");
    assert_eq!(fixture.call().1, announcement(&[], &"x".repeat(200), ""));
}

#[test]
fn a_pasted_text_of_two_lines_is_one() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S\n");
    fixture.happen(Input::Paste(ishigaki_rules::Secret("All teams\r\nto the hall\n".into())));
    fixture.keys("\n\n");
    assert_eq!(fixture.call().1, announcement(&[], "All teams, to the hall", ""));
}

#[test]
fn what_was_typed_survives_a_refusal_and_a_lost_line() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("S \nCome\n来て\n");
    let (ticket, act) = fixture.call();
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert!(fixture.screen().contains("Refused: the server is busy"), "{}", fixture.screen());
    assert_eq!(step(&fixture), Some(MessageStage::Text(Lang::Ja)));
    let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    fixture.keys("\n");
    assert_eq!((fixture.state.notice(), fixture.effects.len()), (Some(&Notice::Offline), 0));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.keys("\n");
    assert_eq!(fixture.call().1, act);
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
    assert!(fixture.screen().contains("Rain"), "{}", fixture.screen());
    fixture.keys("\n\n");
    assert_eq!(fixture.call().1, announcement(&[A], "Rain", ""));
    fixture.keys("S");
    fixture.key(Key::Esc);
    assert!(fixture.state.dialog().is_none());
}

#[test]
fn after_the_result_is_declared_nothing_is_announced() {
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
fn what_somebody_else_announces_is_told_at_once_but_not_in_place_of_bad_news() {
    let mut fixture = ConsoleFixture::small();
    fixture.judge(announcement(&[B], "Come to the desk", ""));
    assert!(matches!(fixture.state.notice(), Some(Notice::Told(_))), "{:?}", fixture.state.notice());
    assert!(
        fixture.screen().contains("Announcement to Bricklayers: Come to the desk"),
        "{}",
        fixture.screen()
    );
    fixture.keys("c");
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
    fixture.judge(announcement(&[], "Again", ""));
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn its_steps_are_seen_in_both_languages_and_sizes() {
    check("message_whom", |fixture| {
        fixture.open(1);
        fixture.keys("Sj ");
    });
    compare("message_text", |lang, columns, lines| {
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

#[test]
fn questions_that_wait_are_counted_in_view_until_they_are_answered() {
    for (lang, columns, lines, says) in
        [(Lang::En, 120, 40, "Questions: 2, waiting for 1:05"), (Lang::Ja, 80, 24, "質問2件、1:05待ち")]
    {
        let mut fixture = ConsoleFixture::new(lang, columns, lines);
        let ask = |text: &str| Act::AskQuestion { team: A, text: Question::new(text).unwrap() };
        fixture.give(Actor::Team(A), ask("May we swap seats?")).unwrap();
        fixture.wait(60_000);
        fixture.give(Actor::Team(A), ask("How long is lunch?")).unwrap();
        fixture.wait(5_000);
        assert!(fixture.screen().contains(says), "{}", fixture.screen());
        for number in [1, 2] {
            let (question, replaces) = (QuestionNo(number), None);
            let text = Announcement::new("Yes", "").unwrap();
            fixture.judge(Act::AnswerQuestion { team: A, question, replaces, text, to_all: false });
        }
        let mark = ["Questions:", "質問2件", "質問1件"];
        assert!(!mark.iter().any(|mark| fixture.screen().contains(mark)), "{}", fixture.screen());
    }
}
