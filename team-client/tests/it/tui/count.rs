//! How many keys things take: what a team does against the clock, counted by feeding keys.

use ishigaki_rules::{LotId, LotSpec};
use ishigaki_words::Lang;

use super::fixture::{A, D, O, P, ScreenFixture, setup};

/// A hall with six lots for lists of five lines; round 1 takes lists.
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

/// Presses keys and serves what they want; how many they were.
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
fn five_lines_of_which_the_last_is_bid_for_at_what_its_row_shows_take_fourteen_keys() {
    let mut fixture = bidding();
    let keys = press(&mut fixture, "42\n17\n30\n12\n\ns");
    let lots = [P, O, D, LotId(3), LotId(4)];
    assert_eq!(fixture.sealed(), Some(lots.into_iter().zip([42, 17, 30, 12, 4]).collect()));
    assert_eq!(keys, 14);
}

#[test]
fn a_lot_far_away_is_found_by_its_code_and_bid_for_in_one_go() {
    let mut fixture = bidding();
    let keys = press(&mut fixture, "/s2 42\ns");
    assert_eq!(fixture.sealed(), Some(vec![(LotId(5), 42)]));
    assert_eq!(keys, 8);
    // A code that is none, and a price that is none, are said and bid for nothing.
    fixture.keys("/zz\n");
    fixture.shows("No lot on offer has such a code.");
    fixture.keys("\u{1b}/d x\n");
    fixture.shows("is not a price");
    fixture.keys("\u{1b}");
    fixture.hides("Find a lot");
    // Without a price it is only selected, and the arrows go on among the matches.
    fixture.keys("/\n");
    fixture.keys("/q\n");
    fixture.shows("› Q");
}

#[test]
fn a_price_once_sold_is_what_the_next_bid_begins_with() {
    let mut fixture = ScreenFixture::small();
    fixture.finish();
    fixture.open(2);
    fixture.wait(1_000);
    // D was sold at 20, and its row says so.
    fixture.keys("/d\n");
    let keys = press(&mut fixture, "\ns");
    assert_eq!(fixture.sealed(), Some(vec![(D, 20)]));
    assert_eq!(keys, 2);
}

#[test]
fn enter_twice_never_bids_twice_and_figures_write_over_the_line_that_is_there() {
    let mut fixture = bidding();
    fixture.keys("\n\nk\n\n");
    fixture.keys("g9\n");
    fixture.keys("s");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 9)]));
    // Another copy is asked for by its own key.
    fixture.keys("ga7\ns");
    fixture.serve();
    assert_eq!(fixture.sealed(), Some(vec![(P, 9), (P, 7)]));
    // A line that was only begun is taken back by one key.
    fixture.keys("gj5\u{1b}s");
    assert!(fixture.call().is_none());
}

#[test]
fn three_stones_take_a_key_each_beside_the_wall_and_the_sending() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.win(2, &[D, D]);
    let keys = "w\n\n\nW";
    fixture.keys(keys);
    let (ticket, request) = fixture.building().unwrap();
    let answer = fixture.built(&request);
    fixture.happen(team_client::tui::Event::Answer { ticket, answer });
    assert_eq!(fixture.laid().len(), 3, "{:?}", fixture.laid());
    assert_eq!(fixture.game.team(A).unwrap().stones.len(), 3);
    assert_eq!(keys.chars().count(), 5);
}
