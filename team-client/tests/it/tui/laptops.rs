//! Two laptops of one team: submissions of the other are seen, and a draft never overwrites them unseen.

use ishigaki_client::receipts::MissingSealing;
use ishigaki_client::team::ReceiptComparison;
use ishigaki_rules::Revision;
use team_client::tui::{Dialog, Doubt, Effect, Event, Notice, page_state};

use super::fixture::{A, O, P, ScreenFixture};

fn bidding() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

#[test]
fn unchanged_draft_follows_submissions_of_other_laptop() {
    let mut fixture = bidding();
    fixture.bids(A, &[(P, 50)]);
    fixture.shows("✓ Submitted 0:01: 1 bid, 50 TSUYAMA");
    fixture.bids(A, &[(P, 50), (O, 9)]);
    fixture.shows("✓ Submitted 0:01: 2 bids, 59 TSUYAMA");
}

#[test]
fn draft_replaces_another_list_only_after_a_question() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.bids(A, &[(O, 9)]);
    fixture.shows("REVISION 1 WAS SUBMITTED ELSEWHERE");
    assert!(matches!(fixture.state.notice(), Some(Notice::Elsewhere { .. })));
    fixture.keys("s");
    let Some(Dialog::Seal { doubts }) = fixture.state.dialog() else { panic!("a question is open") };
    assert!(matches!(doubts[..], [Doubt::Elsewhere { .. }]));
    // While the question is open, the other laptop submits again, so the question is repeated.
    fixture.bids(A, &[(O, 11)]);
    fixture.keys("y");
    assert!(fixture.call().is_none(), "revision 2 has not been asked about");
    fixture.shows("revision 2 came from your other computer");
    fixture.keys("y");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 42)]));
    fixture.shows("✓ Submitted 0:01: 1 bid, 42 TSUYAMA");
}

#[test]
fn list_of_other_laptop_can_replace_draft() {
    let mut fixture = bidding();
    fixture.keys("a42\n");
    fixture.bids(A, &[(O, 9)]);
    fixture.keys("r");
    fixture.shows("Use the submitted list and discard the draft");
    fixture.keys("y");
    fixture.shows("✓ Submitted 0:01: 1 bid, 9 TSUYAMA");
    fixture.keys("b+s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(O, 10)]));
}

#[test]
fn crossing_list_is_refused_and_not_lost() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    let (ticket, request) = fixture.call().unwrap();
    fixture.bids(A, &[(O, 9)]);
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    assert_eq!(fixture.sealed(), Some(vec![(O, 9)]), "it named what it replaces");
    fixture.shows("the team has submitted in the meantime");
    fixture.shows("REVISION 1 WAS SUBMITTED ELSEWHERE");
    fixture.shows("42");
}

#[test]
fn rebid_of_other_laptop_is_shown() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.raise(A, &[(1, 410)]);
    fixture.shows("✓ Re-bid submitted 1:30: 1 new price, 410 TSUYAMA");
    fixture.keys("+");
    fixture.raise(A, &[(1, 420)]);
    fixture.shows("REVISION 2 WAS SUBMITTED ELSEWHERE");
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
fn success_is_hidden_while_receipt_is_lost() {
    let mut fixture = bidding();
    fixture.keys("a42\ns");
    fixture.serve();
    assert!(matches!(fixture.state.notice(), Some(Notice::Sealed { .. })));
    fixture.shows("✓ Submitted 0:01");
    let lost = lost();
    fixture
        .happen(Event::Compared { fed: 1, comparison: ReceiptComparison { held: 1, missing: vec![lost] } });
    fixture.shows("THE SERVER LOST WHAT YOU SUBMITTED");
    for success in ["✓ Submitted", "Submitted as revision 1"] {
        fixture.hides(success);
    }
    fixture.keys("b+s");
    fixture.serve();
    fixture.shows("Submitted as revision 2");
    fixture.hides("✓ Submitted");
    let now = fixture.instant();
    let page: serde_json::Value =
        serde_json::from_str(&page_state(&fixture.state, now, now).unwrap()).unwrap();
    let tones = [&page["notice"], &page["mark"], &page["wall"]["standing"]].map(|part| &part["tone"]);
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
    fixture.hides("✓ Submitted");
    fixture.bids(A, &[(P, 51)]);
    fixture.hides("THE SERVER LOST WHAT YOU SUBMITTED");
    fixture.shows("SUBMISSION LOST: game heat-1, round 1. The server lost revision 2");
    fixture.shows("▶ Submitted 0:01: 1 bid");
    let again = MissingSealing { counter: 2, sealed_again: true, ..lost.clone() };
    let again = ReceiptComparison { held: 2, missing: vec![again] };
    fixture.happen(Event::Compared { fed: 2, comparison: again });
    fixture.shows("SUBMISSION LOST");
    // A server with less than this screen has seen: the screen starts again.
    fixture.happen(Event::Compared { fed: 2, comparison: comparison(1) });
    assert!(
        fixture.effects.iter().any(|effect| matches!(effect, Effect::Enter { game } if game == "heat-1"))
    );
}
