//! What keys lead to, and what answers do.

use ishigaki_client::Ticket;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use std::time::Duration;

use ishigaki_client::{Connection, TimeLeft};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Actor, LotChoice, Millis, Phase, Rejection, RoundNo, SettlementDigest};
use ishigaki_words::{Lang, Words};
use judge_tui::console::{Context, Dialog, Effect, Event, KEYMAP, Notice, Panel};
use judge_tui::{Answer, Key};

use crate::hall::{A, B, C, D, Hall, O, P};

#[test]
fn opening_a_round_names_the_round_and_asks_nothing() {
    let mut hall = Hall::small();
    hall.keys("o");
    assert_eq!(hall.call().1, Act::OpenRound { round: RoundNo(1) });
}

#[test]
fn an_impatient_key_sends_nothing_twice() {
    let mut hall = Hall::small();
    hall.keys("oo");
    assert_eq!(hall.effects.len(), 1);
    assert!(matches!(hall.state.notice(), Some(Notice::OnItsWay(_))));
}

#[test]
fn confirming_is_possible_only_when_a_round_is_settled() {
    let mut hall = Hall::small();
    for phase in 0..3 {
        hall.keys("cC");
        assert!(hall.effects.is_empty() && hall.state.dialog().is_none(), "{phase}");
        let Some(Notice::Refused(fault)) = hall.state.notice() else {
            panic!("{:?}", hall.state.notice());
        };
        assert_eq!(fault.reason, ErrorReason::WrongPhase);
        match phase {
            0 => hall.open(1),
            1 => {
                hall.bids(A, &[(P, 10)]);
                hall.bids(B, &[(P, 10)]);
                hall.wait(90_000);
            }
            _ => {}
        }
    }
}

#[test]
fn why_an_act_was_refused_is_told_until_the_next_phase_begins() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("c");
    hall.wait(60_000);
    assert!(matches!(hall.state.notice(), Some(Notice::Refused(_))), "nothing has changed");
    hall.bids(A, &[(P, 10)]);
    hall.wait(30_000);
    assert!(!matches!(hall.state.notice(), Some(Notice::Refused(_))), "it was of the bidding");
}

#[test]
fn one_lot_is_confirmed_by_round_and_attempt_without_a_question() {
    let mut hall = Hall::small();
    hall.settle();
    hall.key(Key::Down);
    hall.keys("c");
    let lots = LotChoice::One(O);
    let seen = hall.state.game().unwrap().current_round().unwrap().digest();
    assert!(seen.is_some(), "the act names the settlement that is on the screen");
    assert_eq!(hall.call().1, Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots, seen });
}

#[test]
fn a_confirmation_of_another_settlement_is_none_of_this_one() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("c");
    let (_, act) = hall.call();
    let Act::ConfirmLots { round, attempt, lots, seen: Some(seen) } = act else { panic!("{act:?}") };
    let other = SettlementDigest(!seen.0);
    let outdated = Act::ConfirmLots { round, attempt, lots, seen: Some(other) };
    let refused = Err(Rejection::StaleSettlement { named: other, current: seen });
    assert_eq!(hall.give(Actor::Judge, outdated), refused, "the console asks the same rules first");
}

#[test]
fn after_one_lot_the_next_unconfirmed_one_is_selected_round_and_round() {
    let mut hall = Hall::small();
    hall.settle();
    hall.key(Key::Down);
    hall.keys("c");
    assert_eq!(hall.state.front().selected_lot(), Some(O), "it is not confirmed yet");
    hall.serve();
    assert_eq!(hall.state.front().selected_lot(), Some(D));
    hall.keys("c");
    hall.serve();
    assert_eq!(hall.state.front().selected_lot(), Some(P));
}

#[test]
fn the_selection_stays_where_the_judge_has_gone_meanwhile() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("c");
    hall.key(Key::End);
    hall.serve();
    assert_eq!(hall.state.front().selected_lot(), Some(D));
}

#[test]
fn a_refused_confirmation_moves_nothing() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("c");
    let (ticket, _) = hall.call();
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(hall.state.front().selected_lot(), Some(P));
}

#[test]
fn the_confirmation_that_makes_a_round_final_is_asked_once() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("C");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    assert!(hall.effects.is_empty());
    hall.keys("y");
    hall.serve();
    assert_eq!(hall.game.phase(), Phase::Ready { next: RoundNo(2) });
    // So is the last single lot.
    hall.open(2);
    hall.wait(90_000);
    for _ in 0..hall.game.current_round().unwrap().lots().count() - 1 {
        hall.keys("c");
        hall.serve();
    }
    hall.keys("c");
    assert!(hall.effects.is_empty());
    hall.keys("y");
    hall.serve();
    assert_eq!(hall.game.phase(), Phase::Building);
}

#[test]
fn no_is_no() {
    let mut hall = Hall::small();
    hall.settle();
    for no in [Key::Esc, Key::Char('n')] {
        hall.keys("C");
        hall.key(no);
        assert!(hall.state.dialog().is_none() && hall.effects.is_empty());
    }
}

#[test]
fn a_single_key_pauses_and_a_single_key_resumes() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("p");
    hall.serve();
    assert!(hall.game.paused_since().is_some());
    hall.keys("r");
    hall.serve();
    assert_eq!(hall.game.paused_since(), None);
}

#[test]
fn a_pause_is_recorded_with_a_standard_reason_in_the_language_of_the_judge() {
    for (lang, reason) in [(Lang::En, "the chief judge's pause"), (Lang::Ja, "審判長による一時停止")]
    {
        let mut hall = Hall::new(lang, 80, 24);
        hall.open(1);
        hall.keys("p");
        assert_eq!(hall.call().1, Act::Pause { reason: reason.into() });
    }
}

#[test]
fn a_reason_of_spaces_is_none_and_slips_can_be_erased() {
    let mut hall = Hall::small();
    hall.keys("D\n  \n");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Reason { .. })));
    assert!(hall.screen().contains("A reason is needed"), "{}", hall.screen());
    hall.keys("noise");
    hall.key(Key::Backspace);
    hall.keys("\nY");
    assert_eq!(hall.call().1, Act::Disqualify { team: A, reason: "nois".into() });
}

#[test]
fn more_time_is_chosen_in_steps() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("e++");
    hall.key(Key::Down);
    hall.keys("\n");
    let reason = "the chief judge gives more time".to_owned();
    assert_eq!(hall.call().1, Act::Extend { by: Millis(40_000), reason });
}

#[test]
fn voiding_a_round_takes_a_reason_and_the_deliberate_key() {
    let mut hall = Hall::small();
    hall.settle();
    hall.keys("Vwrong lot\ny\n");
    assert!(hall.effects.is_empty(), "neither y nor Enter is enough");
    assert!(matches!(hall.state.dialog(), Some(Dialog::Ask { grave: true, .. })));
    hall.keys("Y");
    hall.serve();
    assert_eq!(hall.game.phase(), Phase::Ready { next: RoundNo(1) });
}

#[test]
fn a_question_about_an_attempt_closes_when_the_attempt_is_gone() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("Vwrong lot\n");
    // Somebody else voids it and opens it again: Y would now void another attempt.
    hall.judge(Act::VoidRound { attempt: None, round: RoundNo(1), reason: "x".into() });
    assert_eq!(hall.state.notice(), Some(&Notice::MovedOn));
    hall.open(1);
    hall.keys("Y");
    assert!(hall.effects.is_empty());
}

#[test]
fn a_question_stays_open_while_teams_seal() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("D\nnois");
    hall.bids(A, &[(P, 10)]);
    hall.keys("e\nY");
    assert_eq!(hall.call().1, Act::Disqualify { team: A, reason: "noise".into() });
}

#[test]
fn a_team_is_chosen_to_be_disqualified_and_to_come_back() {
    let mut hall = Hall::small();
    hall.keys("R");
    assert_eq!(hall.state.notice(), Some(&Notice::NoTeam));
    hall.keys("D");
    hall.key(Key::Down);
    hall.keys("\nphone\nY");
    let (ticket, act) = hall.call();
    assert_eq!(act, Act::Disqualify { team: B, reason: "phone".into() });
    hall.happen(Event::Answer { ticket, answer: Answer::Done });
    hall.judge(act);
    hall.keys("R\nit was a watch\n");
    assert_eq!(hall.call().1, Act::Reinstate { team: B, reason: "it was a watch".into() });
}

#[test]
fn a_janken_is_entered_best_first_and_then_the_result_declared() {
    let mut hall = Hall::small();
    for round in [1, 2] {
        hall.open(round);
        hall.wait(90_000);
        hall.confirm_all();
    }
    hall.keys("EY");
    hall.serve();
    hall.wait(5_000);
    hall.keys("F");
    let Some(Notice::Refused(fault)) = hall.state.notice() else {
        panic!("{:?}", hall.state.notice());
    };
    assert_eq!(fault.reason, ErrorReason::JankenOpen);
    assert!(hall.screen().contains("still to be held: 津山高専 = Bricklayers = C␛[2J"), "{}", hall.screen());
    hall.keys("J");
    hall.key(Key::Down);
    hall.key(Key::Down);
    hall.keys("\n");
    hall.key(Key::Backspace);
    hall.key(Key::Down);
    // B, then of A and C the second.
    hall.keys("\n");
    hall.key(Key::Down);
    hall.keys("\ny");
    let (_, act) = hall.call();
    assert_eq!(act, Act::EnterJanken { order: vec![B, C, A] });
    hall.judge(act);
    hall.keys("FY");
    hall.serve();
    assert_eq!(hall.game.phase(), Phase::Declared);
}

#[test]
fn abandoning_takes_a_reason_and_the_deliberate_key() {
    let mut hall = Hall::small();
    hall.keys("Xfire\nY");
    assert_eq!(hall.call().1, Act::Abandon { reason: "fire".into() });
}

#[test]
fn a_refusal_by_the_server_is_shown() {
    let mut hall = Hall::small();
    hall.keys("o");
    let (ticket, _) = hall.call();
    let fault = Fault::new(ErrorReason::Busy);
    hall.happen(Event::Answer { ticket, answer: Answer::Refused(fault.clone()) });
    assert_eq!(hall.state.notice(), Some(&Notice::Refused(fault)));
    hall.keys("o");
    assert_eq!(hall.effects.len(), 1, "a refused act can be tried again");
}

#[test]
fn silence_says_that_the_act_may_be_done() {
    let mut hall = Hall::small();
    hall.keys("o");
    let (ticket, act) = hall.call();
    let code = tonic::Code::Unavailable;
    hall.happen(Event::Answer { ticket, answer: Answer::Silent { code } });
    assert_eq!(hall.state.notice(), Some(&Notice::Silent { act: act.into(), code }));
    assert_eq!(hall.state.front().pending().count(), 0);
}

#[test]
fn an_answer_that_nobody_waits_for_changes_nothing() {
    let mut hall = Hall::small();
    hall.happen(Event::Answer { ticket: Ticket(7), answer: Answer::Done });
    assert_eq!(hall.state.notice(), None);
}

#[test]
fn without_a_connection_nothing_is_sent() {
    let mut hall = Hall::small();
    let since = hall.instant();
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code: tonic::Code::Unavailable }));
    hall.keys("o");
    assert_eq!(hall.state.notice(), Some(&Notice::Offline));
    hall.happen(FeedEvent::Connection(Connection::Connected));
    hall.keys("o");
    assert_eq!(hall.effects.len(), 1);
}

#[test]
fn keys_before_the_game_has_arrived_are_harmless() {
    let mut hall = Hall::dark(Lang::En, 80, 24);
    for binding in KEYMAP.iter().filter(|binding| binding.context == Context::Main) {
        for &key in binding.keys.iter().filter(|key| !matches!(key, Key::Ctrl('c' | 'l'))) {
            hall.key(key);
            hall.key(Key::Esc);
        }
    }
    assert!(hall.effects.is_empty());
}

#[test]
fn a_feed_that_does_not_fit_is_shown_and_acts_still_go_out() {
    let mut hall = Hall::small();
    let item = wire::FeedItem {
        sequence: 9,
        body: Some(wire::feed_item::Body::Event(wire::Event::default())),
        ..wire::FeedItem::default()
    };
    let received = hall.instant();
    hall.happen(FeedEvent::Item { item: Box::new(item), received });
    assert!(matches!(hall.state.notice(), Some(Notice::Astray(_))));
    hall.keys("r");
    assert_eq!(hall.call().1, Act::Resume, "the server knows better");
}

#[test]
fn leaving_asks_and_control_c_does_not() {
    let mut hall = Hall::small();
    hall.keys("qn");
    assert!(hall.effects.is_empty());
    hall.keys("qy");
    assert_eq!(std::mem::take(&mut hall.effects), [Effect::Quit]);
    hall.keys("D");
    hall.key(Key::Ctrl('c'));
    assert_eq!(hall.effects, [Effect::Quit]);
}

#[test]
fn panels_follow_their_keys_and_go_round() {
    let mut hall = Hall::small();
    hall.keys("3");
    assert_eq!(hall.state.front().panel(), Panel::Walls);
    for _ in 0..4 {
        hall.key(Key::Tab);
    }
    assert_eq!(hall.state.front().panel(), Panel::Lots);
    hall.key(Key::BackTab);
    assert_eq!(hall.state.front().panel(), Panel::HandOut);
}

#[test]
fn the_selection_stays_on_the_lots() {
    let mut hall = Hall::small();
    hall.key(Key::Up);
    assert_eq!(hall.state.front().selected_lot(), Some(P));
    hall.key(Key::End);
    hall.key(Key::PageDown);
    assert_eq!(hall.state.front().selected_lot(), Some(D));
}

#[test]
fn a_new_picture_is_wanted_once_a_second_and_not_more_often() {
    let mut hall = Hall::small();
    hall.open(1);
    let start = hall.instant();
    let mut tick = |millis| {
        let before = hall.state.revision();
        hall.happen(Input::Tick { now: start + Duration::from_millis(millis) });
        hall.state.revision() != before
    };
    assert_eq!([50, 100, 950, 1_000, 1_050, 2_100].map(&mut tick), [false, false, false, true, false, true]);
}

const fn certain(left: u64) -> TimeLeft {
    TimeLeft { left: Millis(left), is_guess: false }
}

#[test]
fn the_countdown_goes_by_the_servers_clock_and_stands_while_paused() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(30_000);
    assert_eq!(hall.state.front().time_left(), Some(certain(60_000)));
    hall.judge(Act::Pause { reason: "x".into() });
    hall.wait(20_000);
    assert_eq!(hall.state.front().time_left(), Some(certain(60_000)));
    hall.judge(Act::Resume);
    assert_eq!(hall.state.front().time_left(), Some(certain(60_000)));
}

#[test]
fn the_countdown_goes_on_as_a_guess_while_the_connection_is_lost() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(30_000);
    let since = hall.instant();
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code: tonic::Code::Unavailable }));
    hall.happen(Input::Tick { now: since + Duration::from_secs(20) });
    assert_eq!(hall.state.front().time_left(), Some(TimeLeft { left: Millis(40_000), is_guess: true }));
    assert!(hall.screen().contains("0:40?"), "{}", hall.screen());
}

#[test]
fn no_key_means_two_things_in_one_place() {
    assert_eq!(KEYMAP.clash(), None);
}

#[test]
fn every_line_of_the_keymap_has_words_in_both_languages() {
    for words in Lang::ALL.map(Words::new) {
        let labels = KEYMAP.iter().map(|binding| binding.label);
        for label in labels.chain(Context::ALL.map(|(_, label)| label)) {
            assert_ne!(words.label(label), label);
        }
    }
}

#[test]
fn no_screen_of_an_open_round_shows_what_is_sealed() {
    let mut hall = Hall::new(Lang::En, 200, 50);
    hall.open(1);
    hall.bids(A, &[(P, 777)]);
    hall.bids(A, &[(P, 888)]);
    for panel in ["1", "2", "3", "4", "5", "6"] {
        hall.keys(panel);
        let screen = hall.screen();
        assert!(!screen.contains("777") && !screen.contains("888"), "{screen}");
    }
}
