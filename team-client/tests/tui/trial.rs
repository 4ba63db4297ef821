//! What would have come of another price: shown at once, by the rules, and never sent.

use ishigaki_rules::{Act, RoundNo};
use team_client::tui::{Notice, Panel};

use crate::hall::Hall;

/// Round 1 is final: A has P for 100 and D for 20; B has got O for 450 in the re-bid.
fn finished() -> Hall {
    let mut hall = Hall::small();
    hall.finish();
    hall.keys("v");
    hall.effects.clear();
    hall
}

#[test]
fn one_more_for_the_tied_stone_would_have_won_it() {
    let mut hall = finished();
    hall.keys("i401");
    hall.shows("Round 1, bid 1: O for 401 instead of 400");
    hall.shows("It would have cost 501 TSUYAMA; it cost 120.");
    hall.shows("O: Bricklayers 450 -> 津山高専 401");
    hall.shows("D: 津山高専 20 -> nobody");
    assert!(hall.effects.is_empty(), "nothing is asked of anybody");
}

#[test]
fn less_for_another_line_would_have_lost_it_with_the_re_bids_as_they_were() {
    let mut hall = finished();
    hall.keys("ij4");
    hall.shows("bid");
    hall.keys("1");
    hall.shows("Round 1, bid 2: P for 41 instead of 100");
    hall.shows("It would have cost 20 TSUYAMA; it cost 120.");
    hall.shows("Re-bids taken as they were");
    hall.keys("\u{8}");
    hall.shows("4 for P is below its minimum price of 5 (A2)");
    hall.keys("\u{8}\u{8}100\n+");
    hall.shows("P for 101 instead of 100");
    hall.shows("It would have cost 121 TSUYAMA; it cost 120.");
}

#[test]
fn escape_leaves_and_so_does_another_panel() {
    let mut hall = finished();
    hall.keys("i41\u{1b}");
    hall.hides("It would have cost");
    hall.shows("costs 120 TSUYAMA in all");
    hall.keys("i41bv");
    hall.hides("It would have cost");
    assert_eq!(hall.state.panel(), Panel::Results);
}

#[test]
fn without_an_open_list_there_is_nothing_to_try() {
    let mut hall = Hall::small();
    hall.open(1);
    hall.keys("vi");
    assert_eq!(hall.state.notice(), Some(&Notice::NothingToTry));
}

#[test]
fn a_round_that_is_voided_meanwhile_is_left() {
    let mut hall = Hall::small();
    hall.tie();
    hall.keys("vi401");
    hall.shows("It would have cost 501 TSUYAMA");
    hall.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "wind".into() });
    hall.keys("v");
    hall.hides("It would have cost");
}
