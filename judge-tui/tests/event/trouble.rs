//! What goes wrong: refusals, answers that stay away, lost connections. Nothing that was typed is lost.

use ishigaki_client::CallError;
use ishigaki_proto::watch::Audience;
use ishigaki_screen::terminal::Key;
use ishigaki_tournament::{Act, Actor, Slip};
use ishigaki_words::Lang;
use judge_tui::event::{Dialog, Effect, Event, LineTarget};

use crate::hall::Hall;

const SMALL: (u16, u16) = (80, 24);

#[test]
fn a_refusal_names_players_and_leaves_the_form_as_it_was_typed() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Referee, 16);
    hall.keys("f1");
    hall.press(Key::Tab);
    hall.keys("Player 7");
    hall.press(Key::Tab);
    hall.keys("all have left\n");
    hall.shows("Refused:");
    let Some(Dialog::Form(form)) = hall.state.dialog() else { panic!("the form is gone") };
    assert_eq!(form.fields.len(), 3);
    hall.shows("all have left");
}

#[test]
fn whoever_cannot_withdraw_is_named_by_number_and_name() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Desk, 16);
    hall.ask(Actor::Desk, Act::Withdraw { player: ishigaki_tournament::PlayerId(6) });
    hall.play_round();
    hall.ask(Actor::Organiser, Act::PairRound { round: ishigaki_tournament::Round(2) });
    hall.keys("1/Player 7\nx");
    hall.shows("Player 7 cannot withdraw");
    assert!(!hall.text().contains("line 7"), "{}", hall.text());
}

#[test]
fn a_call_without_an_answer_leaves_the_form_and_says_so() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Desk, 16);
    hall.answers = false;
    hall.press(Key::Enter);
    hall.keys("1");
    for _ in 0..2 {
        hall.press(Key::Tab);
        hall.keys(" ");
    }
    hall.press(Key::Enter);
    let Some(Effect::Call { ticket, .. }) = hall.effects.pop() else { panic!("nothing is sent") };
    hall.lose();
    hall.wait(3);
    hall.shows("CONNECTION LOST for 0:03");
    let answer = Err(CallError::Unanswered { code: tonic::Code::Unavailable });
    hall.happen(Event::Answered { ticket, answer });
    hall.shows("it may be done or not");
    hall.shows("[×]");
    hall.effects.clear();
    hall.press(Key::Enter);
    assert!(matches!(hall.effects.pop(), Some(Effect::Call { .. })), "it can be sent again");
}

#[test]
fn a_result_entered_elsewhere_while_the_form_is_open_is_refused_and_not_lost() {
    let mut hall = Hall::paired(Lang::En, SMALL, Audience::Desk, 16);
    let Some(LineTarget::Game(one, other)) = hall.state.target() else { panic!("no game") };
    hall.press(Key::Enter);
    hall.keys("1");
    let round = hall.tournament().rounds()[0].round;
    hall.ask(Actor::Desk, Act::EnterResult { round, slip: Slip::plain(other, one) });
    for _ in 0..2 {
        hall.press(Key::Tab);
        hall.keys(" ");
    }
    hall.press(Key::Enter);
    hall.shows("Refused:");
    hall.shows("TO9");
}

#[test]
fn only_the_keys_of_the_role_are_hinted_at() {
    let keys_of = |audience| {
        let mut hall = Hall::drawn(Lang::En, (120, 40), audience, 16);
        hall.press(Key::Char('1'));
        hall.text()
    };
    assert!(keys_of(Audience::Organiser).contains("next step"));
    assert!(!keys_of(Audience::Desk).contains("next step"));
    assert!(keys_of(Audience::Desk).contains("withdraw"));
    assert!(!keys_of(Audience::Board).contains("withdraw"));
}

#[test]
fn a_feed_that_cannot_be_right_is_said_to_be_so() {
    let mut hall = Hall::drawn(Lang::En, SMALL, Audience::Desk, 16);
    hall.repeat_last();
    hall.shows("SCREEN MAY BE WRONG");
}
