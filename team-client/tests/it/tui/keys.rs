//! What the keys do: a list is written, checked, asked about and sealed; so is a re-bid.

use ishigaki_client::team::SealRequest;
use ishigaki_client::{CallError, Connection, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_rules::{Act, RoundNo};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use team_client::tui::{CallResult, Dialog, Doubt, Effect, Event, KEYMAP, Key, Notice, Panel};

use super::fixture::{A, B, C, D, O, P, ScreenFixture};

/// A hall in which round 1 takes lists.
fn bidding() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

#[test]
fn a_list_is_written_and_sealed_by_keys_alone() {
    let mut fixture = bidding();
    fixture.shows("NO LIST IS SEALED");
    fixture.keys("42\n7\nb++");
    fixture.shows("THE DRAFT IS NOT SEALED");
    fixture.keys("s");
    fixture.shows("On its way");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42), (O, 9)]));
    fixture.shows("Sealed as revision 1");
}

#[test]
fn typed_sign_stays_in_the_price_and_cannot_be_submitted() {
    // From the lots, over a line that is there, over one that was just added, behind a digit, and in Japanese input.
    let typed = [
        ("-9", "-9"),
        (".5", ".5"),
        ("a-9", "-9"),
        ("50\nb-9", "-9"),
        ("50\nb－９", "－9"),
        ("50\nb−9", "−9"),
        ("50\nb.5", ".5"),
        ("9-", "9-"),
        ("9-5", "9-5"),
        ("9+5", "9+5"),
        ("50\nb9<5", "9<5"),
    ];
    for (keys, shown) in typed {
        let mut fixture = bidding();
        fixture.keys(keys);
        fixture.shows(&format!(" {shown} "));
        fixture.keys("\ns");
        assert!(fixture.call().is_none(), "{keys:?} is submitted");
        assert_eq!(fixture.state.notice(), Some(&Notice::Faulty), "{keys:?}");
    }
    // As a step and nothing else, it lowers the price.
    let mut fixture = bidding();
    fixture.keys("50\nb--\ns");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 48)]));
    let mut fixture = bidding();
    fixture.keys("50\nb-j9\ns");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 9)]), "another key lies between them");
}

#[test]
fn in_an_empty_list_the_keys_are_those_that_begin_one() {
    let mut fixture = bidding();
    fixture.keys("b");
    fixture.shows("Enter write its price");
    fixture.hides("price up");
    fixture.keys("j9\nk42\nb");
    fixture.shows("price up");
    fixture.keys("xx");
    fixture.hides("price up");
    fixture.keys("7s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(O, 7)]));
}

#[test]
fn what_is_sealed_is_what_was_typed_in_its_order() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.keys("j9");
    fixture.keys("K");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(D, 9), (P, 42)]));
    fixture.shows("✓ Sealed: revision 1, 2 bids");
    fixture.keys("bx");
    fixture.shows("DRAFT AND SEALED LIST DIFFER");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.shows("Sealed: revision 2, 1 bid.");
}

#[test]
fn every_rule_is_checked_while_it_is_typed_and_nothing_faulty_is_sent() {
    let mut fixture = bidding();
    fixture.keys("a4");
    fixture.shows("4 for P is below its minimum price of 5 (A2)");
    fixture.keys("2");
    fixture.hides("below its minimum");
    fixture.keys("000");
    fixture.shows("bids total 42,000 TSUYAMA; the team holds 1,060 (A2)");
    fixture.keys("s");
    assert_eq!(fixture.state.notice(), Some(&Notice::Faulty));
    assert!(fixture.call().is_none());
    fixture.keys("\u{1b}");
    fixture.keys("aa");
    fixture.shows("3 bids for P, of which 2 copies are left (A2)");
    fixture.keys("xjjaaa");
    fixture.shows("but the round allows 4 (A2)");
    fixture.keys("s");
    assert!(fixture.call().is_none());
}

#[test]
fn escape_brings_the_price_back() {
    let mut fixture = bidding();
    fixture.keys("a55\nk99\u{8}\u{1b}s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 55)]));
}

#[test]
fn an_unusual_list_is_asked_about_and_can_be_left() {
    let mut fixture = bidding();
    fixture.keys("a500a550s");
    let Some(Dialog::Seal { doubts }) = fixture.state.dialog() else { panic!("a question is open") };
    assert!(matches!(doubts[..], [Doubt::CheaperFirst { .. }, Doubt::NearlyAll { .. }]), "{doubts:?}");
    fixture.shows("it may cost 1,050 of the 1,060 TSUYAMA");
    fixture.keys("n");
    assert!(fixture.call().is_none() && fixture.state.dialog().is_none());
    fixture.keys("sy");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 500), (P, 550)]));
}

#[test]
fn price_within_twice_a_failed_raise_is_not_asked_about() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.raise(A, &[(1, 450)]);
    fixture.raise(B, &[(1, 450)]);
    fixture.confirm_all();
    fixture.open(2);
    fixture.wait(1_000);
    fixture.keys("lg\n900\ns");
    assert!(fixture.state.dialog().is_none(), "both teams had named 450 for O");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(O, 900)]));
}

#[test]
fn a_price_far_above_what_was_bid_before_is_asked_about() {
    let mut fixture = ScreenFixture::small();
    fixture.finish();
    fixture.open(2);
    fixture.wait(1_000);
    // D was bid for at 20.
    fixture.keys("lG\n41\ns");
    let Some(Dialog::Seal { doubts }) = fixture.state.dialog() else { panic!("a question is open") };
    assert!(matches!(doubts[..], [Doubt::FarAbove { .. }]), "{doubts:?}");
    fixture.keys("n40\ns");
    assert!(fixture.state.dialog().is_none(), "twice as much is not far above");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(D, 40)]));
}

#[test]
fn a_round_is_declined_after_a_question_and_the_draft_stays() {
    let mut fixture = bidding();
    fixture.keys("a9\nD");
    fixture.shows("Decline this round, with an empty list?");
    assert!(fixture.call().is_none());
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(Vec::new()));
    fixture.shows("DECLINED BY REVISION 1, and the draft is not sealed");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 9)]));
}

#[test]
fn an_empty_draft_is_sealed_as_a_decline_only() {
    let mut fixture = bidding();
    fixture.keys("s");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Decline));
}

#[test]
fn a_draft_survives_a_lost_connection_and_nothing_is_sent_without_one() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    let (since, code) = (fixture.instant(), tonic::Code::Unavailable);
    fixture.happen(FeedEvent::Connection(Connection::Lost { since, code }));
    fixture.keys("b+s");
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    assert!(fixture.call().is_none());
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 43)]));
}

#[test]
fn an_answer_that_got_lost_is_told_by_the_feed() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, request) = fixture.call().unwrap();
    let _ = fixture.judged(&request);
    let answer = CallResult::Sealed(Err(CallError::Unanswered { code: tonic::Code::Unavailable }));
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("the feed shows it: it is sealed as revision 1");
    fixture.shows("✓ Sealed: revision 1, 1 bid");
}

#[test]
fn a_draft_can_be_prepared_before_its_round() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("a42\ns");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow));
    fixture.open(1);
    fixture.shows("THE DRAFT IS NOT SEALED");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.wait(90_000);
    fixture.shows("Empty. Choose a lot");
}

#[test]
fn a_question_that_the_deadline_overtakes_closes_and_nothing_is_sent() {
    let mut fixture = bidding();
    fixture.keys("a500a550s");
    fixture.wait(90_000);
    assert!(fixture.state.dialog().is_none());
    fixture.keys("y");
    assert!(fixture.call().is_none());
}

#[test]
fn a_question_about_a_list_closes_when_a_re_bid_of_the_team_follows_at_once() {
    for asks in ["s", "D"] {
        let mut fixture = ScreenFixture::small();
        fixture.open(1);
        fixture.wait(10_000);
        fixture.bids(A, &[(O, 400)]);
        fixture.bids(B, &[(O, 400)]);
        fixture.keys("a300a350");
        fixture.keys(asks);
        assert!(fixture.state.dialog().is_some(), "{}", fixture.screen());
        fixture.wait(80_000);
        fixture.shows("YOU ARE TIED");
        assert_eq!(fixture.state.dialog(), None);
        fixture.keys("y");
        assert!(fixture.call().is_none(), "nobody has been asked about a pass");
    }
}

#[test]
fn sealing_without_a_price_passes_no_re_bid() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.keys("s");
    assert_eq!(fixture.state.notice(), Some(&Notice::NothingOffered));
    fixture.shows("Nothing is offered yet: name a price above the tied one, or pass (D).");
    let mut japanese = ScreenFixture::new(Lang::Ja, 80, 24);
    japanese.tie();
    japanese.keys("s");
    japanese.shows("まだ価格がありません。同額より高い価格を入力するか、D で見送ってください。");
    fixture.keys("y");
    assert!(fixture.call().is_none());
    fixture.keys("Dy");
    let Some((_, request)) = fixture.call() else { panic!("the pass is sent") };
    assert!(matches!(&request, SealRequest::Rebid(rebid) if rebid.raises.is_empty()));
}

#[test]
fn a_question_that_is_being_written_goes_on_when_a_re_bid_begins() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(10_000);
    fixture.bids(A, &[(O, 400)]);
    fixture.bids(B, &[(O, 400)]);
    fixture.keys("MaIs");
    fixture.wait(80_000);
    assert_eq!(fixture.state.panel(), Panel::Messages);
    fixture.keys(" yours dry?");
    fixture.shows("Is yours dry?");
    assert!(fixture.call().is_none() && fixture.state.dialog().is_none());
}

#[test]
fn a_list_that_comes_too_late_is_refused_with_the_reason() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, request) = fixture.call().unwrap();
    fixture.wait(89_500);
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("Refused:");
    assert!(fixture.state.notice().unwrap().is_bad());
}

#[test]
fn a_rebid_names_its_budget_and_is_sealed() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    assert_eq!(fixture.state.panel(), Panel::Sheet, "there is little time");
    fixture.shows("YOU ARE TIED AND NOTHING IS SEALED");
    // 1,060 less the line for D, which is live still: P at 100 has won.
    fixture.shows("You may name 940 TSUYAMA");
    fixture.shows("above 400, at most 940");
    fixture.keys("400");
    fixture.shows("400 for O is not above the tied price of 400 (A7)");
    fixture.keys("s");
    assert_eq!(fixture.state.notice(), Some(&Notice::Faulty));
    fixture.keys("941");
    fixture.shows("re-bids total 941 TSUYAMA; the team may name 940");
    fixture.keys("\n-s");
    let Some((ticket, request)) = fixture.call() else { panic!("the re-bid is sent") };
    assert!(matches!(&request, SealRequest::Rebid(rebid) if rebid.raises[0].price == 940));
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("Re-bid sealed: revision 1, 1 raise.");
    fixture.keys("-");
    fixture.shows("RE-BID AND SEALED RE-BID DIFFER");
    fixture.keys("Dy");
    fixture.serve();
    fixture.shows("Sealed: a pass.");
}

#[test]
fn a_list_whose_own_answer_comes_after_the_opening_is_not_taken_for_the_rebid() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(B, &[(O, 400)]);
    fixture.keys("/O 400\ns");
    let Some((ticket, request)) = fixture.call() else { panic!("the list is sent") };
    let answer = fixture.judged(&request);
    fixture.wait(89_000);
    fixture.shows("On its way");
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("YOU ARE TIED AND NOTHING IS SEALED");
    assert_eq!(fixture.state.notice(), None, "of what is sealed nothing is of this wave");
}

#[test]
fn who_is_not_tied_waits() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(B, &[(O, 40)]);
    fixture.bids(C, &[(O, 40)]);
    fixture.wait(89_000);
    fixture.shows("Others re-bid.");
    fixture.keys("s");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow));
}

#[test]
fn results_give_the_reason_of_every_line_of_every_team() {
    let mut fixture = ScreenFixture::new(Lang::En, 120, 40);
    fixture.finish();
    fixture.keys("v");
    fixture.shows("lost the re-bid to Bricklayers at 450 (A8)");
    fixture.shows("won at 100 (A5)");
    fixture.key(Key::Right);
    fixture.shows("won by re-bid at 450 (A8)");
}

#[test]
fn leaving_is_asked_about() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("q");
    fixture.shows("Leave? What is sealed stays sealed.");
    fixture.keys("n42\nq");
    fixture.shows("it stays on this computer and");
    assert!(fixture.effects.is_empty());
    fixture.keys("y");
    assert_eq!(fixture.effects, [Effect::Quit]);
}

#[test]
fn no_key_means_two_things_at_one_place() {
    assert_eq!(KEYMAP.clash(), None);
}

#[test]
fn all_keys_are_in_the_help() {
    for lang in Lang::ALL {
        let mut fixture = ScreenFixture::new(lang, 80, 24);
        fixture.keys("?");
        let mut pages = String::new();
        for _ in 0..9 {
            pages.push_str(&fixture.screen());
            fixture.key(Key::PageDown);
        }
        for binding in &KEYMAP {
            let row = format!("  {}  ", binding.names());
            assert!(pages.contains(row.trim_end()), "{row}: {pages}");
        }
    }
}

#[test]
fn the_pages_of_a_long_help_are_turned_to_the_end_and_back_and_no_key_goes_beyond() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("?");
    let start = fixture.screen();
    fixture.key(Key::PageDown);
    assert_ne!(fixture.screen(), start);
    fixture.key(Key::PageUp);
    assert_eq!(fixture.screen(), start);
    fixture.key(Key::End);
    let end = fixture.screen();
    assert!(start.contains("ingerprint") && end.contains("ingerprint"), "{end}");
    fixture.key(Key::PageDown);
    assert_eq!(fixture.screen(), end);
    fixture.key(Key::Up);
    assert_ne!(fixture.screen(), end);
    fixture.key(Key::Home);
    assert_eq!(fixture.screen(), start);
}

#[test]
fn what_others_bid_is_unseen_before_the_opening_and_known_after_it() {
    let mut fixture = bidding();
    fixture.bids(B, &[(D, 777)]);
    fixture.bids(A, &[(O, 5)]);
    for panel in ["l", "v", "o", "h"] {
        fixture.keys(panel);
        fixture.hides("777");
    }
    fixture.wait(90_000);
    fixture.keys("lG");
    fixture.shows("round 1: sold at 777");
}

#[test]
fn a_lot_whose_re_bid_is_open_is_not_called_unsold() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.keys("l");
    fixture.shows("tied at 400, the re-bid");
    fixture.shows("Lots: round 1 is not settled yet");
    fixture.hides("not sold");
    fixture.wait(30_000);
    fixture.shows("round 1: not sold; 2 bids");
    fixture.shows("Lots for round 2, not started yet");
}

#[test]
fn what_was_said_of_a_sealing_goes_with_its_window() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    fixture.serve();
    fixture.shows("Sealed as revision 1");
    fixture.bids(B, &[]);
    fixture.shows("Sealed as revision 1");
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "wind".into() });
    fixture.hides("Sealed as revision 1");
    fixture.open(1);
    fixture.keys("s");
    fixture.serve();
    fixture.shows("Sealed as revision 1");
    fixture.wait(90_000);
    fixture.hides("Sealed as revision 1");
}

#[test]
fn an_unsealed_draft_that_the_deadline_overtakes_does_not_go_in_silence() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.wait(90_000);
    fixture.shows("No list was sealed in round 1, so the team declined it (A4).");
    fixture.shows("What you write now is for the next round.");
    fixture.confirm_all();
    fixture.open(2);
    fixture.wait(1_000);
    fixture.keys("a42\ns");
    fixture.serve();
    fixture.keys("+");
    fixture.wait(90_000);
    fixture.hides("No list was sealed");
    fixture.shows("Wait for the chief judge.");
    fixture.hides("for the next round");
}

#[test]
fn after_the_last_round_the_keys_of_bidding_give_way_to_the_wall() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.shows("a add the lot");
    fixture.win(2, &[O]);
    fixture.shows("▶ Build. w shows the wall.");
    for panel in ["l", "b", "A", "v", "h"] {
        fixture.keys(panel);
        for key in [" s seal ", "D decline", "add the lot", "take what is sealed", "+ price up"] {
            fixture.hides(key);
        }
    }
    fixture.keys("w");
    fixture.hides("w shows the wall");
    fixture.shows("Enter lay");
    fixture.shows("W send wall");
    fixture.judge(Act::SignalEnd);
    fixture.wait(5_000);
    fixture.hides("Enter lay");
    fixture.hides("W send wall");
    fixture.hides("x takes it out");
    fixture.hides("p plans");
    fixture.shows("q leave");
    fixture.keys("x");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow));
    fixture.keys("b");
    fixture.hides("press a");
}

#[test]
fn a_screen_with_a_revoked_token_offers_no_sealing_and_is_left_at_once() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.shows(" s seal ");
    let fault = Fault::new(ErrorReason::TokenRevoked);
    fixture.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault))));
    fixture.hides(" s seal ");
    fixture.hides("D decline");
    fixture.keys("w");
    fixture.hides("W send wall");
    fixture.effects.clear();
    fixture.keys("q");
    assert_eq!(fixture.effects, [Effect::Quit]);
    assert!(fixture.state.dialog().is_none());
}

#[test]
fn the_foot_names_the_key_that_the_empty_draft_names() {
    for panel in ["l", "b"] {
        let mut fixture = bidding();
        fixture.keys(panel);
        fixture.shows("Empty. Choose a lot and type its price");
        fixture.shows("a add the lot");
    }
}
