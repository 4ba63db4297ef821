//! What keys lead to, and what answers do.

use ishigaki_client::Ticket;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use std::time::Duration;

use ishigaki_client::{Connection, TimeLeft};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::wire;
use ishigaki_rules::{Act, Actor, LotChoice, Millis, Phase, Rejection, RoundNo, Secret, SettlementDigest};
use ishigaki_words::{Lang, Words};
use judge_tui::console::{Context, Dialog, Effect, Event, KEYMAP, Notice, Panel};
use judge_tui::{ActOutcome, Key};

use crate::console::fixture::{A, B, C, ConsoleFixture, D, O, P};

#[test]
fn opening_a_round_names_the_round_and_asks_nothing() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("o");
    assert_eq!(fixture.call().1, Act::OpenRound { round: RoundNo(1) });
}

#[test]
fn an_impatient_key_sends_nothing_twice() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("oo");
    assert_eq!(fixture.effects.len(), 1);
    assert!(matches!(fixture.state.notice(), Some(Notice::OnItsWay(_))));
}

#[test]
fn confirming_is_possible_only_when_a_round_is_settled() {
    let mut fixture = ConsoleFixture::small();
    for phase in 0..3 {
        fixture.keys("cC");
        assert!(fixture.effects.is_empty() && fixture.state.dialog().is_none(), "{phase}");
        let Some(Notice::Refused(fault)) = fixture.state.notice() else {
            panic!("{:?}", fixture.state.notice());
        };
        assert_eq!(fault.reason, ErrorReason::WrongPhase);
        match phase {
            0 => fixture.open(1),
            1 => {
                fixture.bids(A, &[(P, 10)]);
                fixture.bids(B, &[(P, 10)]);
                fixture.wait(90_000);
            }
            _ => {}
        }
    }
}

#[test]
fn why_an_act_was_refused_is_told_until_the_next_phase_begins() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("c");
    fixture.wait(60_000);
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))), "nothing has changed");
    fixture.bids(A, &[(P, 10)]);
    fixture.wait(30_000);
    assert!(!matches!(fixture.state.notice(), Some(Notice::Refused(_))), "it was of the bidding");
}

#[test]
fn one_lot_is_confirmed_by_round_and_attempt_without_a_question() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.key(Key::Down);
    fixture.keys("c");
    let lots = LotChoice::One(O);
    let seen = fixture.state.game().unwrap().current_round().unwrap().digest();
    assert!(seen.is_some(), "the act names the settlement that is on the screen");
    assert_eq!(fixture.call().1, Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots, seen });
}

#[test]
fn a_confirmation_of_another_settlement_is_none_of_this_one() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("c");
    let (_, act) = fixture.call();
    let Act::ConfirmLots { round, attempt, lots, seen: Some(seen) } = act else { panic!("{act:?}") };
    let other = SettlementDigest(!seen.0);
    let outdated = Act::ConfirmLots { round, attempt, lots, seen: Some(other) };
    let refused = Err(Rejection::StaleSettlement { named: other, current: seen });
    assert_eq!(fixture.give(Actor::Judge, outdated), refused, "the console asks the same rules first");
}

#[test]
fn after_one_lot_the_next_unconfirmed_one_is_selected_round_and_round() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.key(Key::Down);
    fixture.keys("c");
    assert_eq!(fixture.state.front().selected_lot(), Some(O), "it is not confirmed yet");
    fixture.serve();
    assert_eq!(fixture.state.front().selected_lot(), Some(D));
    fixture.keys("c");
    fixture.serve();
    assert_eq!(fixture.state.front().selected_lot(), Some(P));
}

#[test]
fn the_selection_stays_where_the_judge_has_gone_meanwhile() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("c");
    fixture.key(Key::End);
    fixture.serve();
    assert_eq!(fixture.state.front().selected_lot(), Some(D));
}

#[test]
fn a_refused_confirmation_moves_nothing() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("c");
    let (ticket, _) = fixture.call();
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(Fault::new(ErrorReason::Busy)) });
    assert_eq!(fixture.state.front().selected_lot(), Some(P));
}

#[test]
fn the_confirmation_that_makes_a_round_final_is_asked_once() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("C");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    assert!(fixture.effects.is_empty());
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.game.phase(), Phase::Ready { next: RoundNo(2) });
    // So is the last single lot.
    fixture.open(2);
    fixture.wait(90_000);
    for _ in 0..fixture.game.current_round().unwrap().lots().count() - 1 {
        fixture.keys("c");
        fixture.serve();
    }
    fixture.keys("c");
    assert!(fixture.effects.is_empty());
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.game.phase(), Phase::Building);
}

#[test]
fn no_is_no() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    for no in [Key::Esc, Key::Char('n')] {
        fixture.keys("C");
        fixture.key(no);
        assert!(fixture.state.dialog().is_none() && fixture.effects.is_empty());
    }
}

#[test]
fn a_single_key_pauses_and_a_single_key_resumes() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("p");
    fixture.serve();
    assert!(fixture.game.paused_since().is_some());
    fixture.keys("r");
    fixture.serve();
    assert_eq!(fixture.game.paused_since(), None);
}

#[test]
fn a_pause_is_recorded_with_a_standard_reason_in_the_language_of_the_judge() {
    for (lang, reason) in [(Lang::En, "the chief judge's pause"), (Lang::Ja, "審判長による一時停止")]
    {
        let mut fixture = ConsoleFixture::new(lang, 80, 24);
        fixture.open(1);
        fixture.keys("p");
        assert_eq!(fixture.call().1, Act::Pause { reason: reason.into() });
    }
}

#[test]
fn a_reason_of_spaces_is_none_and_slips_can_be_erased() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("D\n  \n");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Reason { .. })));
    assert!(fixture.screen().contains("A reason is needed"), "{}", fixture.screen());
    fixture.keys("noise");
    fixture.key(Key::Backspace);
    fixture.keys("\nY");
    assert_eq!(fixture.call().1, Act::Disqualify { team: A, reason: "nois".into() });
}

#[test]
fn a_reason_that_is_as_long_as_may_be_says_so() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("D\n");
    fixture.happen(Input::Paste(Secret("x".repeat(199))));
    assert!(!fixture.screen().contains("of 200 characters"), "{}", fixture.screen());
    fixture.happen(Input::Paste(Secret("yz".to_owned())));
    assert!(fixture.screen().contains("200 of 200 characters"), "{}", fixture.screen());
    fixture.keys("\nY");
    assert_eq!(fixture.call().1, Act::Disqualify { team: A, reason: "x".repeat(199) + "y" });
}

#[test]
fn more_time_is_chosen_in_steps() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("e++");
    fixture.key(Key::Down);
    fixture.keys("\n");
    let reason = "the chief judge gives more time".to_owned();
    assert_eq!(fixture.call().1, Act::Extend { by: Millis(40_000), reason });
}

#[test]
fn voiding_a_round_takes_a_reason_and_the_deliberate_key() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("Vwrong lot\ny\n");
    assert!(fixture.effects.is_empty(), "neither y nor Enter is enough");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: true, .. })));
    fixture.keys("Y");
    fixture.serve();
    assert_eq!(fixture.game.phase(), Phase::Ready { next: RoundNo(1) });
}

#[test]
fn a_question_about_an_attempt_closes_when_the_attempt_is_gone() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("Vwrong lot\n");
    // Somebody else voids it and opens it again: Y would now void another attempt.
    fixture.judge(Act::VoidRound { attempt: None, round: RoundNo(1), reason: "x".into() });
    assert_eq!(fixture.state.notice(), Some(&Notice::MovedOn));
    fixture.open(1);
    fixture.keys("Y");
    assert!(fixture.effects.is_empty());
}

#[test]
fn a_question_stays_open_while_teams_seal() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("D\nnois");
    fixture.bids(A, &[(P, 10)]);
    fixture.keys("e\nY");
    assert_eq!(fixture.call().1, Act::Disqualify { team: A, reason: "noise".into() });
}

#[test]
fn a_team_is_chosen_to_be_disqualified_and_to_come_back() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("R");
    assert_eq!(fixture.state.notice(), Some(&Notice::NoTeam));
    fixture.keys("D");
    fixture.key(Key::Down);
    fixture.keys("\nphone\nY");
    let (ticket, act) = fixture.call();
    assert_eq!(act, Act::Disqualify { team: B, reason: "phone".into() });
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Done });
    fixture.judge(act);
    fixture.keys("R\nit was a watch\n");
    assert_eq!(fixture.call().1, Act::Reinstate { team: B, reason: "it was a watch".into() });
}

#[test]
fn a_janken_is_entered_best_first_and_then_the_result_declared() {
    let mut fixture = ConsoleFixture::small();
    for round in [1, 2] {
        fixture.open(round);
        fixture.wait(90_000);
        fixture.confirm_all();
    }
    fixture.keys("EY");
    fixture.serve();
    fixture.wait(5_000);
    fixture.keys("F");
    let Some(Notice::Refused(fault)) = fixture.state.notice() else {
        panic!("{:?}", fixture.state.notice());
    };
    assert_eq!(fault.reason, ErrorReason::JankenOpen);
    assert!(
        fixture.screen().contains("still to be held: 津山高専 = Bricklayers = C␛[2J"),
        "{}",
        fixture.screen()
    );
    fixture.keys("J");
    fixture.key(Key::Down);
    fixture.key(Key::Down);
    fixture.keys("\n");
    fixture.key(Key::Backspace);
    fixture.key(Key::Down);
    // B, then of A and C the second.
    fixture.keys("\n");
    fixture.key(Key::Down);
    fixture.keys("\ny");
    let (_, act) = fixture.call();
    assert_eq!(act, Act::EnterJanken { order: vec![B, C, A] });
    fixture.judge(act);
    fixture.keys("FY");
    fixture.serve();
    assert_eq!(fixture.game.phase(), Phase::Declared);
}

#[test]
fn abandoning_takes_a_reason_and_the_deliberate_key() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("Xfire\nY");
    assert_eq!(fixture.call().1, Act::Abandon { reason: "fire".into() });
}

#[test]
fn a_refusal_by_the_server_is_shown() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("o");
    let (ticket, _) = fixture.call();
    let fault = Fault::new(ErrorReason::Busy);
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Refused(fault.clone()) });
    assert_eq!(fixture.state.notice(), Some(&Notice::Refused(fault)));
    fixture.keys("o");
    assert_eq!(fixture.effects.len(), 1, "a refused act can be tried again");
}

#[test]
fn silence_says_that_the_act_may_be_done() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("o");
    let (ticket, act) = fixture.call();
    let code = tonic::Code::Unavailable;
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Silent { code } });
    assert_eq!(fixture.state.notice(), Some(&Notice::Silent { act: act.into(), code }));
    assert_eq!(fixture.state.front().pending().count(), 0);
}

#[test]
fn an_answer_that_nobody_waits_for_changes_nothing() {
    let mut fixture = ConsoleFixture::small();
    fixture.happen(Event::Answer { ticket: Ticket(7), answer: ActOutcome::Done });
    assert_eq!(fixture.state.notice(), None);
}

#[test]
fn without_a_connection_nothing_is_sent() {
    let mut fixture = ConsoleFixture::small();
    let since = fixture.instant();
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code: tonic::Code::Unavailable }));
    fixture.keys("o");
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.keys("o");
    assert_eq!(fixture.effects.len(), 1);
}

#[test]
fn keys_before_the_game_has_arrived_are_harmless() {
    let mut fixture = ConsoleFixture::dark(Lang::En, 80, 24);
    for binding in KEYMAP.iter().filter(|binding| binding.context == Context::Main) {
        for &key in binding.keys.iter().filter(|key| !matches!(key, Key::Ctrl('c' | 'l'))) {
            fixture.key(key);
            fixture.key(Key::Esc);
        }
    }
    assert!(fixture.effects.is_empty());
}

#[test]
fn a_feed_that_does_not_fit_is_shown_and_acts_still_go_out() {
    let mut fixture = ConsoleFixture::small();
    let item = wire::FeedItem {
        sequence: 9,
        body: Some(wire::feed_item::Body::Event(wire::Event::default())),
        ..wire::FeedItem::default()
    };
    let received = fixture.instant();
    fixture.happen(FeedEvent::Item { item: Box::new(item), received });
    assert!(matches!(fixture.state.notice(), Some(Notice::Astray(_))));
    fixture.keys("r");
    assert_eq!(fixture.call().1, Act::Resume, "the server knows better");
}

#[test]
fn leaving_asks_and_control_c_does_not() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("qn");
    assert!(fixture.effects.is_empty());
    fixture.keys("qy");
    assert_eq!(std::mem::take(&mut fixture.effects), [Effect::Quit]);
    fixture.keys("D");
    fixture.key(Key::Ctrl('c'));
    assert_eq!(fixture.effects, [Effect::Quit]);
}

#[test]
fn panels_follow_their_keys_and_go_round() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("3");
    assert_eq!(fixture.state.front().panel(), Panel::Walls);
    for _ in 0..4 {
        fixture.key(Key::Tab);
    }
    assert_eq!(fixture.state.front().panel(), Panel::Lots);
    fixture.key(Key::BackTab);
    assert_eq!(fixture.state.front().panel(), Panel::HandOut);
}

#[test]
fn the_selection_stays_on_the_lots() {
    let mut fixture = ConsoleFixture::small();
    fixture.key(Key::Up);
    assert_eq!(fixture.state.front().selected_lot(), Some(P));
    fixture.key(Key::End);
    fixture.key(Key::PageDown);
    assert_eq!(fixture.state.front().selected_lot(), Some(D));
}

#[test]
fn a_new_picture_is_wanted_once_a_second_and_not_more_often() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    let start = fixture.instant();
    let mut tick = |millis| {
        let before = fixture.state.revision();
        fixture.happen(Input::Tick { now: start + Duration::from_millis(millis) });
        fixture.state.revision() != before
    };
    assert_eq!([50, 100, 950, 1_000, 1_050, 2_100].map(&mut tick), [false, false, false, true, false, true]);
}

const fn certain(left: u64) -> TimeLeft {
    TimeLeft { left: Millis(left), is_guess: false }
}

#[test]
fn the_countdown_goes_by_the_servers_clock_and_stands_while_paused() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.wait(30_000);
    assert_eq!(fixture.state.front().time_left(), Some(certain(60_000)));
    fixture.judge(Act::Pause { reason: "x".into() });
    fixture.wait(20_000);
    assert_eq!(fixture.state.front().time_left(), Some(certain(60_000)));
    fixture.judge(Act::Resume);
    assert_eq!(fixture.state.front().time_left(), Some(certain(60_000)));
}

#[test]
fn the_countdown_goes_on_as_a_guess_while_the_connection_is_lost() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.wait(30_000);
    let since = fixture.instant();
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code: tonic::Code::Unavailable }));
    fixture.happen(Input::Tick { now: since + Duration::from_secs(20) });
    assert_eq!(fixture.state.front().time_left(), Some(TimeLeft { left: Millis(40_000), is_guess: true }));
    assert!(fixture.screen().contains("0:40?"), "{}", fixture.screen());
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
    let mut fixture = ConsoleFixture::new(Lang::En, 200, 50);
    fixture.open(1);
    fixture.bids(A, &[(P, 777)]);
    fixture.bids(A, &[(P, 888)]);
    for panel in ["1", "2", "3", "4", "5", "6"] {
        fixture.keys(panel);
        let screen = fixture.screen();
        assert!(!screen.contains("777") && !screen.contains("888"), "{screen}");
    }
}

#[test]
fn what_was_filled_in_is_cleared_by_one_key() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("/round");
    fixture.key(Key::Ctrl('u'));
    fixture.keys("bid");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Search { text: "bid".into() }));
}
