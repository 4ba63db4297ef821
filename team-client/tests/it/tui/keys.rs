//! Effects of keys: a list is written, checked, confirmed and submitted; so is a re-bid.

use ishigaki_client::team::SealRequest;
use ishigaki_client::{Connection, FeedError};
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_screen::FeedEvent;
use ishigaki_words::Lang;
use team_client::tui::{Dialog, Doubt, Effect, Event, KEYMAP, Key, Notice, Panel, WallNotice};

use super::fixture::{A, B, C, D, O, P, ScreenFixture};

fn bidding() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

#[test]
fn submitted_list_matches_typed_bids_and_order() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.keys("j9");
    fixture.keys("K");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(D, 9), (P, 42)]));
    fixture.shows("✓ Submitted 0:01: 2 bids, 51 TSUYAMA");
    fixture.keys("bx");
    fixture.shows("▶ 1 change since you submitted at 0:01. s submits, r reverts.");
    fixture.shows(" s submit changes   a add lot   r revert ");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.shows("✓ Submitted 0:01: 1 bid, 42 TSUYAMA");
    fixture.shows("Submitted, revision 2");
}

#[test]
fn list_changes_can_be_undone_and_redone() {
    let mut fixture = bidding();
    fixture.keys("a42\na9\ns");
    fixture.serve();
    fixture.keys("bg6\njx");
    fixture.shows("2 changes since you submitted");
    fixture.keys("u");
    fixture.shows("1 change since you submitted");
    fixture.keys("u");
    fixture.shows("✓ Submitted");
    fixture.keys("Us");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 6), (O, 9)]));
    fixture.keys("U");
    assert_eq!(fixture.state.notice(), None);
    fixture.keys("U");
    assert_eq!(fixture.state.notice(), Some(&Notice::Wall(WallNotice::NoChange)));
    // In the lots as well.
    fixture.keys("luuuu");
    fixture.shows("0 of 4 bids");
    fixture.keys("UUs");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42), (O, 9)]));
}

#[test]
fn full_width_keys_act_like_half_width_keys() {
    let mut fixture = bidding();
    fixture.keys("ａ４２\nｊ９\nｂＫｓ");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(D, 9), (P, 42)]));
    fixture.keys("＋ｕ");
    fixture.shows("✓ Submitted 0:01: 2 bids, 51 TSUYAMA");
    fixture.keys("？");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Help { .. })));
    fixture.keys("？ｏ");
    assert_eq!(fixture.state.panel(), Panel::Rivals);
    fixture.keys("／Ｏ　７\n");
    assert_eq!(fixture.state.panel(), Panel::Lots);
    fixture.keys("ｓ");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(D, 9), (P, 42), (O, 7)]));
    // A question keeps what is typed.
    fixture.keys("Ｍａ１？　ｂ");
    fixture.shows("１？　ｂ");
}

#[test]
fn rules_are_checked_while_typing_and_faults_block_submit() {
    let mut fixture = bidding();
    fixture.keys("a4");
    fixture.shows("4 for P is below the minimum price of 5 (A2)");
    fixture.keys("2");
    fixture.hides("is below the minimum");
    fixture.keys("000");
    fixture.shows("bids total 42,000 TSUYAMA, but the team has 1,060 (A2)");
    fixture.keys("s");
    assert_eq!(fixture.state.notice(), Some(&Notice::Faulty));
    assert!(fixture.call().is_none());
    fixture.keys("\u{1b}");
    fixture.keys("aa");
    fixture.shows("3 bids for P, but only 2 copies are left (A2)");
    fixture.keys("xjjaaa");
    fixture.shows("but the round allows 4 (A2)");
    fixture.keys("s");
    assert!(fixture.call().is_none());
}

#[test]
fn unusual_list_needs_confirmation_and_can_be_cancelled() {
    let mut fixture = bidding();
    fixture.keys("a500a550s");
    let Some(Dialog::Seal { doubts }) = fixture.state.dialog() else { panic!("a question is open") };
    let far = |doubt: &&Doubt| matches!(doubt, Doubt::FarAboveMin { .. });
    assert_eq!(doubts.iter().filter(far).count(), 2, "{doubts:?}");
    let rest: Vec<&Doubt> = doubts.iter().filter(|doubt| !far(doubt)).collect();
    assert!(matches!(rest[..], [Doubt::CheaperFirst { .. }, Doubt::NearlyAll { .. }]), "{doubts:?}");
    fixture.shows("this list may cost 1,050 of your 1,060 TSUYAMA");
    fixture.keys("n");
    assert!(fixture.call().is_none() && fixture.state.dialog().is_none());
    fixture.keys("sy");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 500), (P, 550)]));
}

#[test]
fn first_price_far_above_minimum_needs_confirmation() {
    // The minimum is 4, and there are 265 for each stone.
    for (price, asks) in [(265, false), (266, true)] {
        let mut fixture = bidding();
        fixture.keys(&format!("/O {price}\ns"));
        assert_eq!(fixture.state.dialog().is_some(), asks, "{price}");
    }
}

#[test]
fn price_within_twice_failed_raise_needs_no_confirmation() {
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
fn price_far_above_past_bids_needs_confirmation() {
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
fn confirmed_price_needs_no_second_confirmation() {
    let mut fixture = bidding();
    fixture.keys("a500\nsy");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 500)]));
    // Another line changes the list.
    fixture.keys("a6\ns");
    assert!(fixture.state.dialog().is_none());
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 500), (O, 6)]));
    fixture.keys("bg501\ns");
    assert!(matches!(fixture.state.dialog(), Some(Dialog::Seal { .. })), "a new price is asked about");
}

#[test]
fn declining_round_needs_confirmation_and_keeps_draft() {
    let mut fixture = bidding();
    fixture.keys("a9\nD");
    fixture.shows("Decline this round with an empty list? The");
    assert!(fixture.call().is_none());
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(Vec::new()));
    fixture.shows("You declined at 0:01, but the draft has bids. s submits them.");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 9)]));
}

#[test]
fn submitting_empty_draft_asks_to_decline() {
    let mut fixture = bidding();
    fixture.keys("s");
    assert_eq!(fixture.state.dialog(), Some(&Dialog::Decline));
}

#[test]
fn draft_survives_a_lost_connection_and_is_not_sent() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.cut();
    fixture.keys("b+s");
    assert_eq!(fixture.state.notice(), Some(&Notice::Offline));
    assert!(fixture.call().is_none());
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 43)]));
}

#[test]
fn draft_prepared_before_round_can_be_submitted_in_it() {
    let mut fixture = ScreenFixture::small();
    fixture.keys("a42\ns");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow));
    fixture.open(1);
    fixture.shows("NOT SUBMITTED: 1 bid in the draft. s submits.");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.wait(90_000);
    fixture.shows("Empty. Select a lot");
}

#[test]
fn question_overtaken_by_the_deadline_closes() {
    let mut fixture = bidding();
    fixture.keys("a500a550s");
    fixture.wait(90_000);
    assert!(fixture.state.dialog().is_none());
    fixture.keys("y");
    assert!(fixture.call().is_none());
}

#[test]
fn question_about_a_list_closes_when_a_rebid_follows() {
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
    fixture.shows("No new price yet. Enter one above the tied price, or pass (D).");
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
fn question_being_written_continues_when_a_rebid_begins() {
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
fn late_list_is_rejected_with_reason() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, request) = fixture.call().unwrap();
    fixture.wait(89_500);
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("Rejected:");
    assert!(fixture.state.notice().unwrap().is_bad());
}

#[test]
fn rebid_shows_budget_and_is_submitted() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    assert_eq!(fixture.state.panel(), Panel::Sheet, "there is little time");
    fixture.shows("YOU ARE TIED. Not submitted: raise your price");
    // 1,060 less the line for D, which is live still: P at 100 has won.
    fixture.shows("of at most 940 TSUYAMA");
    fixture.shows("above 400, at most 940");
    fixture.keys("400");
    fixture.shows("400 for O is not above the tied price of 400 (A7)");
    fixture.keys("s");
    assert_eq!(fixture.state.notice(), Some(&Notice::Faulty));
    fixture.keys("941");
    fixture.shows("re-bids total 941 TSUYAMA; the maximum for this re-bid is 940");
    fixture.keys("\n-s");
    let Some((ticket, request)) = fixture.call() else { panic!("the re-bid is sent") };
    assert!(matches!(&request, SealRequest::Rebid(rebid) if rebid.raises[0].price == 940));
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("✓ Re-bid submitted 1:30: 1 new price, 940 TSUYAMA");
    fixture.keys("-");
    fixture.shows("▶ 1 change since your re-bid at 1:30. s submits, r reverts.");
    fixture.keys("Dy");
    fixture.serve();
    fixture.shows("Submitted: pass.");
}

#[test]
fn late_answer_to_a_list_is_not_taken_for_the_rebid() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(B, &[(O, 400)]);
    fixture.keys("/O 400\nsy");
    let Some((ticket, request)) = fixture.call() else { panic!("the list is sent") };
    let answer = fixture.judged(&request);
    fixture.wait(89_000);
    fixture.shows("Sending…");
    fixture.happen(Event::Answer { ticket, answer });
    fixture.shows("YOU ARE TIED. Not submitted: raise your price");
    assert_eq!(fixture.state.notice(), None, "of what is sealed nothing is of this wave");
}

#[test]
fn untied_team_waits_during_rebid() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture.bids(B, &[(O, 40)]);
    fixture.bids(C, &[(O, 40)]);
    fixture.wait(89_000);
    fixture.shows("Other teams are re-bidding.");
    fixture.keys("s");
    assert_eq!(fixture.state.notice(), Some(&Notice::NotNow));
}

#[test]
fn keymap_has_no_clashes() {
    assert_eq!(KEYMAP.clash(), None);
}

#[test]
fn help_lists_all_keys() {
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
fn bids_of_others_are_unseen_before_the_opening() {
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
fn unsubmitted_draft_at_deadline_is_reported() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.wait(90_000);
    fixture.shows("No list was submitted in round 1, so your team declined (A4).");
    fixture.shows("Waiting for the chief judge. You can prepare");
    fixture.confirm_all();
    fixture.open(2);
    fixture.wait(1_000);
    fixture.keys("a42\ns");
    fixture.serve();
    fixture.keys("+");
    fixture.wait(90_000);
    fixture.hides("NOT SUBMITTED");
    fixture.shows("Waiting for the chief judge.");
    fixture.hides("prepare the next round");
}

#[test]
fn revoked_token_offers_no_sealing_and_leaves_at_once() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.shows(" s submit ");
    let fault = Fault::new(ErrorReason::TokenRevoked);
    fixture.happen(FeedEvent::Closed(FeedError::Refused(Box::new(fault))));
    fixture.hides(" s submit ");
    fixture.hides("D decline");
    fixture.keys("w");
    fixture.hides("W save wall");
    fixture.effects.clear();
    fixture.keys("q");
    assert_eq!(fixture.effects, [Effect::Quit]);
    assert!(fixture.state.dialog().is_none());
}
