//! Where no window runs: the clock without a deadline, what is said of an unsent wall, and what leaving would lose.

use ishigaki_rules::Act;
use ishigaki_words::Lang;
use serde_json::json;
use team_client::tui::{Act as PageAct, Event, page_state};

use crate::hall::{Hall, O};
use crate::workshop::supplied;

fn page(hall: &Hall) -> serde_json::Value {
    let now = hall.instant();
    serde_json::from_str(&page_state(&hall.state, now, now).unwrap()).unwrap()
}

fn act(hall: &mut Hall, act: serde_json::Value) {
    let act: PageAct = serde_json::from_value(act).unwrap();
    hall.happen(Event::Act(ishigaki_rules::Secret(act)));
}

#[test]
fn while_nothing_runs_out_the_clock_says_how_long_it_has_been_and_what_time_it_is_in_the_game() {
    let mut hall = Hall::small();
    hall.wait(62_000);
    let began = page(&hall)["waiting"].clone();
    assert!(page(&hall)["clock"].is_null() && began["at"].is_null(), "{began}");
    assert_eq!(began["since"], began["game"], "no round has been there yet");
    hall.shows("for 1:0");
    hall.shows("game 1:0");
    hall.tie();
    assert!(page(&hall)["waiting"].is_null(), "a wave has a deadline");
    hall.hides("game 1:");
    hall.finish_wave();
    hall.wait(5_000);
    hall.shows("for 0:05");
    let waiting = page(&hall)["waiting"].clone();
    let now = waiting["since"].as_i64().unwrap() + 5_000;
    assert!(now.abs() < 300, "the page counts from the same moment: {waiting}");
    assert!(waiting["game"].as_i64().unwrap() < waiting["since"].as_i64().unwrap());
}

#[test]
fn a_wall_that_is_not_sent_is_a_note_until_the_end_is_near() {
    let mut hall = supplied(Lang::En, 80, 24);
    hall.keys("w\n");
    hall.shows(" ▶ The wall is not sent yet: 1 laid, 0 moved, 0 out. W sends it.");
    let told = page(&hall);
    assert_eq!(
        (&told["standing"]["tone"], &told["wall"]["standing"]["tone"]),
        (&json!("calm"), &json!("calm"))
    );
    hall.wait(5_000);
    hall.shows("The wall is not sent yet: 1 laid");
    hall.wait(30_000);
    hall.shows(" !! DRAFT AND WALL DIFFER: 1 laid, 0 moved, 0 out. W sends the wall.");
    let told = page(&hall);
    assert_eq!(
        (&told["standing"]["tone"], &told["wall"]["standing"]["tone"]),
        (&json!("loud"), &json!("loud"))
    );
    assert!(told["standing"]["text"].as_str().unwrap().ends_with("“send wall” sends the wall."), "{told}");
}

#[test]
fn the_end_that_runs_makes_an_unsent_wall_loud_at_once() {
    let mut hall = supplied(Lang::En, 80, 24);
    hall.keys("w\n");
    hall.judge(Act::SignalEnd);
    hall.shows("!! DRAFT AND WALL DIFFER: 1 laid");
}

#[test]
fn leaving_says_what_is_lost_in_a_contest_and_in_a_practice_of_ones_own() {
    let mut hall = supplied(Lang::En, 80, 24);
    hall.keys("w\nq");
    hall.shows("Leave? What is sealed stays sealed.");
    hall.shows("The draft of the wall is not sent. It is lost");
    assert_eq!(page(&hall)["dialog"]["text"].as_array().unwrap().len(), 1);
    hall.keys("n");
    hall.state.end_game_on_leaving(true);
    hall.keys("q");
    hall.shows("Leave? The practice ends with it");
    hall.hides("stays sealed");
    let told = page(&hall);
    assert_eq!((&told["practice"], &told["game"]), (&json!(true), &json!(null)), "it is the only game");
    hall.keys("nLq");
    hall.shows("練習はここで終わります");
}

#[test]
fn a_page_names_buttons_and_a_terminal_names_keys() {
    let mut hall = Hall::small();
    hall.open(1);
    act(&mut hall, json!({"do": "add", "lot": O.0}));
    hall.shows("THE DRAFT IS NOT SEALED. s seals it.");
    let told = page(&hall);
    assert_eq!(told["standing"]["text"], "THE DRAFT IS NOT SEALED. “seal” seals it.");
    assert!(told["shortcuts"]["buttons"].as_array().unwrap().contains(&json!(["seal", "s"])), "{told}");
    assert!(told["shortcuts"]["works"].as_array().unwrap().contains(&json!(["send-wall", "W"])), "{told}");
    assert!(told["shortcuts"]["views"].as_array().unwrap().contains(&json!(["wall", "w"])), "{told}");
}

#[test]
fn undo_takes_back_what_is_held_where_it_cannot_lie_before_anything_that_was_laid() {
    let mut hall = supplied(Lang::En, 80, 24);
    hall.keys("w\n");
    let laid = page(&hall)["wall"]["laid"].clone();
    assert_eq!(laid.as_array().unwrap().len(), 1);
    // O can lie nowhere beside it, D can.
    let stone = page(&hall)["wall"]["stones"][1].clone();
    let piece = |of: &serde_json::Value| json!({"lot": of["lot"], "number": of["number"], "planned": false});
    let nowhere = json!({"turn": 0, "row": 0, "col": 0});
    // From the hand, put where it cannot lie.
    act(&mut hall, json!({"do": "hold", "piece": piece(&stone)}));
    act(&mut hall, json!({"do": "point", "at": nowhere}));
    assert_eq!(page(&hall)["wall"]["held"]["can_lay"], false);
    act(&mut hall, json!({"do": "work", "work": "undo"}));
    let told = page(&hall);
    assert_eq!((&told["wall"]["laid"], &told["wall"]["held"]["can_lay"]), (&laid, &json!(true)));
    assert!(told["notice"]["text"].as_str().unwrap().contains("is back where it was"), "{told}");
    // A laid one that was moved there.
    act(&mut hall, json!({"do": "hold", "piece": piece(&laid[0])}));
    act(&mut hall, json!({"do": "point", "at": nowhere}));
    act(&mut hall, json!({"do": "work", "work": "undo"}));
    let told = page(&hall);
    assert_eq!((&told["wall"]["laid"], &told["wall"]["held"]["moving"]), (&laid, &json!(false)));
    // Now the stone itself.
    act(&mut hall, json!({"do": "work", "work": "undo"}));
    assert_eq!(page(&hall)["wall"]["laid"], json!([]));
}
