//! Pages in browsers have the content of the terminal.
#![expect(clippy::unwrap_used, reason = "a board whose pages get no JSON is a failed test")]

use ishigaki_board::Cover;
use ishigaki_rules::Act;
use ishigaki_words::Lang;
use serde_json::Value;

use crate::board::fixture::BoardFixture;
use crate::contest::{A, B, Contest, D, O, P};

fn state(fixture: &BoardFixture) -> Value {
    serde_json::from_str(&fixture.pages()).unwrap()
}

fn has_result(lot: &Value) -> bool {
    let result = &lot["result"];
    ["ties", "awards", "rest"]
        .iter()
        .any(|part| result[part].as_array().is_some_and(|values| !values.is_empty()))
}

/// The next parts of a game: a tie, its re-bid, the confirmation, and a second round to the end.
const PARTS: [fn(&mut Contest); 5] = [
    Contest::tie,
    |contest| {
        contest.raise(A, &[(1, 410)]);
        contest.raise(B, &[(1, 450)]);
    },
    Contest::confirm_all,
    |contest| {
        contest.open(2);
        contest.bids(A, &[(D, 10)]);
        contest.wait(90_000);
    },
    |contest| {
        contest.confirm_all();
        contest.judge(Act::SignalEnd);
        contest.wait(5_000);
    },
];

/// How many lots are covered now: none of them has a result, and nothing else tells of it.
fn covered(fixture: &BoardFixture) -> usize {
    let board = state(fixture);
    let game = &board["games"][0];
    let is_opening = game["cover"].is_u64();
    let lots = game["lots"].as_array().unwrap();
    let covered = lots.iter().filter(|lot| lot["result"]["covered"] == Value::Bool(true)).inspect(|lot| {
        assert!(is_opening && !has_result(lot), "{lot}");
    });
    assert!(!is_opening || game["clock"].is_null(), "a countdown tells of a tie: {game}");
    covered.count()
}

#[test]
fn pages_hide_price_until_lot_is_uncovered() {
    let mut fixture = BoardFixture::small();
    let mut seen = 0;
    for part in PARTS {
        fixture.play(0, part);
        for _ in 0..40 {
            seen += covered(&fixture);
            fixture.pass(200);
        }
    }
    assert!(seen > 20, "nothing was covered");
}

/// The same while the judge steers: each opening is held before it comes, gone on with step by step, taken back from its end to
/// its beginning, left to a server that knows nothing of it, and let go. The prices of a lot are on no page but while the
/// judge lets them be seen.
#[test]
fn pages_hide_price_until_its_step_when_judge_steers() {
    let mut fixture = BoardFixture::small();
    let prices = [(1, [400, 250, 30].as_slice()), (2, &[450, 410])];
    let (mut seen, mut opening) = (0, 0);
    for part in PARTS {
        fixture.uncover(0, opening + 1, 0);
        fixture.play(0, part);
        fixture.pass(20_000);
        let Some((0, of)) = fixture.state.shows()[0].cover().map(Cover::progress) else { continue };
        opening = fixture.state.shows()[0].opening();
        let shown: &[u32] = prices.iter().find(|(at, _)| *at == opening).map_or(&[], |(_, prices)| prices);
        let steps = u32::try_from(of).unwrap();
        for step in (0..=steps).chain((0..steps).rev()).chain([steps]) {
            fixture.uncover(0, opening, step);
            fixture.pass(20_000);
            fixture.clear_uncovering(0);
            fixture.pass(20_000);
            seen += covered(&fixture);
            let text = fixture.pages();
            let has_price = |price: &&u32| text.contains(&format!("\"price\":{price}"));
            match step {
                0 => assert_eq!(shown.iter().find(has_price), None, "{text}"),
                _ if step == steps && !shown.is_empty() => assert!(has_price(&&shown[0]), "{text}"),
                _ => {}
            }
        }
    }
    assert!(seen > 10 && opening == 3, "{seen} covered lots in {opening} openings");
}

#[test]
fn page_shows_sealed_teams_without_bids() {
    let mut fixture = BoardFixture::small();
    fixture.play(0, |contest| {
        contest.open(1);
        contest.bids(A, &[(P, 777), (O, 31)]);
    });
    let text = fixture.pages();
    assert!(!text.contains("777"), "{text}");
    let seals: Vec<Value> = state(&fixture)["games"][0]["teams"].as_array().unwrap().clone();
    let seals: Vec<&str> = seals.iter().map(|team| team["seal"].as_str().unwrap()).collect();
    assert_eq!(seals, ["sealed", "awaited", "awaited"]);
}

#[test]
fn sentences_are_bilingual_and_stay_while_nothing_happens() {
    let mut fixture = BoardFixture::new(Lang::Ja, 80, 24);
    fixture.play(0, |contest| contest.open(1));
    let before = fixture.pages();
    let game = &state(&fixture)["games"][0];
    assert_eq!(game["phase"]["en"], "Bidding");
    assert_eq!(game["phase"]["ja"], "入札受付中");
    assert_eq!(game["title"]["ja"], "予行演習");
    fixture.pass(700);
    assert_eq!(fixture.pages(), before, "a countdown is a moment, not a figure that is sent again and again");
}

fn winner(fixture: &BoardFixture) -> Value {
    state(fixture)["games"][0]["winner"].clone()
}

#[test]
fn winner_is_shown_only_after_reveal_of_first_place() {
    let mut fixture = BoardFixture::new(Lang::En, 120, 40);
    fixture.play(0, Contest::end);
    for _ in 0..60 {
        fixture.pass(1_600);
    }
    for places in 0..3 {
        fixture.reveal(0, places);
        assert_eq!(winner(&fixture), Value::Null, "after {places} places");
        fixture.hides("Winner");
    }
    fixture.reveal(0, 3);
    let shown = winner(&fixture);
    assert_eq!((&shown["teams"], &shown["place"]["en"]), (&serde_json::json!([1]), &"1st".into()), "{shown}");
    assert!(shown["why"]["en"].is_string(), "{shown}");
    // The winner and the whole result take turns.
    let mut screens = Vec::new();
    for _ in 0..2 {
        screens.push(fixture.screen());
        fixture.pass(8_000);
    }
    let is_winner =
        |screen: &&String| ["Winner", "Bricklayers", "Decided by"].iter().all(|text| screen.contains(text));
    assert_eq!(screens.iter().filter(is_winner).count(), 1, "{screens:?}");
    assert_eq!(screens.iter().filter(|screen| screen.contains("Final result")).count(), 1, "{screens:?}");
}
