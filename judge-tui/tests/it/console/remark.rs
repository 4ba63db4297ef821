//! Remarks for the record, and that nothing that was typed is lost.

use ishigaki_client::Connection;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::Act;
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use judge_tui::ActOutcome;
use judge_tui::console::{Dialog, Event, Notice};

use crate::console::fixture::ConsoleFixture;
use crate::console::screens::check_small;

#[track_caller]
fn typed(fixture: &ConsoleFixture) -> &str {
    match fixture.state.dialog() {
        Some(Dialog::Reason { text, .. }) => text,
        other => panic!("a text is asked for, not {other:?}"),
    }
}

#[test]
fn remark_is_recorded_without_confirmation() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.judge(Act::Pause { reason: "rain".into() });
    fixture.keys("n the roof leaks \n");
    let (ticket, act) = fixture.call();
    assert_eq!(act, Act::Remark { text: "the roof leaks".into() });
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    fixture.judge(act);
    fixture.keys("5");
    fixture.shows("Remark: the roof leaks");
}

#[test]
fn remark_dialog_explains_remarks() {
    check_small("remark", |fixture| {
        fixture.open(1);
        fixture.keys("n雨漏り");
    });
}

#[test]
fn remark_after_declaration_is_rejected() {
    let mut fixture = ConsoleFixture::small();
    fixture.build();
    fixture.end();
    fixture.judge(Act::DeclareResult);
    fixture.keys("n");
    assert!(fixture.state.dialog().is_none());
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))));
}

#[test]
fn rejected_text_can_be_sent_again() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("nthe roof leaks\n");
    let (ticket, act) = fixture.call();
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(typed(&fixture), "the roof leaks");
    fixture.shows("Rejected: the server is busy");
    fixture.keys("\n");
    assert_eq!(fixture.call().1, act);
}

#[test]
fn refused_ruling_asks_for_its_reason_again() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("Vread out wrongly\nY");
    let (ticket, _) = fixture.call();
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(typed(&fixture), "read out wrongly");
}

#[test]
fn late_refusal_does_not_replace_another_question() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("nthe roof leaks\n");
    let (ticket, _) = fixture.call();
    fixture.keys("q");
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Quit));
}

#[test]
fn typed_text_is_kept_while_offline() {
    for (keys, text) in [("nthe roof leaks", "the roof leaks"), ("Xthe roof fell", "the roof fell")] {
        let mut fixture = ConsoleFixture::small();
        fixture.keys(keys);
        fixture.cut();
        fixture.keys("\n");
        assert_eq!(typed(&fixture), text);
        assert_eq!((fixture.state.notice(), fixture.effects.len()), (Some(&Notice::Offline), 0));
    }
}

#[test]
fn dialog_stays_open_while_offline() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("Xthe roof fell\n");
    fixture.cut();
    fixture.keys("Y");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { .. })) && fixture.effects.is_empty());
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.keys("Y");
    assert_eq!(fixture.call().1, Act::Abandon { reason: "the roof fell".into() });
}

#[test]
fn outdated_confirmation_is_refused() {
    let texts = [(Lang::En, "the results have changed; check them"), (Lang::Ja, "もう一度確かめてから")];
    for (lang, text) in texts {
        let mut fixture = ConsoleFixture::new(lang, 80, 24);
        fixture.settle();
        fixture.keys("c");
        let (ticket, _) = fixture.call();
        let fault = Fault::new(ErrorReason::StaleSettlement).with("named", 1).with("current", 2);
        fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(fault) });
        fixture.shows(text);
        assert_eq!(
            fixture.state.front().selected_lot(),
            Some(crate::console::fixture::P),
            "and nothing has moved"
        );
    }
}
