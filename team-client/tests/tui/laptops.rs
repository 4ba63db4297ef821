//! Two laptops of one team agree: what the other one seals is seen, and a draft overwrites nothing unseen.

use team_client::tui::{Dialog, Doubt, Event, Notice};

use crate::hall::{A, Hall, O, P};

fn bidding() -> Hall {
    let mut hall = Hall::small();
    hall.open(1);
    hall.wait(1_000);
    hall
}

#[test]
fn a_screen_that_has_written_nothing_follows_the_other_laptop() {
    let mut hall = bidding();
    hall.bids(A, &[(P, 50)]);
    hall.shows("✓ Sealed: revision 1, 1 bid");
    hall.bids(A, &[(P, 50), (O, 9)]);
    hall.shows("✓ Sealed: revision 2, 2 bids");
}

#[test]
fn a_draft_stays_as_it_is_and_replaces_the_other_list_only_after_a_question() {
    let mut hall = bidding();
    hall.keys("a42\n");
    hall.bids(A, &[(O, 9)]);
    hall.shows("YOUR OTHER COMPUTER SEALED REVISION 1");
    assert!(matches!(hall.state.notice(), Some(Notice::Elsewhere { .. })));
    hall.keys("s");
    let Some(Dialog::Seal { doubts }) = hall.state.dialog() else { panic!("a question is open") };
    assert!(matches!(doubts[..], [Doubt::Elsewhere { .. }]));
    // While the question is open, the other laptop seals again: it is asked anew.
    hall.bids(A, &[(O, 11)]);
    hall.keys("y");
    assert!(hall.call().is_none(), "revision 2 has not been asked about");
    hall.shows("revision 2 was sealed by your other computer");
    hall.keys("y");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(P, 42)]));
    hall.shows("✓ Sealed: revision 3, 1 bid");
}

#[test]
fn what_the_other_laptop_sealed_can_be_taken_into_the_draft() {
    let mut hall = bidding();
    hall.keys("a42\n");
    hall.bids(A, &[(O, 9)]);
    hall.keys("r");
    hall.shows("Throw the draft away");
    hall.keys("y");
    hall.shows("✓ Sealed: revision 1, 1 bid");
    hall.keys("b+s");
    hall.serve();
    assert_eq!(hall.sealed(), Some(vec![(O, 10)]));
}

#[test]
fn a_list_that_crosses_another_one_on_its_way_is_refused_and_not_lost() {
    let mut hall = bidding();
    hall.keys("a42\ns");
    let (ticket, request) = hall.call().unwrap();
    hall.bids(A, &[(O, 9)]);
    let answer = hall.judged(&request);
    hall.happen(Event::Answer { ticket, answer });
    assert_eq!(hall.sealed(), Some(vec![(O, 9)]), "it named what it replaces");
    hall.shows("the team has sealed since");
    hall.shows("YOUR OTHER COMPUTER SEALED REVISION 1");
    hall.shows("42");
}

#[test]
fn a_rebid_of_the_other_laptop_is_seen_as_well() {
    let mut hall = Hall::small();
    hall.tie();
    hall.raise(A, &[(1, 410)]);
    hall.shows("Re-bid sealed: revision 1, 1 raise.");
    hall.keys("+");
    hall.raise(A, &[(1, 420)]);
    hall.shows("YOUR OTHER COMPUTER SEALED REVISION 2");
}

#[test]
fn a_screen_that_starts_anew_shows_what_is_sealed() {
    let mut hall = bidding();
    hall.bids(A, &[(P, 50)]);
    hall.keys("r");
    assert_eq!(hall.state.notice(), Some(&Notice::Same), "the draft is what the feed has brought");
}
