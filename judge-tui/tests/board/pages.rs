//! What the pages in browsers get, which is what the terminal shows.
#![expect(clippy::unwrap_used, reason = "a board whose pages get no JSON is a failed test")]

use ishigaki_rules::Act;
use ishigaki_words::Lang;
use serde_json::Value;

use crate::contest::{A, B, Contest, D, O, P};
use crate::hall::Hall;

fn state(hall: &Hall) -> Value {
    serde_json::from_str(&hall.pages()).unwrap()
}

/// A figure that a price could be, wherever in a lot's result it stands.
fn has_result(lot: &Value) -> bool {
    let result = &lot["result"];
    ["ties", "awards", "rest"].iter().any(|part| result[part].as_array().is_some_and(|told| !told.is_empty()))
}

/// A whole game, event by event, each looked at for as long as an opening takes: what is covered has no result, and the money
/// is what it was before the opening.
#[test]
fn no_page_has_a_price_before_its_lot_is_uncovered() {
    let raise = |contest: &mut Contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
    };
    let second = |contest: &mut Contest| {
        contest.open(2);
        contest.bids(A, &[(D, 10)]);
        contest.wait(90_000);
        contest.confirm_all();
        contest.judge(Act::SignalEnd);
        contest.wait(5_000);
    };
    let parts: [fn(&mut Contest); 4] = [Contest::tie, raise, Contest::confirm_all, second];
    let mut hall = Hall::small();
    let mut covered = 0;
    for part in parts {
        hall.play(0, part);
        for _ in 0..40 {
            let board = state(&hall);
            let game = &board["games"][0];
            let is_opening = game["cover"].is_array();
            for lot in game["lots"].as_array().unwrap() {
                let is_covered = lot["result"]["covered"] == Value::Bool(true);
                covered += usize::from(is_covered);
                assert!(!is_covered || (is_opening && !has_result(lot)), "{lot}");
            }
            assert!(!is_opening || game["clock"].is_null(), "a countdown tells of a tie: {game}");
            hall.pass(200);
        }
    }
    assert!(covered > 20, "nothing was covered");
}

#[test]
fn a_page_says_who_has_sealed_and_never_what() {
    let mut hall = Hall::small();
    hall.play(0, |contest| {
        contest.open(1);
        contest.bids(A, &[(P, 777), (O, 31)]);
    });
    let text = hall.pages();
    assert!(!text.contains("777"), "{text}");
    let seals: Vec<Value> = state(&hall)["games"][0]["teams"].as_array().unwrap().clone();
    let seals: Vec<&str> = seals.iter().map(|team| team["seal"].as_str().unwrap()).collect();
    assert_eq!(seals, ["sealed", "awaited", "awaited"]);
}

#[test]
fn every_sentence_comes_in_both_languages_and_nothing_changes_while_nothing_happens() {
    let mut hall = Hall::new(Lang::Ja, 80, 24);
    hall.play(0, |contest| contest.open(1));
    let before = hall.pages();
    let game = &state(&hall)["games"][0];
    assert_eq!(game["phase"]["en"], "Bidding");
    assert_eq!(game["phase"]["ja"], "入札受付中");
    assert_eq!(game["title"]["ja"], "予行演習");
    hall.pass(700);
    assert_eq!(hall.pages(), before, "a countdown is a moment, not a figure that is sent again and again");
}
