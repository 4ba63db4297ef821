//! What would have come of another price: shown at once, by the rules, and never sent.

use ishigaki_rules::{Act, RoundNo};
use team_client::tui::{Notice, Panel};

use super::fixture::ScreenFixture;

/// Round 1 is final: A has P for 100 and D for 20; B has got O for 450 in the re-bid.
fn finished() -> ScreenFixture {
    let mut fixture = ScreenFixture::small();
    fixture.finish();
    fixture.keys("v");
    fixture.effects.clear();
    fixture
}

#[test]
fn one_more_for_the_tied_stone_would_have_won_it() {
    let mut fixture = finished();
    fixture.keys("i401");
    fixture.shows("Round 1, bid 1: O for 401 instead of 400");
    fixture.shows("It would have cost 501 TSUYAMA; it cost 120.");
    fixture.shows("O: Bricklayers 450 -> 津山高専 401");
    fixture.shows("D: 津山高専 20 -> nobody");
    assert!(fixture.effects.is_empty(), "nothing is asked of anybody");
}

#[test]
fn less_for_another_line_would_have_lost_it_with_the_re_bids_as_they_were() {
    let mut fixture = finished();
    fixture.keys("ij4");
    fixture.shows("bid");
    fixture.keys("1");
    fixture.shows("Round 1, bid 2: P for 41 instead of 100");
    fixture.shows("It would have cost 20 TSUYAMA; it cost 120.");
    fixture.shows("Re-bids taken as they were");
    fixture.keys("\u{8}");
    fixture.shows("4 for P is below its minimum price of 5 (A2)");
    fixture.keys("\u{8}\u{8}100\n+");
    fixture.shows("P for 101 instead of 100");
    fixture.shows("It would have cost 121 TSUYAMA; it cost 120.");
}

#[test]
fn escape_leaves_and_so_does_another_panel() {
    let mut fixture = finished();
    fixture.keys("i41\u{1b}");
    fixture.hides("It would have cost");
    fixture.shows("costs 120 TSUYAMA in all");
    fixture.keys("i41bv");
    fixture.hides("It would have cost");
    assert_eq!(fixture.state.panel(), Panel::Results);
}

#[test]
fn without_an_open_list_there_is_nothing_to_try() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.keys("vi");
    assert_eq!(fixture.state.notice(), Some(&Notice::NothingToTry));
}

#[test]
fn a_round_that_is_voided_meanwhile_is_left() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.keys("vi401");
    fixture.shows("It would have cost 501 TSUYAMA");
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "wind".into() });
    fixture.keys("v");
    fixture.hides("It would have cost");
}
