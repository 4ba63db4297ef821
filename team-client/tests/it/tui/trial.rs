//! What-if prices: computed at once by the rules, and never submitted.

use ishigaki_rules::{Act, RoundNo};
use team_client::tui::Notice;

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
fn trial_with_higher_price_shows_changed_awards() {
    let mut fixture = finished();
    fixture.keys("i401");
    fixture.shows("Round 1, bid 1: O for 401 instead of 400");
    fixture.shows("It would have cost 501 TSUYAMA; it cost 120.");
    fixture.shows("O: Bricklayers 450 -> 津山高専 401");
    fixture.shows("D: 津山高専 20 -> no team");
    assert!(fixture.effects.is_empty(), "nothing is asked of anybody");
}

#[test]
fn lower_price_would_have_lost_with_the_same_rebids() {
    let mut fixture = finished();
    fixture.keys("ij4");
    fixture.shows("bid");
    fixture.keys("1");
    fixture.shows("Round 1, bid 2: P for 41 instead of 100");
    fixture.shows("It would have cost 20 TSUYAMA; it cost 120.");
    fixture.shows("Assumed the same re-bids");
    fixture.keys("\u{8}");
    fixture.shows("4 for P is below the minimum price of 5 (A2)");
    fixture.keys("\u{8}\u{8}100\n+");
    fixture.shows("P for 101 instead of 100");
    fixture.shows("It would have cost 121 TSUYAMA; it cost 120.");
}

#[test]
fn trial_without_opened_list_is_unavailable() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.keys("vi");
    assert_eq!(fixture.state.notice(), Some(&Notice::NothingToTry));
}

#[test]
fn trial_closes_when_its_round_is_voided() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    fixture.keys("vi401");
    fixture.shows("It would have cost 501 TSUYAMA");
    fixture.judge(Act::VoidRound { round: RoundNo(1), attempt: Some(1), reason: "wind".into() });
    fixture.keys("v");
    fixture.hides("It would have cost");
}
