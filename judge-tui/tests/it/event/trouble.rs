//! What goes wrong: refusals, answers that stay away, lost connections. Nothing that was typed is lost.

use ishigaki_client::CallError;
use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, Slip};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, Event, LineTarget};

use crate::event::fixture::EventScreenFixture;

const SMALL: (u16, u16) = (80, 24);

#[test]
fn a_refusal_names_players_and_leaves_the_form_as_it_was_typed() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Referee, 16);
    fixture.keys("f1");
    fixture.press(Key::Tab);
    fixture.keys("Player 7");
    fixture.press(Key::Tab);
    fixture.keys("all have left\n");
    fixture.shows("Refused:");
    let Some(Dialog::Form(form)) = fixture.state.dialog() else { panic!("the form is gone") };
    assert_eq!(form.fields.len(), 3);
    fixture.shows("all have left");
}

#[test]
fn whoever_cannot_withdraw_is_named_by_number_and_name() {
    let mut fixture = EventScreenFixture::paired(Lang::En, SMALL, Audience::Desk, 16);
    fixture.ask(Actor::Desk, Act::Withdraw { player: ishigaki_tournament::PlayerId(6) });
    fixture.play_round();
    fixture.ask(Actor::Organiser, Act::PairRound { round: ishigaki_tournament::Round(2) });
    fixture.keys("1/Player 7\nx");
    fixture.shows("Player 7 cannot withdraw");
    assert!(!fixture.text().contains("line 7"), "{}", fixture.text());
}

#[test]
fn a_call_without_an_answer_leaves_the_form_and_says_so() {
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
    fixture.shows("it may be done or not");
    fixture.shows("[✓]");
    fixture.effects.clear();
    fixture.press(Key::Enter);
    assert!(matches!(fixture.effects.pop(), Some(Effect::Call { .. })), "it can be sent again");
}

#[test]
fn a_result_entered_elsewhere_while_the_form_is_open_is_refused_and_not_lost() {
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
    fixture.shows("Refused:");
    fixture.shows("TO9");
}

#[test]
fn only_the_keys_of_the_role_are_hinted_at() {
    let keys_of = |audience| {
        let mut fixture = EventScreenFixture::drawn(Lang::En, (120, 40), audience, 16);
        fixture.press(Key::Char('1'));
        fixture.text()
    };
    assert!(keys_of(Audience::Organiser).contains("next step"));
    assert!(!keys_of(Audience::Desk).contains("next step"));
    assert!(keys_of(Audience::Desk).contains("withdraw"));
    assert!(!keys_of(Audience::Board).contains("withdraw"));
}

#[test]
fn a_feed_that_cannot_be_right_is_said_to_be_so() {
    let mut fixture = EventScreenFixture::drawn(Lang::En, SMALL, Audience::Desk, 16);
    fixture.repeat_last();
    fixture.shows("SCREEN MAY BE WRONG");
}
