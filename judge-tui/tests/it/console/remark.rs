//! Remarks for the record, and that nothing that was typed is lost.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::ActOutcome;
use judge_tui::console::{Dialog, Event, Notice};

use crate::console::fixture::ConsoleFixture;
use crate::console::screens::check;

#[track_caller]
fn typed(fixture: &ConsoleFixture) -> &str {
    match fixture.state.dialog() {
        Some(Dialog::Reason { text, .. }) => text,
        other => panic!("a text is asked for, not {other:?}"),
    }
}

#[test]
fn a_remark_is_put_on_record_without_a_further_question() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.judge(Act::Pause { reason: "rain".into() });
    fixture.keys("n the roof leaks \n");
    let (ticket, act) = fixture.call();
    assert_eq!(act, Act::Remark { text: "the roof leaks".into() });
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    fixture.judge(act);
    fixture.keys("5");
    assert!(fixture.screen().contains("Remark: the roof leaks"), "{}", fixture.screen());
}

#[test]
fn what_a_remark_is_for_is_said() {
    check("remark", |fixture| {
        fixture.open(1);
        fixture.keys("n雨漏り");
    });
}

#[test]
fn after_the_result_is_declared_there_is_nothing_to_remark() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.end();
    fixture.judge(Act::DeclareResult);
    fixture.keys("n");
    assert!(fixture.state.dialog().is_none());
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn a_refused_text_is_there_again_to_be_sent_once_more() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("nthe roof leaks\n");
    let (ticket, act) = fixture.call();
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(typed(&fixture), "the roof leaks");
    assert!(fixture.screen().contains("Refused: the server is busy"), "{}", fixture.screen());
    fixture.keys("\n");
    assert_eq!(fixture.call().1, act);
}

#[test]
fn a_refused_ruling_asks_for_its_reason_again_with_what_was_typed() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("Vread out wrongly\nY");
    let (ticket, _) = fixture.call();
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(typed(&fixture), "read out wrongly");
}

#[test]
fn a_refusal_that_comes_late_does_not_push_another_question_aside() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("nthe roof leaks\n");
    let (ticket, _) = fixture.call();
    fixture.keys("q");
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Quit));
}

#[test]
fn without_a_connection_what_was_typed_stays() {
    for (keys, text) in [("nthe roof leaks", "the roof leaks"), ("Xthe roof fell", "the roof fell")] {
        let mut fixture = ConsoleFixture::small();
        fixture.keys(keys);
        let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
        fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
        fixture.keys("\n");
        assert_eq!(typed(&fixture), text);
        assert_eq!((fixture.state.notice(), fixture.effects.len()), (Some(&Notice::Offline), 0));
    }
}

#[test]
fn a_question_stays_open_while_there_is_no_connection() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("Xthe roof fell\n");
    let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    fixture.keys("Y");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { .. })) && fixture.effects.is_empty());
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.keys("Y");
    assert_eq!(fixture.call().1, Act::Abandon { reason: "the roof fell".into() });
}

#[test]
fn an_outdated_confirmation_is_refused_in_words_of_both_languages() {
    let told = [(Lang::En, "look at it again before confirming"), (Lang::Ja, "もう一度確かめてから")];
    for (lang, told) in told {
        let mut fixture = ConsoleFixture::new(lang, 80, 24);
        fixture.settle();
        fixture.keys("c");
        let (ticket, _) = fixture.call();
        let fault = Fault::new(ErrorReason::StaleSettlement).with("named", 1).with("current", 2);
        fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(fault) });
        assert!(fixture.screen().contains(told), "{}", fixture.screen());
        assert_eq!(
            fixture.state.front().selected_lot(),
            Some(crate::console::fixture::P),
            "and nothing has moved"
        );
    }
}
