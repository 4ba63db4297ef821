//! Two laptops of one team agree: what the other one seals is seen, and a draft overwrites nothing unseen.

use ishigaki_client::receipts::MissingSealing;
use ishigaki_client::team::ReceiptComparison;
use ishigaki_rules::{Act, Actor, Revision, StoneId};
use team_client::tui::{Dialog, Doubt, Effect, Event, Notice, WallNotice, page_state};

use super::fixture::{A, O, P, ScreenFixture};

fn bidding() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

#[test]
fn a_screen_that_has_written_nothing_follows_the_other_laptop() {
    let mut fixture = bidding();
    fixture.bids(A, &[(P, 50)]);
    fixture.shows("✓ Sealed: revision 1, 1 bid");
    fixture.bids(A, &[(P, 50), (O, 9)]);
    fixture.shows("✓ Sealed: revision 2, 2 bids");
}

#[test]
fn a_draft_stays_as_it_is_and_replaces_the_other_list_only_after_a_question() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.bids(A, &[(O, 9)]);
    fixture.shows("REVISION 1 WAS SEALED ELSEWHERE");
    assert!(matches!(fixture.state.notice(), Some(Notice::Elsewhere { .. })));
    fixture.keys("s");
    let Some(Dialog::Seal { doubts }) = fixture.state.dialog() else { panic!("a question is open") };
    assert!(matches!(doubts[..], [Doubt::Elsewhere { .. }]));
    // While the question is open, the other laptop seals again: it is asked anew.
    fixture.bids(A, &[(O, 11)]);
    fixture.keys("y");
    assert!(fixture.call().is_none(), "revision 2 has not been asked about");
    fixture.shows("revision 2 was sealed by your other computer");
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.shows("✓ Sealed: revision 3, 1 bid");
}

#[test]
fn what_the_other_laptop_sealed_can_be_taken_into_the_draft() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.bids(A, &[(O, 9)]);
    fixture.keys("r");
    fixture.shows("Throw the draft away");
    fixture.keys("y");
    fixture.shows("✓ Sealed: revision 1, 1 bid");
    fixture.keys("b+s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(O, 10)]));
}

#[test]
fn a_list_that_crosses_another_one_on_its_way_is_refused_and_not_lost() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, request) = fixture.call().unwrap();
    fixture.bids(A, &[(O, 9)]);
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    assert_eq!(fixture.sealed(), Some(vec![(O, 9)]), "it named what it replaces");
    fixture.shows("the team has sealed since");
    fixture.shows("REVISION 1 WAS SEALED ELSEWHERE");
    fixture.shows("42");
}

#[test]
fn a_rebid_of_the_other_laptop_is_seen_as_well() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.raise(A, &[(1, 410)]);
    fixture.shows("Re-bid sealed: revision 1, 1 raise.");
    fixture.keys("+");
    fixture.raise(A, &[(1, 420)]);
    fixture.shows("REVISION 2 WAS SEALED ELSEWHERE");
}

#[test]
fn a_screen_that_starts_anew_shows_what_is_sealed() {
    let mut fixture = bidding();
    fixture.bids(A, &[(P, 50)]);
    fixture.keys("r");
    assert_eq!(fixture.state.notice(), Some(&Notice::Same), "the draft is what the feed has brought");
}

#[test]
fn notice_about_a_revision_ends_with_it() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    fixture.serve();
    assert_eq!(fixture.state.notice(), Some(&Notice::Sealed { revision: Revision(1), lines: 1 }));
    fixture.bids(A, &[(O, 9)]);
    assert_eq!(fixture.state.notice(), None, "revision 2 is what counts");
    fixture.keys("bs");
    assert_eq!(fixture.state.notice(), Some(&Notice::Same));
    fixture.bids(A, &[(O, 11)]);
    assert_eq!(fixture.state.notice(), None);
}

#[test]
fn notice_about_the_wall_ends_when_the_other_laptop_changes_it() {
    let mut fixture = ScreenFixture::small();
    fixture.finish();
    fixture.keys("w\nW");
    fixture.serve();
    assert!(matches!(fixture.state.notice(), Some(Notice::Wall(WallNotice::Built(_)))));
    let (lot, copy, ..) = fixture.laid()[0];
    let replaces = fixture.game.team(A).and_then(|team| team.wall);
    let act = Act::TakeOutStone { team: A, replaces, stone: StoneId { lot, copy } };
    fixture.give(Actor::Team(A), act).unwrap();
    assert!(!matches!(fixture.state.notice(), Some(Notice::Wall(WallNotice::Built(_)))));
}

/// A second list of round 1 that the server has lost.
fn lost() -> MissingSealing {
    MissingSealing {
        game: "heat-1".into(),
        round: 1,
        attempt: 1,
        wave: 0,
        counter: 2,
        revision: 2,
        held: 1,
        sealed_again: false,
    }
}

#[test]
fn no_success_is_shown_beside_a_lost_receipt() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    fixture.serve();
    assert!(matches!(fixture.state.notice(), Some(Notice::Sealed { .. })));
    fixture.shows("✓ Sealed: revision 1");
    let lost = lost();
    fixture
        .happen(Event::Compared { fed: 1, comparison: ReceiptComparison { held: 1, missing: vec![lost] } });
    fixture.shows("THE SERVER LOST WHAT YOU SUBMITTED");
    for success in ["✓ Sealed", "Sealed as revision 1"] {
        fixture.hides(success);
    }
    fixture.keys("b+s");
    fixture.serve();
    fixture.shows("Sealed as revision 2");
    fixture.hides("✓ Sealed");
    let now = fixture.instant();
    let page: serde_json::Value =
        serde_json::from_str(&page_state(&fixture.state, now, now).unwrap()).unwrap();
    let tones = [&page["notice"], &page["standing"], &page["wall"]["standing"]].map(|part| &part["tone"]);
    assert_eq!(tones, ["calm", "calm", "calm"]);
}

#[test]
fn lost_receipt_is_shown_also_after_resubmission() {
    let mut fixture = bidding();
    fixture.bids(A, &[(P, 50)]);
    let lost = lost();
    let comparison = |held| ReceiptComparison { held, missing: vec![lost.clone()] };
    fixture.happen(Event::Compared { fed: 1, comparison: comparison(1) });
    fixture.shows("THE SERVER LOST WHAT YOU SUBMITTED");
    fixture.keys("\u{1b}w");
    fixture.shows("THE SERVER LOST WHAT YOU SUBMITTED");
    fixture.shows("SUBMITTED LIST LOST");
    fixture.hides("✓ Sealed");
    fixture.bids(A, &[(P, 51)]);
    fixture.hides("THE SERVER LOST WHAT YOU SUBMITTED");
    fixture.shows("RECEIPT LOST: game heat-1, round 1. The server lost revision 2");
    fixture.shows("▶ Sealed: revision 2, 1 bid");
    let again = MissingSealing { counter: 2, sealed_again: true, ..lost.clone() };
    let again = ReceiptComparison { held: 2, missing: vec![again] };
    fixture.happen(Event::Compared { fed: 2, comparison: again });
    fixture.shows("RECEIPT LOST");
    // A server that holds less than this screen was shown: it begins anew.
    fixture.happen(Event::Compared { fed: 2, comparison: comparison(1) });
    assert!(
        fixture.effects.iter().any(|effect| matches!(effect, Effect::Enter { game } if game == "heat-1"))
    );
}
