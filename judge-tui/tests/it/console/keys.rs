//! Effects of keys and of answers.

use ishigaki_client::Ticket;
use ishigaki_screen::FeedEvent;
use ishigaki_screen::terminal::Input;
use std::time::Duration;

use ishigaki_client::Connection;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::wire;
use ishigaki_rules::{Act, LotChoice, Millis, Phase, RoundNo};
use ishigaki_words::{Lang, Words};
use judge_tui::console::{Context, Dialog, Effect, Event, KEYMAP, Notice};
use judge_tui::{ActOutcome, Key};

use crate::console::fixture::{A, B, C, ConsoleFixture, D, O, P};

#[test]
fn repeated_key_sends_act_once() {
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
        assert_eq!(fixture.refusal(), Some(ErrorReason::WrongPhase));
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
fn rejection_is_shown_until_next_phase() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("c");
    fixture.wait(60_000);
    assert!(matches!(fixture.state.notice(), Some(Notice::Refused(_))), "nothing changed");
    fixture.bids(A, &[(P, 10)]);
    fixture.wait(30_000);
    assert!(!matches!(fixture.state.notice(), Some(Notice::Refused(_))), "it was of the bidding");
}

#[test]
fn single_lot_is_confirmed_without_dialog() {
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
fn next_unconfirmed_lot_is_selected_after_a_confirmation() {
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
fn selection_stays_where_judge_moved_it() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("c");
    fixture.key(Key::End);
    fixture.serve();
    assert_eq!(fixture.state.front().selected_lot(), Some(D));
}

#[test]
fn last_confirmation_of_round_needs_plain_yes() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    fixture.keys("C");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Ask { grave: false, .. })));
    assert!(fixture.effects.is_empty());
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.game.phase(), Phase::Ready { next: RoundNo(2) });
    // The last single lot, too.
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
fn confirmation_is_cancelled_by_n_or_escape() {
    let mut fixture = ConsoleFixture::small();
    fixture.settle();
    for no in [Key::Esc, Key::Char('n')] {
        fixture.keys("C");
        fixture.key(no);
        assert!(fixture.state.dialog().is_none() && fixture.effects.is_empty());
    }
}

#[test]
fn single_key_pauses_and_resumes() {
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
fn pause_is_recorded_with_a_standard_reason() {
    for (lang, reason) in [(Lang::En, "paused by the chief judge"), (Lang::Ja, "審判長による一時停止")]
    {
        let mut fixture = ConsoleFixture::new(lang, 80, 24);
        fixture.open(1);
        fixture.keys("p");
        assert_eq!(fixture.call().1, Act::Pause { reason: reason.into() });
    }
}

#[test]
fn blank_reason_is_rejected_and_text_can_be_erased() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("D\n  \n");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Reason { .. })));
    fixture.shows("Enter a reason, or");
    fixture.keys("noise");
    fixture.key(Key::Backspace);
    fixture.keys("\nY");
    assert_eq!(fixture.call().1, Act::Disqualify { team: A, reason: "nois".into() });
}

#[test]
fn more_time_is_chosen_in_steps() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("e++");
    fixture.key(Key::Down);
    fixture.keys("\n");
    let reason = "extended by the chief judge".to_owned();
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
fn dialog_about_attempt_closes_when_attempt_is_voided() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("Vwrong lot\n");
    // Another judge voids it and opens it again: Y would now void another attempt.
    fixture.judge(Act::VoidRound { attempt: None, round: RoundNo(1), reason: "x".into() });
    assert_eq!(fixture.state.notice(), Some(&Notice::MovedOn));
    fixture.open(1);
    fixture.keys("Y");
    assert!(fixture.effects.is_empty());
}

#[test]
fn dialog_stays_open_while_teams_submit() {
    let mut fixture = ConsoleFixture::small();
    fixture.open(1);
    fixture.keys("D\nnois");
    fixture.bids(A, &[(P, 10)]);
    fixture.keys("e\nY");
    assert_eq!(fixture.call().1, Act::Disqualify { team: A, reason: "noise".into() });
}

#[test]
fn chosen_team_is_disqualified_and_reinstated() {
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
fn janken_is_entered_before_result_is_declared() {
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
    assert_eq!(fixture.refusal(), Some(ErrorReason::JankenOpen));
    fixture.shows("janken needed: 津山高専 = Bricklayers = C␛[2J");
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
fn unanswered_act_is_reported_as_possibly_done() {
    let mut fixture = ConsoleFixture::small();
    fixture.keys("o");
    let (ticket, act) = fixture.call();
    let code = tonic::Code::Unavailable;
    fixture.happen(Event::Answer { ticket, answer: ActOutcome::Silent { code } });
    assert_eq!(fixture.state.notice(), Some(&Notice::Silent { act: act.into(), code }));
    assert_eq!(fixture.state.front().pending().count(), 0);
}

#[test]
fn unexpected_answer_changes_nothing() {
    let mut fixture = ConsoleFixture::small();
    fixture.happen(Event::Answer { ticket: Ticket(7), answer: ActOutcome::Done });
    assert_eq!(fixture.state.notice(), None);
}

#[test]
fn acts_are_not_sent_while_offline() {
    let mut fixture = ConsoleFixture::small();
    fixture.cut();
    fixture.keys("o");
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    fixture.happen(FeedEvent::Connection(Connection::Connected));
    fixture.keys("o");
    assert_eq!(fixture.effects.len(), 1);
}

#[test]
fn keys_before_the_game_has_arrived_are_harmless() {
    let mut fixture = ConsoleFixture::disconnected(Lang::En, 80, 24);
    for binding in KEYMAP.iter().filter(|binding| binding.context == Context::Main) {
        for &key in binding.keys.iter().filter(|key| !matches!(key, Key::Ctrl('c' | 'l'))) {
            fixture.key(key);
            fixture.key(Key::Esc);
        }
    }
    assert!(fixture.effects.is_empty());
}

#[test]
fn feed_gap_is_shown_and_acts_are_still_sent() {
    let mut fixture = ConsoleFixture::small();
    let item = wire::FeedItem {
        sequence: 9,
        body: Some(wire::feed_item::Body::Event(wire::Event::default())),
        ..wire::FeedItem::default()
    };
    let received = fixture.instant();
    fixture.happen(FeedEvent::Item { item: Box::new(item), received });
    assert!(matches!(fixture.state.notice(), Some(Notice::Inconsistent(_))));
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
fn screen_is_redrawn_once_per_second() {
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

#[test]
fn keys_have_one_meaning_per_context() {
    assert_eq!(KEYMAP.clash(), None);
}

#[test]
fn key_bindings_have_labels_in_both_languages() {
    for words in Lang::ALL.map(Words::new) {
        let labels = KEYMAP.iter().map(|binding| binding.label);
        for label in labels.chain(Context::ALL.map(|(_, label)| label)) {
            assert_ne!(words.label(label), label);
        }
    }
}

#[test]
fn panels_of_open_round_hide_sealed_bids() {
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
