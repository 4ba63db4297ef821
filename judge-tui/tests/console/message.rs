//! What the judge says to teams: to whom, in which languages, and what becomes of it.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, Actor, Announcement, Question, QuestionNo, TeamId};
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage;
use ishigaki_screen::terminal::Input;
use ishigaki_words::Lang;
use judge_tui::console::{Dialog, Event, MessageStage, Notice};
use judge_tui::{Answer, Key};

use crate::hall::{A, B, Hall};

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
fn step(hall: &Hall) -> Option<MessageStage> {
    match hall.state.dialog() {
        Some(Dialog::Message(message)) => Some(message.stage),
        _ => None,
    }
}

#[test]
fn without_a_tick_it_goes_to_all_in_the_languages_that_are_typed() {
    let mut hall = Hall::small();
    hall.keys("S\nRooms change\n会場変更\n");
    let (ticket, act) = hall.call();
    assert_eq!(act, announcement(&[], "Rooms change", "会場変更"));
    hall.happen(Event::Answer { ticket, answer: Answer::Done });
    hall.judge(act);
    assert!(matches!(hall.state.notice(), Some(Notice::Done(_))), "its own news does not push it aside");
    hall.keys("5");
    assert!(hall.screen().contains("Announcement: Rooms change"), "{}", hall.screen());

    // Before a Japanese console Japanese is asked for first, and an empty line leaves a language out.
    let mut hall = Hall::new(Lang::Ja, 80, 24);
    hall.keys("S\n集合\n\n");
    assert_eq!(hall.call().1, announcement(&[], "", "集合"));
}

#[test]
fn teams_are_ticked_and_all_of_them_are_everybody() {
    let mut hall = Hall::small();
    hall.keys("S jj \nCome here\n\n");
    let act = hall.call().1;
    assert_eq!(act, announcement(&[A, TeamId(2)], "Come here", ""));
    hall.judge(act);
    hall.keys("5");
    assert!(hall.screen().contains("Announcement to"), "{}", hall.screen());

    let mut hall = Hall::small();
    hall.keys("S j j \nHere\n\n");
    assert_eq!(hall.call().1, announcement(&[], "Here", ""));

    let mut hall = Hall::small();
    hall.keys("S j ");
    hall.key(Key::Backspace);
    hall.keys("\nHere\n\n");
    assert_eq!(hall.call().1, announcement(&[A], "Here", ""));
}

#[test]
fn what_is_empty_or_too_long_is_said_and_can_be_mended() {
    let mut hall = Hall::small();
    hall.keys("S\n \n\n");
    assert_eq!((hall.state.notice(), hall.effects.len()), (Some(&Notice::NoText), 0));
    assert_eq!(step(&hall), Some(MessageStage::Text(Lang::Ja)));

    let mut hall = Hall::small();
    hall.keys("S\n");
    hall.happen(Input::Paste(ishigaki_rules::Secret("x".repeat(203))));
    assert!(hall.screen().contains("203 characters: at most 200"), "{}", hall.screen());
    hall.keys("\n");
    assert_eq!(step(&hall), Some(MessageStage::Text(Lang::En)), "it goes no further");
    for _ in 0..3 {
        hall.key(Key::Backspace);
    }
    assert!(hall.screen().contains("200 of 200 characters"), "{}", hall.screen());
    hall.keys("\n\n");
    assert_eq!(hall.call().1, announcement(&[], &"x".repeat(200), ""));
}

#[test]
fn a_pasted_text_of_two_lines_is_one() {
    let mut hall = Hall::small();
    hall.keys("S\n");
    hall.happen(Input::Paste(ishigaki_rules::Secret("All teams\r\nto the hall\n".into())));
    hall.keys("\n\n");
    assert_eq!(hall.call().1, announcement(&[], "All teams, to the hall", ""));
}

#[test]
fn what_was_typed_survives_a_refusal_and_a_lost_line() {
    let mut hall = Hall::small();
    hall.keys("S \nCome\n来て\n");
    let (ticket, act) = hall.call();
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(Fault::new(ErrorReason::Busy)) });
    assert!(hall.screen().contains("Refused: the server is busy"), "{}", hall.screen());
    assert_eq!(step(&hall), Some(MessageStage::Text(Lang::Ja)));
    let (since, code) = (hall.instant(), tonic::Code::Unavailable);
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    hall.keys("\n");
    assert_eq!((hall.state.notice(), hall.effects.len()), (Some(&Notice::Offline), 0));
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    hall.keys("\n");
    assert_eq!(hall.call().1, act);
}

#[test]
fn steps_go_back_and_the_first_one_leaves() {
    let mut hall = Hall::small();
    hall.keys("S\nRain\n");
    for expected in [MessageStage::Text(Lang::En), MessageStage::Whom] {
        hall.key(Key::Esc);
        assert_eq!(step(&hall), Some(expected));
    }
    hall.keys(" \n");
    assert!(hall.screen().contains("Rain"), "{}", hall.screen());
    hall.keys("\n\n");
    assert_eq!(hall.call().1, announcement(&[A], "Rain", ""));
    hall.keys("S");
    hall.key(Key::Esc);
    assert!(hall.state.dialog().is_none());
}

#[test]
fn after_the_result_is_declared_nothing_is_announced() {
    let mut hall = Hall::small();
    hall.build();
    hall.end();
    hall.keys("S\nBye");
    hall.judge(Act::DeclareResult);
    assert_eq!((hall.state.notice(), step(&hall)), (Some(&Notice::MovedOn), None));
    hall.keys("S");
    assert!(matches!(hall.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn what_somebody_else_announces_is_told_at_once_but_not_in_place_of_bad_news() {
    let mut hall = Hall::small();
    hall.judge(announcement(&[B], "Come to the desk", ""));
    assert!(matches!(hall.state.notice(), Some(Notice::Told(_))), "{:?}", hall.state.notice());
    assert!(hall.screen().contains("Announcement to Bricklayers: Come to the desk"), "{}", hall.screen());
    hall.keys("c");
    assert!(matches!(hall.state.notice(), Some(Notice::Refused(_))));
    hall.judge(announcement(&[], "Again", ""));
    assert!(matches!(hall.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn its_steps_are_seen_in_both_languages_and_sizes() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for size @ (columns, lines) in stage::SIZES {
            let mut hall = Hall::new(lang, columns, lines);
            hall.open(1);
            for (name, keys) in [
                ("whom", "Sj "),
                (
                    "text",
                    if lang == Lang::En {
                        "\nMeet at 13:00\n13時集合"
                    } else {
                        "\n13時集合\nMeet at 13:00"
                    },
                ),
            ] {
                hall.keys(keys);
                let screen = hall.screen();
                if stage::is_kept(lang, size) {
                    insta::assert_snapshot!(format!("message_{name}_{code}_{columns}x{lines}"), screen);
                }
            }
        }
    }
}

#[test]
fn questions_that_wait_are_counted_in_view_until_they_are_answered() {
    for (lang, columns, lines, says) in
        [(Lang::En, 120, 40, "Questions: 2, waiting for 1:05"), (Lang::Ja, 80, 24, "質問2件、1:05待ち")]
    {
        let mut hall = Hall::new(lang, columns, lines);
        let ask = |text: &str| Act::AskQuestion { team: A, text: Question::new(text).unwrap() };
        hall.give(Actor::Team(A), ask("May we swap seats?")).unwrap();
        hall.wait(60_000);
        hall.give(Actor::Team(A), ask("How long is lunch?")).unwrap();
        hall.wait(5_000);
        assert!(hall.screen().contains(says), "{}", hall.screen());
        for number in [1, 2] {
            let (question, replaces) = (QuestionNo(number), None);
            let text = Announcement::new("Yes", "").unwrap();
            hall.judge(Act::AnswerQuestion { team: A, question, replaces, text, to_all: false });
        }
        let mark = ["Questions:", "質問2件", "質問1件"];
        assert!(!mark.iter().any(|mark| hall.screen().contains(mark)), "{}", hall.screen());
    }
}
