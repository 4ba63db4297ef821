//! The content of refusals: every fault with its place in the request, and the delay of late requests.

use crate::service::fixture::{Participant, ServiceFixture, reason};
use ishigaki_proto::fault::{Fault, Violation, reason_name};
use ishigaki_proto::{team, wire};
use ishigaki_rules::TeamId;
use serde_json::{Value, json};
use tonic::Status;

fn fault(status: &Status) -> Fault {
    Fault::from_status(status).expect("a refusal carries its reason")
}

fn figures(fault: &Fault) -> String {
    fault.metadata.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
}

fn violation_lines(fault: &Fault) -> Vec<String> {
    let line = |violation: &Violation| {
        let figures = violation.metadata.iter().map(|(key, value)| format!(" {key}={value}"));
        format!("{} {}{}", violation.field, reason_name(violation.reason), figures.collect::<String>())
    };
    fault.violations.iter().map(line).collect()
}

/// Returns the error codes of `adjudicate` for a list in the round that a team sees.
fn adjudicated(seat: &Participant, lines: &[(&str, u64)]) -> Vec<String> {
    let game = seat.game();
    let setup = game.setup();
    let lots: Vec<Value> = setup
        .lots
        .iter()
        .map(|lot| json!({"id": lot.code, "min_price": lot.min_price.0, "count": lot.copies}))
        .collect();
    let plan = setup.rounds[0];
    let round = json!({
        "max_bids": plan.max_bids,
        "max_wins": plan.max_wins,
        "lots": lots,
        "teams": [{"id": "a", "held": setup.initial.0}],
    });
    let bids: Vec<Value> = lines.iter().map(|(lot, price)| json!({"lot": lot, "price": price})).collect();
    let request = json!({"op": "check_bids", "round": round, "team": "a", "bids": bids});
    let answer = ishigaki_adjudicate::answer(request.to_string().as_bytes());
    let answer: Value = serde_json::from_str(&answer).unwrap();
    answer["codes"].as_array().unwrap().iter().map(|code| code.as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn refused_list_names_every_fault_and_its_place() {
    let fixture = ServiceFixture::open().await;
    let (judge, mut a) = (fixture.seat("judge"), fixture.seat("a"));
    judge.open_round(1).await.unwrap();
    a.until("round_opened").await;
    let lines: [(&str, u64); 6] = [("D", 0), ("D", 1), ("nosuch", 2), ("D", 1), ("D", 1), ("P", 4)];
    let refused = a.bid(1, 0, &lines).await.unwrap_err();
    let fault = fault(&refused);
    assert_eq!((reason(&refused), figures(&fault)), ("ERROR_REASON_INVALID_LIST", "faults=5".to_owned()));
    assert_eq!(
        violation_lines(&fault),
        [
            "bids TOO_MANY_BIDS entries=5 lines=6 max_bids=5",
            "bids[0].price BELOW_MIN line=1 lot=D min_price=1 price=0",
            "bids[2].lot UNKNOWN_LOT line=3 lot=nosuch",
            "bids[5].price BELOW_MIN line=6 lot=P min_price=5 price=4",
            "bids TOO_MANY_OF_LOT copies=3 entries=0 1 3 4 lines=4 lot=D",
        ]
    );
    let mut codes: Vec<&str> =
        fault.violations.iter().map(|violation| reason_name(violation.reason)).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes, adjudicated(&a, &lines));
    for lines in [&[("nosuch", 2)][..], &[("", 2)], &[("D", 1), ("P", 70)], &[("x", 1), ("y", 1), ("x", 0)]] {
        let refused = a.bid(1, 0, lines).await.unwrap_err();
        let fault = Fault::from_status(&refused).unwrap();
        let mut codes: Vec<&str> =
            fault.violations.iter().map(|violation| reason_name(violation.reason)).collect();
        codes.dedup();
        assert_eq!(codes, adjudicated(&a, lines), "{lines:?}");
    }
}

#[tokio::test]
async fn untimely_lists_are_refused_for_their_moment_first() {
    let fixture = ServiceFixture::open().await;
    let (judge, mut a) = (fixture.seat("judge"), fixture.seat("a"));
    let early = a.bid(1, 0, &[("nosuch", 2)]).await.unwrap_err();
    assert_eq!(reason(&early), "ERROR_REASON_WRONG_PHASE");
    judge.open_round(1).await.unwrap();
    a.until("round_opened").await;
    fixture.wait(90_350);
    let late = a.bid(1, 0, &[("nosuch", 2)]).await.unwrap_err();
    assert_eq!(reason(&late), "ERROR_REASON_LATE");
    assert_eq!(figures(&fault(&late)), "at_ms=90350 deadline_ms=90000");
    a.until("lists_opened").await;
    let late = a.bid(1, 0, &[]).await.unwrap_err();
    assert_eq!(figures(&fault(&late)), "at_ms=90350 deadline_ms=90000", "long after, too");
    judge.confirm_all(1, 1).await.unwrap();
    a.until("round_finalised").await;
    assert_eq!(reason(&a.bid(1, 0, &[]).await.unwrap_err()), "ERROR_REASON_LATE");
    assert_eq!(reason(&a.bid(2, 0, &[]).await.unwrap_err()), "ERROR_REASON_WRONG_PHASE");
}

#[tokio::test]
async fn rejected_rebid_names_entry_of_each_fault() {
    let fixture = ServiceFixture::open().await;
    let (judge, mut a, b) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("b"));
    judge.open_round(1).await.unwrap();
    for team in [&a, &b] {
        team.bid(1, 0, &[("P", 20), ("O", 9)]).await.unwrap();
    }
    fixture.wait(90_000);
    a.until("lists_opened").await;
    let refused = a.raise(1, 1, &[(2, 9), (7, 30), (1, 21), (2, 10)]).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_INVALID_REBID");
    assert_eq!(
        violation_lines(&fault(&refused)),
        [
            "raises[3].priority DUPLICATE_LINE line=2",
            "raises[0].price NOT_ABOVE line=2 lot=O price=9 tied_at=9",
            "raises[1].priority LINE_NOT_TIED line=7",
        ]
    );
}

#[tokio::test]
async fn refused_wall_names_entries_and_unknown_stones() {
    let fixture = ServiceFixture::open().await;
    let (judge, mut a) = (fixture.seat("judge"), fixture.seat("a"));
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("O", 9), ("I", 9)]).await.unwrap();
    fixture.wait(90_000);
    a.until("lists_opened").await;
    judge.confirm_all(1, 1).await.unwrap();
    a.until("round_finalised").await;
    let put = |lot: &str, row, col| wire::Placement {
        stone: Some(wire::Stone { lot: lot.into(), copy: 1 }),
        placing: Some(wire::placement::Placing::Spot(wire::Spot { quarter_turns: 0, row, col })),
    };
    let submit = async |placements: Vec<wire::Placement>| {
        let request = team::SubmitWallRequest { game: "g".into(), placements, replaces_revision: 0 };
        a.link.team().submit_wall(request).await.map(|answer| answer.into_inner().revision)
    };
    let wall = vec![put("O", 2, 1), put("nosuch", 0, 0), put("I", 3, 1), put("P", 0, 2), put("O", 0, 2)];
    let refused = submit(wall).await.unwrap_err();
    assert_eq!(reason(&refused), "ERROR_REASON_INVALID_WALL");
    assert_eq!(
        violation_lines(&fault(&refused)),
        [
            "placements DUPLICATE_STONE entries=0 4 stones=O-1",
            "placements NOT_OWNED entries=1 3 stones=P-1 nosuch-1",
            "placements OVERLAP entries=0 2 4 stones=I-1 O-1",
        ]
    );
    let refused = submit(vec![put("nosuch", 0, 0)]).await.unwrap_err();
    assert_eq!(violation_lines(&fault(&refused)), ["placements[0] NOT_OWNED entries=0 stones=nosuch-1"]);
    let request = team::PlaceStoneRequest { placement: Some(put("I", 3, 9)), ..Default::default() };
    let refused = a.link.team().place_stone(request).await.unwrap_err();
    assert_eq!(
        violation_lines(&fault(&refused)),
        ["placement OUT_OF_FRAME squares=3,9 3,10 3,11 3,12 stones=I-1"]
    );
    assert_eq!(submit(vec![put("I", 3, 1)]).await.unwrap(), 1);
}

#[tokio::test]
async fn move_for_an_older_wall_is_refused_with_the_revision() {
    let fixture = ServiceFixture::open().await;
    let (judge, mut a, mut board) = (fixture.seat("judge"), fixture.seat("a"), fixture.seat("board"));
    judge.open_round(1).await.unwrap();
    a.bid(1, 0, &[("O", 9), ("I", 9)]).await.unwrap();
    fixture.wait(90_000);
    a.until("lists_opened").await;
    judge.confirm_all(1, 1).await.unwrap();
    a.until("round_finalised").await;
    assert_eq!(a.place(0, "I", 0, 3, 1).await.unwrap(), 1);
    // The team's other laptop has not seen the change yet.
    for act in [a.place(0, "O", 0, 1, 1).await, a.take_out(0, "I").await] {
        let refused = act.unwrap_err();
        assert_eq!((refused.code(), reason(&refused)), (tonic::Code::Aborted, "ERROR_REASON_WALL_CHANGED"));
        assert_eq!(figures(&fault(&refused)), "current=1 named=0");
        assert_eq!(fault(&refused).rule.as_deref(), Some("W4"));
    }
    assert_eq!(a.place(1, "O", 0, 1, 1).await.unwrap(), 2);
    for seen in 1..=2 {
        board.until("stone_placed").await;
        assert_eq!(board.game().team(TeamId(0)).unwrap().wall.map(|wall| wall.0), Some(seen));
        let derived = board.items.last().and_then(|item| item.derived.clone()).unwrap();
        let row = |code: &str| {
            let rows = derived.standings.iter().flat_map(|standings| &standings.rows);
            rows.clone().find(|row| row.team == code).map(|row| row.wall_revision)
        };
        assert_eq!((row("a"), row("b")), (Some(seen), Some(0)));
    }
}
