//! Without a running window: clock, unsubmitted wall, and losses on leaving.

use ishigaki_words::Lang;
use serde_json::json;
use team_client::tui::{Act as PageAct, Event, page_state};

use super::fixture::ScreenFixture;
use super::workshop::supplied;

fn page(fixture: &ScreenFixture) -> serde_json::Value {
    let now = fixture.instant();
    serde_json::from_str(&page_state(&fixture.state, now, now).unwrap()).unwrap()
}

fn act(fixture: &mut ScreenFixture, act: serde_json::Value) {
    let act: PageAct = serde_json::from_value(act).unwrap();
    fixture.happen(Event::Act(ishigaki_rules::Secret(act)));
}

#[test]
fn unsaved_wall_becomes_warning_near_end() {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w\n");
    fixture.shows(" ▶ Wall not saved: 1 placed, 0 moved, 0 removed. W saves it.");
    let state = page(&fixture);
    assert_eq!(
        (&state["mark"]["tone"], &state["wall"]["standing"]["tone"]),
        (&json!("calm"), &json!("calm"))
    );
    fixture.wait(5_000);
    fixture.shows("Wall not saved: 1 placed");
    fixture.wait(30_000);
    fixture.shows(" !! WALL NOT SAVED: 1 placed, 0 moved, 0 removed. W saves it.");
    let state = page(&fixture);
    assert_eq!(
        (&state["mark"]["tone"], &state["wall"]["standing"]["tone"]),
        (&json!("loud"), &json!("loud"))
    );
    assert!(state["mark"]["text"].as_str().unwrap().ends_with("“Save wall” saves it."), "{state}");
}

#[test]
fn quit_dialog_names_unsaved_wall_and_practice_end() {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w\nq");
    fixture.shows("Quit? Submitted lists stay submitted.");
    fixture.shows("The draft of the wall is not saved and will be");
    assert_eq!(page(&fixture)["dialog"]["text"].as_array().unwrap().len(), 1);
    fixture.keys("n");
    fixture.state.set_private_practice(true);
    fixture.keys("q");
    fixture.shows("Quit? The practice ends, the bots");
    fixture.hides("stay submitted");
    let state = page(&fixture);
    assert_eq!((&state["practice"], &state["game"]), (&json!(true), &json!(null)), "it is the only game");
    fixture.keys("nLq");
    fixture.shows("練習はここで終わります");
}

#[test]
fn undo_takes_back_a_held_stone_before_a_laid_one() {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w\n");
    let laid = page(&fixture)["wall"]["laid"].clone();
    assert_eq!(laid.as_array().unwrap().len(), 1);
    // O fits nowhere next to it, D does.
    let stone = page(&fixture)["wall"]["stones"][1].clone();
    let piece = |of: &serde_json::Value| json!({"lot": of["lot"], "number": of["number"], "planned": false});
    let nowhere = json!({"turn": 0, "row": 0, "col": 0});
    // From the hand, put where it cannot lie.
    act(&mut fixture, json!({"do": "hold", "piece": piece(&stone)}));
    act(&mut fixture, json!({"do": "point", "at": nowhere}));
    assert_eq!(page(&fixture)["wall"]["held"]["can_lay"], false);
    act(&mut fixture, json!({"do": "work", "work": "undo"}));
    let state = page(&fixture);
    assert_eq!((&state["wall"]["laid"], &state["wall"]["held"]["can_lay"]), (&laid, &json!(true)));
    assert!(state["notice"]["text"].as_str().unwrap().contains("is back in its place"), "{state}");
    // A placed one that was moved there.
    act(&mut fixture, json!({"do": "hold", "piece": piece(&laid[0])}));
    act(&mut fixture, json!({"do": "point", "at": nowhere}));
    act(&mut fixture, json!({"do": "work", "work": "undo"}));
    let state = page(&fixture);
    assert_eq!((&state["wall"]["laid"], &state["wall"]["held"]["moving"]), (&laid, &json!(false)));
    // Now the stone itself.
    act(&mut fixture, json!({"do": "work", "work": "undo"}));
    assert_eq!(page(&fixture)["wall"]["laid"], json!([]));
}
