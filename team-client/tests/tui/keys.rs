//! What the keys do: a list is written, checked, asked about and sealed; so is a re-bid.

use ishigaki_client::team::SealRequest;
use ishigaki_client::{CallError, Connection, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, RoundNo};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use team_client::tui::{Answer, Dialog, Doubt, Effect, Event, KEYMAP, Key, Notice, Panel};

use crate::hall::{A, B, C, D, Hall, O, P};

/// A hall in which round 1 takes lists.
fn bidding() -> Hall {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall
}

#[test]
fn a_list_is_written_and_sealed_by_keys_alone() {
    let mut hall = bidding();
    hall.shows("NO LIST IS SEALED");
    hall.keys("42\n7\nb++");
    hall.shows("THE DRAFT IS NOT SEALED");
    hall.keys("s");
    hall.shows("On its way");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 42), (O, 9)]));
    hall.shows("Sealed as revision 1");
}

#[test]
fn in_an_empty_list_the_keys_are_those_that_begin_one() {
    let mut hall = bidding();
    hall.keys("b");
    hall.shows("Enter write its price");
    hall.hides("price up");
    hall.keys("j9\nk42\nb");
    hall.shows("price up");
    hall.keys("xx");
    hall.hides("price up");
    hall.keys("7s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(O, 7)]));
}

#[test]
fn what_is_sealed_is_what_was_typed_in_its_order() {
    let mut hall = bidding();
    hall.keys("a42\n");
    hall.keys("j9");
    hall.keys("K");
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(D, 9), (P, 42)]));
    hall.shows("✓ Sealed: revision 1, 2 bids");
    hall.keys("bx");
    hall.shows("DRAFT AND SEALED LIST DIFFER");
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 42)]));
    hall.shows("Sealed: revision 2, 1 bid.");
}

#[test]
fn every_rule_is_checked_while_it_is_typed_and_nothing_faulty_is_sent() {
    let mut hall = bidding();
    hall.keys("a4");
    hall.shows("4 for P is below its minimum price of 5 (A2)");
    hall.keys("2");
    hall.hides("below its minimum");
    hall.keys("000");
    hall.shows("bids total 42,000 TSUYAMA; the team holds 1,060 (A2)");
    hall.keys("s");
    assert_eq!(hall.state.notice(), Some(&Notice::Faulty));
    assert!(hall.call().is_none());
    hall.keys("\u{1b}");
    hall.keys("aa");
    hall.shows("3 bids for P, of which 2 copies are left (A2)");
    hall.keys("xjjaaa");
    hall.shows("but the round allows 4 (A2)");
    hall.keys("s");
    assert!(hall.call().is_none());
}

#[test]
fn escape_brings_the_price_back() {
    let mut hall = bidding();
    hall.keys("a55\nk99\u{8}\u{1b}s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 55)]));
}

#[test]
fn an_unusual_list_is_asked_about_and_can_be_left() {
    let mut hall = bidding();
    hall.keys("a500a550s");
    let Some(Dialog::Seal { doubts }) = hall.state.dialog() else { panic!("a question is open") };
    assert!(matches!(doubts[..], [Doubt::CheaperFirst { .. }, Doubt::NearlyAll { .. }]), "{doubts:?}");
    hall.shows("it may cost 1,050 of the 1,060 TSUYAMA");
    hall.keys("n");
    assert!(hall.call().is_none() && hall.state.dialog().is_none());
    hall.keys("sy");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 500), (P, 550)]));
}

#[test]
fn a_price_far_above_what_was_bid_before_is_asked_about() {
    let mut hall = Hall::small();
    hall.finish();
    hall.open(2);
    hall.wait(1_000);
    // D was bid for at 20.
    hall.keys("lG\n41\ns");
    let Some(Dialog::Seal { doubts }) = hall.state.dialog() else { panic!("a question is open") };
    assert!(matches!(doubts[..], [Doubt::FarAbove { .. }]), "{doubts:?}");
    hall.keys("n40\ns");
    assert!(hall.state.dialog().is_none(), "twice as much is not far above");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(D, 40)]));
}

#[test]
fn a_round_is_declined_after_a_question_and_the_draft_stays() {
    let mut hall = bidding();
    hall.keys("a9\nD");
    hall.shows("Decline this round, with an empty list?");
    assert!(hall.call().is_none());
    hall.keys("y");
    hall.serve();
    assert_eq!(hall.sealed(), Some(Vec::new()));
    hall.shows("DECLINED BY REVISION 1, and the draft is not sealed");
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 9)]));
}

#[test]
fn an_empty_draft_is_sealed_as_a_decline_only() {
    let mut hall = bidding();
    hall.keys("s");
    assert_eq!(hall.state.dialog(), Some(&Dialog::Decline));
}

#[test]
fn a_draft_survives_a_lost_connection_and_nothing_is_sent_without_one() {
    let mut hall = bidding();
    hall.keys("a42\n");
    let (since, code) = (hall.instant(), tonic::Code::Unavailable);
    hall.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    hall.keys("b+s");
    assert_eq!(hall.state.notice(), Some(&Notice::Offline));
    assert!(hall.call().is_none());
    hall.happen(FeedEvent::Connection(Connection::CaughtUp));
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 43)]));
}

#[test]
fn an_answer_that_got_lost_is_told_by_the_feed() {
    let mut hall = bidding();
    hall.keys("a42\ns");
    let (ticket, request) = hall.call().unwrap();
    let _ = hall.judged(&request);
    let answer = Answer::Sealed(Err(CallError::Unanswered { code: tonic::Code::Unavailable }));
    hall.happen(Event::Answer { ticket, answer });
    hall.shows("the feed shows it: it is sealed as revision 1");
    hall.shows("✓ Sealed: revision 1, 1 bid");
}

#[test]
fn a_draft_can_be_prepared_before_its_round() {
    let mut hall = Hall::small();
    hall.keys("a42\ns");
    assert_eq!(hall.state.notice(), Some(&Notice::NotNow));
    hall.open(1);
    hall.shows("THE DRAFT IS NOT SEALED");
    hall.keys("s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 42)]));
    hall.wait(90_000);
    hall.shows("Empty. Choose a lot");
}

#[test]
fn a_question_that_the_deadline_overtakes_closes_and_nothing_is_sent() {
    let mut hall = bidding();
    hall.keys("a500a550s");
    hall.wait(90_000);
    assert!(hall.state.dialog().is_none());
    hall.keys("y");
    assert!(hall.call().is_none());
}

#[test]
fn a_list_that_comes_too_late_is_refused_with_the_reason() {
    let mut hall = bidding();
    hall.keys("a42\ns");
    let (ticket, request) = hall.call().unwrap();
    hall.wait(89_500);
    let answer = hall.judged(&request);
    hall.happen(Event::Answer { ticket, answer });
    hall.shows("Refused:");
    assert!(hall.state.notice().unwrap().is_bad());
}

#[test]
fn a_rebid_names_its_budget_and_is_sealed() {
    let mut hall = Hall::small();
    hall.tie();
    assert_eq!(hall.state.panel(), Panel::Sheet, "there is little time");
    hall.shows("YOU ARE TIED AND NOTHING IS SEALED");
    // 1,060 less the line for D, which is live still: P at 100 has won.
    hall.shows("You may name 940 TSUYAMA");
    hall.shows("above 400, at most 940");
    hall.keys("400");
    hall.shows("400 for O is not above the tied price of 400 (A7)");
    hall.keys("s");
    assert_eq!(hall.state.notice(), Some(&Notice::Faulty));
    hall.keys("941");
    hall.shows("re-bids total 941 TSUYAMA; the team may name 940");
    hall.keys("\n-s");
    let Some((ticket, request)) = hall.call() else { panic!("the re-bid is sent") };
    assert!(matches!(&request, SealRequest::Rebid(rebid) if rebid.raises[0].price == 940));
    let answer = hall.judged(&request);
    hall.happen(Event::Answer { ticket, answer });
    hall.shows("Re-bid sealed: revision 1, 1 raise.");
    hall.keys("-");
    hall.shows("RE-BID AND SEALED RE-BID DIFFER");
    hall.keys("Dy");
    hall.serve();
    hall.shows("Sealed: a pass.");
}

#[test]
fn who_is_not_tied_waits() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall.bids(B, &[(O, 40)]);
    hall.bids(C, &[(O, 40)]);
    hall.wait(89_000);
    hall.shows("Others re-bid.");
    hall.keys("s");
    assert_eq!(hall.state.notice(), Some(&Notice::NotNow));
}

#[test]
fn results_give_the_reason_of_every_line_of_every_team() {
    let mut hall = Hall::new(Lang::En, 120, 40);
    hall.finish();
    hall.keys("v");
    hall.shows("lost the re-bid to Bricklayers at 450 (A8)");
    hall.shows("won at 100 (A5)");
    hall.key(Key::Right);
    hall.shows("won by re-bid at 450 (A8)");
}

#[test]
fn leaving_is_asked_about() {
    let mut hall = Hall::small();
    hall.keys("q");
    hall.shows("Leave? What is sealed stays sealed.");
    hall.keys("n42\nq");
    hall.shows("it stays on this computer and");
    assert!(hall.effects.is_empty());
    hall.keys("y");
    assert_eq!(hall.effects, [Effect::Quit]);
}

#[test]
fn no_key_means_two_things_at_one_place() {
    assert_eq!(KEYMAP.clash(), None);
}

#[test]
fn all_keys_are_in_the_help() {
    for lang in Lang::ALL {
        let mut hall = Hall::new(lang, 80, 24);
        hall.keys("?");
        let mut pages = String::new();
        for _ in 0..9 {
            pages.push_str(&hall.screen());
            hall.key(Key::PageDown);
        }
        for binding in &KEYMAP {
            let row = format!("  {}  ", binding.names());
            assert!(pages.contains(row.trim_end()), "{row}: {pages}");
        }
    }
}

#[test]
fn the_pages_of_a_long_help_are_turned_to_the_end_and_back_and_no_key_goes_beyond() {
    let mut hall = Hall::small();
    hall.keys("?");
    let start = hall.screen();
    hall.key(Key::PageDown);
    assert_ne!(hall.screen(), start);
    hall.key(Key::PageUp);
    assert_eq!(hall.screen(), start);
    hall.key(Key::End);
    let end = hall.screen();
    assert!(start.contains("ingerprint") && end.contains("ingerprint"), "{end}");
    hall.key(Key::PageDown);
    assert_eq!(hall.screen(), end);
    hall.key(Key::Up);
    assert_ne!(hall.screen(), end);
    hall.key(Key::Home);
    assert_eq!(hall.screen(), start);
}

#[test]
fn what_others_bid_is_unseen_before_the_opening_and_known_after_it() {
    let mut hall = bidding();
    hall.bids(B, &[(D, 777)]);
    hall.bids(A, &[(O, 5)]);
    for panel in ["l", "v", "o", "h"] {
        hall.keys(panel);
        hall.hides("777");
    }
    hall.wait(90_000);
    hall.keys("lG");
    hall.shows("round 1: sold at 777");
}

#[test]
fn a_lot_whose_re_bid_is_open_is_not_called_unsold() {
    let mut hall = Hall::small();
    hall.tie();
    hall.keys("l");
    hall.shows("tied at 400, the re-bid");
    hall.shows("Lots: round 1 is not settled yet");
    hall.hides("not sold");
    hall.wait(30_000);
    hall.shows("round 1: not sold; 2 bids");
    hall.shows("Lots for round 2, not started yet");
}

#[test]
fn what_was_said_of_a_sealing_goes_with_its_window() {
    let mut hall = bidding();
    hall.keys("a42\ns");
    hall.serve();
    hall.shows("Sealed as revision 1");
    hall.bids(B, &[]);
    hall.shows("Sealed as revision 1");
    hall.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "wind".into() });
    hall.hides("Sealed as revision 1");
    hall.open(1);
    hall.keys("s");
    hall.serve();
    hall.shows("Sealed as revision 1");
    hall.wait(90_000);
    hall.hides("Sealed as revision 1");
}

#[test]
fn an_unsealed_draft_that_the_deadline_overtakes_does_not_go_in_silence() {
    let mut hall = bidding();
    hall.keys("a42\n");
    hall.wait(90_000);
    hall.shows("No list was sealed in round 1, so the team declined it (A4).");
    hall.shows("What you write now is for the next round.");
    hall.confirm_all();
    hall.open(2);
    hall.wait(1_000);
    hall.keys("a42\ns");
    hall.serve();
    hall.keys("+");
    hall.wait(90_000);
    hall.hides("No list was sealed");
    hall.shows("Wait for the chief judge.");
    hall.hides("for the next round");
}

#[test]
fn after_the_last_round_the_keys_of_bidding_give_way_to_the_wall() {
    let mut hall = Hall::small();
    hall.win(1, &[P]);
    hall.shows("a add the lot");
    hall.win(2, &[O]);
    hall.shows("▶ Build. w shows the wall.");
    for panel in ["l", "b", "A", "v", "h"] {
        hall.keys(panel);
        for key in [" s seal ", "D decline", "add the lot", "take what is sealed", "+ price up"] {
            hall.hides(key);
        }
    }
    hall.keys("w");
    hall.hides("w shows the wall");
    hall.shows("Enter lay");
    hall.shows("W send wall");
    hall.judge(Act::SignalEnd);
    hall.wait(5_000);
    hall.hides("Enter lay");
    hall.hides("W send wall");
    hall.hides("x takes it out");
    hall.hides("p plans");
    hall.shows("q leave");
    hall.keys("x");
    assert_eq!(hall.state.notice(), Some(&Notice::NotNow));
    hall.keys("b");
    hall.hides("press a");
}

#[test]
fn a_screen_with_a_revoked_token_offers_no_sealing_and_is_left_at_once() {
    let mut hall = bidding();
    hall.keys("a42\n");
    hall.shows(" s seal ");
    let fault = Fault::new(ErrorReason::TokenRevoked);
    hall.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault))));
    hall.hides(" s seal ");
    hall.hides("D decline");
    hall.keys("w");
    hall.hides("W send wall");
    hall.effects.clear();
    hall.keys("q");
    assert_eq!(hall.effects, [Effect::Quit]);
    assert!(hall.state.dialog().is_none());
}

#[test]
fn the_foot_names_the_key_that_the_empty_draft_names() {
    for panel in ["l", "b"] {
        let mut hall = bidding();
        hall.keys(panel);
        hall.shows("Empty. Choose a lot and type its price");
        hall.shows("a add the lot");
    }
}
