//! Number of keys of a team's common actions, counted by feeding keys.

use ishigaki_rules::{LotId, LotSpec};
use ishigaki_words::Lang;

use super::fixture::{D, O, P, ScreenFixture, setup};

fn bidding() -> ScreenFixture {
    let mut setup = setup();
    let more = ["Q", "R", "S2"].map(|code| LotSpec { code: code.into(), ..setup.lots[1].clone() });
    setup.lots.extend(more);
    for round in &mut setup.rounds {
        round.max_bids = 5;
    }
    let mut fixture = ScreenFixture::before(setup, Lang::En, 80, 24);
    fixture.connect();
    fixture.open(1);
    fixture.wait(1_000);
    fixture
}

fn press(fixture: &mut ScreenFixture, keys: &str) -> usize {
    fixture.keys(keys);
    fixture.serve();
    keys.chars().count()
}

#[test]
fn five_lines_with_prices_of_two_figures_take_three_keys_each() {
    let mut fixture = bidding();
    let keys = press(&mut fixture, "42\n17\n30\n12\n25s");
    let lots = [P, O, D, LotId(3), LotId(4)];
    assert_eq!(fixture.sealed(), Some(lots.into_iter().zip([42, 17, 30, 12, 25]).collect()));
    assert_eq!(keys, 15);
}

#[test]
fn search_with_code_and_price_adds_bid() {
    let mut fixture = bidding();
    let keys = press(&mut fixture, "/s2 42\ns");
    assert_eq!(fixture.sealed(), Some(vec![(LotId(5), 42)]));
    assert_eq!(keys, 8);
    // Invalid codes and prices are reported, and no bid is made.
    fixture.keys("/zz\n");
    fixture.shows("No lot on offer has this code.");
    fixture.keys("\u{1b}/d x\n");
    fixture.shows("Invalid price.");
    fixture.keys("\u{1b}");
    fixture.hides("Find a lot");
    // Without a price it is only selected, and the arrows go on among the matches.
    fixture.keys("/\n");
    fixture.keys("/q\n");
    fixture.shows("› Q");
}

#[test]
fn enter_twice_never_bids_twice_and_figures_overwrite() {
    let mut fixture = bidding();
    fixture.keys("\n\nk\n\n");
    fixture.keys("g9\n");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 9)]));
    // Another copy has its own key.
    fixture.keys("ga7\ns");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 9), (P, 7)]));
    // A line that was only begun is taken back by one key.
    fixture.keys("gj5\u{1b}s");
    assert!(fixture.call().is_none());
}
