//! Shapes of the objects, which scripts rely on.

use ishigaki_rules::auction::Bid;
use ishigaki_rules::{
    Act, Actor, Cell, ClosePolicy, Command, Fact, Frame, Game, GameTime, LotChoice, LotId, LotSpec, Millis,
    RoundNo, RoundPlan, Secret, Setup, Shape, StoneId, SupportRule, TeamId, TeamSpec, Tsuyama, decide,
};
use serde_json::{Value, json};

use ishigaki_command::CommandResult;
use ishigaki_strategy::adviser::{LikelyRival, SearchEffort, advise};
use ishigaki_strategy::bot::View;
use ishigaki_strategy::status::{Lots, Status};
use ishigaki_words::{Lang, Words};
use team_client::advice::rivals;

use super::*;

const ME: TeamId = TeamId(0);
const OTHER: TeamId = TeamId(1);

fn bidding() -> Game {
    let plan = RoundPlan {
        max_bids: 2,
        max_wins: 1,
        window: Millis(90_000),
        rebid_window: Millis(30_000),
        close: ClosePolicy::WhenAllSealed,
    };
    let setup = Setup {
        title: "Two".into(),
        frame: Frame::parse(&["##", "##"]).unwrap(),
        lots: vec![LotSpec {
            code: "L".into(),
            shape: Shape::new([(0, 0), (1, 0), (1, 1)].map(|(row, col)| Cell { row, col })).unwrap(),
            min_price: Tsuyama(3),
            copies: 1,
        }],
        teams: ["a", "b"].map(|code| TeamSpec { code: code.into(), name: code.into() }).into(),
        initial: Tsuyama(20),
        rounds: vec![plan],
        support: SupportRule::EachMove,
        end_countdown: Millis(5_000),
        title_ja: String::new(),
    };
    let mut game = Game::new(setup);
    give(&mut game, Actor::Judge, Act::OpenRound { round: RoundNo(1) });
    game
}

fn give(game: &mut Game, by: Actor, act: Act) {
    for event in decide(game, &Command { at: GameTime(1_000), by, act }).unwrap() {
        game.apply(&event);
    }
}

fn seal(game: &mut Game, team: TeamId, price: u64) {
    let bids = Secret(vec![Bid { lot: LotId(0), price: Tsuyama(price) }]);
    give(
        game,
        Actor::Team(team),
        Act::SubmitBids { team, attempt: None, round: RoundNo(1), replaces: None, bids, by_hand: None },
    );
}

fn status(game: &Game) -> Value {
    serde_json::to_value(Status::of_view("g", &View { game, me: ME }, Some(89_000), Some("0102-0304".into())))
        .unwrap()
}

#[test]
fn status_while_bidding_has_all_fields() {
    let mut game = bidding();
    seal(&mut game, ME, 4);
    let standing = |team: &str| {
        json!({
            "place": 1, "team": team, "disqualified": false,
            "empty": 4, "top_gaps": 2, "held": 20, "used": 0, "unused": 0,
        })
    };
    let expected = json!({
        "game": "g", "title": "Two", "team": "a",
        "phase": "bidding", "round": 1, "attempt": 1, "wave": null, "remaining_ms": 89_000, "paused": false,
        "held": 20, "disqualified": null,
        "sealed": { "revision": 1, "bids": [{ "lot": "L", "price": 4 }] }, "sealed_rebid": null,
        "tied": [], "rebid_budget": null,
        "stones": [],
        "wall": { "empty": 4, "top_gaps": 2, "used": 0, "unused": 0, "unsupported": [] },
        "results": [],
        "standings": [standing("a"), standing("b")],
        "covered": 0,
        "fingerprint": "0102-0304", "missing": [],
    });
    assert_eq!(status(&game), expected);
}

#[test]
fn status_during_rebid_lists_tied_lines_and_budget() {
    let mut game = bidding();
    seal(&mut game, ME, 4);
    seal(&mut game, OTHER, 4);
    let status = status(&game);
    assert_eq!((&status["phase"], &status["wave"]), (&json!("rebidding"), &json!(1)));
    assert_eq!(status["tied"], json!([{ "line": 1, "lot": "L", "price": 4, "copies": 1 }]));
    assert_eq!(status["rebid_budget"], json!(20));
    let line = json!({ "line": 1, "lot": "L", "price": 4, "outcome": "tied", "rule": "A6", "paid": null });
    assert_eq!(status["results"], json!([{ "round": 1, "attempt": 1, "state": "open", "lines": [line] }]));
}

#[test]
fn lots_json_lists_open_lots() {
    let game = bidding();
    let lots = serde_json::to_value(Lots::of(&View { game: &game, me: ME })).unwrap();
    let expected = json!({
        "round": 1, "max_bids": 2, "max_wins": 1, "held": 20,
        "lots": [{
            "lot": "L", "copies": 1, "copies_in_game": 1, "min_price": 3, "squares": 3, "shape": ["#.", "##"],
        }],
    });
    assert_eq!(lots, expected);
}

#[test]
fn command_result_json_has_receipt_fields() {
    let commitment = "ab".repeat(32);
    let what =
        SealedObject { revision: 2, received_at_ms: 61_000, lines: 3, total: 24, counter: 5, commitment };
    let expected = json!({
        "ok": true, "command": "bid", "revision": 2, "received_at_ms": 61_000, "lines": 3, "total": 24,
        "counter": 5, "commitment": "ab".repeat(32),
    });
    assert_eq!(serde_json::to_value(CommandResult::new("bid", what)).unwrap(), expected);
}

#[test]
fn stones_that_were_checked() {
    let what = CheckedStones { stones: vec!["L-1".into()] };
    let expected = json!({ "ok": true, "command": "checked", "stones": ["L-1"] });
    assert_eq!(serde_json::to_value(CommandResult::new("checked", what)).unwrap(), expected);
}

#[test]
fn status_shows_carried_and_checked_stones() {
    let mut game = bidding();
    seal(&mut game, ME, 4);
    seal(&mut game, OTHER, 3);
    let lots = LotChoice::All;
    give(&mut game, Actor::Judge, Act::ConfirmLots { round: RoundNo(1), attempt: 1, lots, seen: None });
    let stone = |carried: bool, checked: bool| json!([{ "stone": "L-1", "lot": "L", "laid": null, "carried": carried, "checked": checked }]);
    assert_eq!(status(&game)["stones"], stone(false, false));
    let stones = vec![StoneId { lot: LotId(0), copy: 1 }];
    give(&mut game, Actor::Judge, Act::TickStones { stones: stones.clone(), carried: true });
    assert_eq!(status(&game)["stones"], stone(true, false));
    give(&mut game, Actor::Team(ME), Act::CheckStones { team: ME, stones });
    assert_eq!(status(&game)["stones"], stone(true, true));
}

#[test]
fn likeliest_rival_is_described_in_both_languages() {
    let game = bidding();
    let mut advice = advise(&View { game: &game, me: ME }, SearchEffort::QUICK, 1).unwrap();
    advice.lots[0].contender = Some(LikelyRival {
        team: OTHER,
        fits: true,
        held: Tsuyama(19),
        named: Some(Tsuyama(12)),
        from: Tsuyama(5),
        to: Tsuyama(7),
    });
    for (lang, part) in [(Lang::En, "b can use it"), (Lang::Ja, "bは置く場所があり")] {
        let lines = rivals(game.setup(), &advice, &Words::new(lang));
        assert!(lines.iter().any(|line| line.contains(part) && line.contains("12")), "{lines:?}");
    }
}

#[test]
fn event_json_hides_sealed_bids() {
    let game = bidding();
    let lines = vec![Bid { lot: LotId(0), price: Tsuyama(4711) }];
    let sealed =
        ishigaki_rules::Sealed { revision: ishigaki_rules::Revision(9), lines: lines.into(), by_hand: None };
    let event = ishigaki_rules::Event {
        at: GameTime(2_000),
        by: Actor::Team(ME),
        fact: Fact::BidsSealed { team: ME, sealed: Some(sealed) },
    };
    let expected = json!({
        "type": "event", "at_ms": 2_000, "by": "team a", "fact": { "fact": "bids_sealed", "team": "a" }, "text": "told",
    });
    assert_eq!(super::event(&game, &event, "told"), expected);
}
