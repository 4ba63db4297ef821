//! Remarks for the record, and that nothing that was typed is lost.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::stage;
use ishigaki_words::Lang;
use judge_tui::Answer;
use judge_tui::console::{Dialog, Event, Notice};

use crate::hall::Hall;

#[track_caller]
fn typed(hall: &Hall) -> &str {
    match hall.state.dialog() {
        Some(Dialog::Reason { text, .. }) => text,
        other => panic!("a text is asked for, not {other:?}"),
    }
}

#[test]
fn a_remark_is_put_on_record_without_a_further_question() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.judge(Act::Pause { reason: "rain".into() });
    hall.keys("n the roof leaks \n");
    let (ticket, act) = hall.call();
    assert_eq!(act, Act::Remark { text: "the roof leaks".into() });
    hall.happen(Event::Answer { ticket, answer: Answer::Done });
    hall.judge(act);
    hall.keys("5");
    assert!(hall.screen().contains("Remark: the roof leaks"), "{}", hall.screen());
}

#[test]
fn what_a_remark_is_for_is_said() {
    for (lang, code) in [(Lang::En, "en"), (Lang::Ja, "ja")] {
        for (columns, lines) in stage::SIZES {
            let mut hall = Hall::new(lang, columns, lines);
            hall.open(1);
            hall.keys("n雨漏り");
            let screen = hall.screen();
            if stage::is_kept(lang, (columns, lines)) {
                insta::assert_snapshot!(format!("remark_{code}_{columns}x{lines}"), screen);
            }
        }
    }
}

#[test]
fn after_the_result_is_declared_there_is_nothing_to_remark() {
    let mut hall = Hall::small();
    hall.build();
    hall.end();
    hall.judge(Act::DeclareResult);
    hall.keys("n");
    assert!(hall.state.dialog().is_none());
    assert!(matches!(hall.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn a_refused_text_is_there_again_to_be_sent_once_more() {
    let mut hall = Hall::small();
    hall.keys("nthe roof leaks\n");
    let (ticket, act) = hall.call();
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(typed(&hall), "the roof leaks");
    assert!(hall.screen().contains("Refused: the server is busy"), "{}", hall.screen());
    hall.keys("\n");
    assert_eq!(hall.call().1, act);
}

#[test]
fn a_refused_ruling_asks_for_its_reason_again_with_what_was_typed() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("Vread out wrongly\nY");
    let (ticket, _) = hall.call();
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(typed(&hall), "read out wrongly");
}

#[test]
fn a_refusal_that_comes_late_does_not_push_another_question_aside() {
    let mut hall = Hall::small();
    hall.keys("nthe roof leaks\n");
    let (ticket, _) = hall.call();
    hall.keys("q");
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(hall.state.dialog(), Some(&Dialog::Quit));
}

#[test]
fn without_a_connection_what_was_typed_stays() {
    for (keys, text) in [("nthe roof leaks", "the roof leaks"), ("Xthe roof fell", "the roof fell")] {
        let mut hall = Hall::small();
        hall.keys(keys);
        let (since, code) = (hall.instant(), tonic::Code::Unavailable);
        hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        hall.keys("\n");
        assert_eq!(typed(&hall), text);
        assert_eq!((hall.state.notice(), hall.effects.len()), (Some(&Notice::Offline), 0));
    }
}

#[test]
fn a_question_stays_open_while_there_is_no_connection() {
    let mut hall = Hall::small();
    hall.keys("Xthe roof fell\n");
    let (since, code) = (hall.instant(), tonic::Code::Unavailable);
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    hall.keys("Y");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Ask { .. })) && hall.effects.is_empty());
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    hall.keys("Y");
    assert_eq!(hall.call().1, Act::Abandon { reason: "the roof fell".into() });
}

#[test]
fn an_outdated_confirmation_is_refused_in_words_of_both_languages() {
    let told = [(Lang::En, "look at it again before confirming"), (Lang::Ja, "もう一度確かめてから")];
    for (lang, told) in told {
        let mut hall = Hall::new(lang, 80, 24);
        hall.settle();
        hall.keys("c");
        let (ticket, _) = hall.call();
        let fault = Fault::new(ErrorReason::StaleSettlement).with("named", 1).with("current", 2);
        hall.happen(Event::Answer { ticket, answer: Answer::Refused(fault) });
        assert!(hall.screen().contains(told), "{}", hall.screen());
        assert_eq!(hall.state.front().selected_lot(), Some(crate::hall::P), "and nothing has moved");
    }
}
