//! Failures: rejections, missing answers, lost connections. Typed text is never lost.

use ishigaki_client::CallError;
use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, Slip};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, Event, LineTarget};

use crate::event::fixture::EventScreenFixture;

const SMALL: (u16, u16) = (80, 24);

#[test]
fn rejection_keeps_form_and_typed_text() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Referee, 16);
    fixture.keys("f1");
    fixture.press(Key::Tab);
    fixture.keys("Player 7");
    fixture.press(Key::Tab);
    fixture.keys("all have left\n");
    fixture.shows("Rejected:");
    let Some(Dialog::Form(form)) = fixture.state.dialog() else { panic!("the form is gone") };
    assert_eq!(form.fields.len(), 3);
    fixture.shows("all have left");
}

#[test]
fn unanswered_call_keeps_form_for_resending() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Desk, 16);
    fixture.answers = false;
    fixture.press(Key::Enter);
    fixture.keys("1");
    for _ in 0..2 {
        fixture.press(Key::Tab);
        fixture.keys(" ");
    }
    fixture.press(Key::Enter);
    let Some(Effect::Call { ticket, .. }) = fixture.effects.pop() else { panic!("nothing is sent") };
    fixture.lose();
    fixture.wait(3);
    fixture.shows("CONNECTION LOST for 0:03");
    let answer = Err(CallError::Unanswered { code: tonic::Code::Unavailable });
    fixture.happen(Event::Answered { ticket, answer });
    fixture.shows("). It may have gone");
    fixture.shows("[✓]");
    fixture.effects.clear();
    fixture.press(Key::Enter);
    assert!(matches!(fixture.effects.pop(), Some(Effect::Call { .. })), "it can be sent again");
}

#[test]
fn result_entered_elsewhere_meanwhile_is_refused() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Desk, 16);
    let Some(LineTarget::Game(one, other)) = fixture.state.target() else { panic!("no game") };
    fixture.press(Key::Enter);
    fixture.keys("1");
    let round = fixture.tournament().rounds()[0].round;
    fixture.ask(Actor::Desk, Act::EnterResult { round, slip: Slip::plain(other, one) });
    for _ in 0..2 {
        fixture.press(Key::Tab);
        fixture.keys(" ");
    }
    fixture.press(Key::Enter);
    fixture.shows("Rejected:");
    fixture.shows("TO9");
}

#[test]
fn repeated_feed_item_shows_wrong_screen_warning() {
    let mut fixture = EventScreenFixture::drawn(Lang::En, SMALL, Audience::Desk, 16);
    fixture.repeat_last();
    fixture.shows("SCREEN MAY BE WRONG");
}
