//! Where no window runs: the clock without a deadline, what is said of an unsent wall, and what leaving would lose.

use ishigaki_rules::Act;
use ishigaki_words::Lang;
use serde_json::json;
use team_client::tui::{Act as PageAct, Event, page_state};

use super::fixture::{O, ScreenFixture};
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
fn while_nothing_runs_out_the_clock_says_how_long_it_has_been_and_what_time_it_is_in_the_game() {
    let mut fixture = ScreenFixture::small();
    fixture.wait(62_000);
    let began = page(&fixture)["waiting"].clone();
    assert!(page(&fixture)["clock"].is_null() && began["at"].is_null(), "{began}");
    assert_eq!(began["since"], began["game"], "no round has been there yet");
    fixture.shows("for 1:0");
    fixture.shows("game 1:0");
    fixture.tie();
    assert!(page(&fixture)["waiting"].is_null(), "a wave has a deadline");
    fixture.hides("game 1:");
    fixture.finish_wave();
    fixture.wait(5_000);
    fixture.shows("for 0:05");
    let waiting = page(&fixture)["waiting"].clone();
    let now = waiting["since"].as_i64().unwrap() + 5_000;
    assert!(now.abs() < 300, "the page counts from the same moment: {waiting}");
    assert!(waiting["game"].as_i64().unwrap() < waiting["since"].as_i64().unwrap());
}

#[test]
fn a_wall_that_is_not_sent_is_a_note_until_the_end_is_near() {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w\n");
    fixture.shows(" ▶ The wall is not sent yet: 1 laid, 0 moved, 0 out. W sends it.");
    let told = page(&fixture);
    assert_eq!(
        (&told["standing"]["tone"], &told["wall"]["standing"]["tone"]),
        (&json!("calm"), &json!("calm"))
    );
    fixture.wait(5_000);
    fixture.shows("The wall is not sent yet: 1 laid");
    fixture.wait(30_000);
    fixture.shows(" !! DRAFT AND WALL DIFFER: 1 laid, 0 moved, 0 out. W sends the wall.");
    let told = page(&fixture);
    assert_eq!(
        (&told["standing"]["tone"], &told["wall"]["standing"]["tone"]),
        (&json!("loud"), &json!("loud"))
    );
    assert!(told["standing"]["text"].as_str().unwrap().ends_with("“send wall” sends the wall."), "{told}");
}

#[test]
fn the_end_that_runs_makes_an_unsent_wall_loud_at_once() {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w\n");
    fixture.judge(Act::SignalEnd);
    fixture.shows("!! DRAFT AND WALL DIFFER: 1 laid");
}

#[test]
fn leaving_says_what_is_lost_in_a_contest_and_in_a_practice_of_ones_own() {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w\nq");
    fixture.shows("Leave? What is sealed stays sealed.");
    fixture.shows("The draft of the wall is not sent. It is lost");
    assert_eq!(page(&fixture)["dialog"]["text"].as_array().unwrap().len(), 1);
    fixture.keys("n");
    fixture.state.end_game_on_leaving(true);
    fixture.keys("q");
    fixture.shows("Leave? The practice ends with it");
    fixture.hides("stays sealed");
    let told = page(&fixture);
    assert_eq!((&told["practice"], &told["game"]), (&json!(true), &json!(null)), "it is the only game");
    fixture.keys("nLq");
    fixture.shows("練習はここで終わります");
}

#[test]
fn a_page_names_buttons_and_a_terminal_names_keys() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    act(&mut fixture, json!({"do": "add", "lot": O.0}));
    fixture.shows("THE DRAFT IS NOT SEALED. s seals it.");
    let told = page(&fixture);
    assert_eq!(told["standing"]["text"], "THE DRAFT IS NOT SEALED. “seal” seals it.");
    assert!(told["shortcuts"]["buttons"].as_array().unwrap().contains(&json!(["seal", "s"])), "{told}");
    assert!(told["shortcuts"]["works"].as_array().unwrap().contains(&json!(["send-wall", "W"])), "{told}");
    assert!(told["shortcuts"]["views"].as_array().unwrap().contains(&json!(["wall", "w"])), "{told}");
}

#[test]
fn undo_takes_back_what_is_held_where_it_cannot_lie_before_anything_that_was_laid() {
    let mut fixture = supplied(Lang::En, 80, 24);
    fixture.keys("w\n");
    let laid = page(&fixture)["wall"]["laid"].clone();
    assert_eq!(laid.as_array().unwrap().len(), 1);
    // O can lie nowhere beside it, D can.
    let stone = page(&fixture)["wall"]["stones"][1].clone();
    let piece = |of: &serde_json::Value| json!({"lot": of["lot"], "number": of["number"], "planned": false});
    let nowhere = json!({"turn": 0, "row": 0, "col": 0});
    // From the hand, put where it cannot lie.
    act(&mut fixture, json!({"do": "hold", "piece": piece(&stone)}));
    act(&mut fixture, json!({"do": "point", "at": nowhere}));
    assert_eq!(page(&fixture)["wall"]["held"]["can_lay"], false);
    act(&mut fixture, json!({"do": "work", "work": "undo"}));
    let told = page(&fixture);
    assert_eq!((&told["wall"]["laid"], &told["wall"]["held"]["can_lay"]), (&laid, &json!(true)));
    assert!(told["notice"]["text"].as_str().unwrap().contains("is back where it was"), "{told}");
    // A laid one that was moved there.
    act(&mut fixture, json!({"do": "hold", "piece": piece(&laid[0])}));
    act(&mut fixture, json!({"do": "point", "at": nowhere}));
    act(&mut fixture, json!({"do": "work", "work": "undo"}));
    let told = page(&fixture);
    assert_eq!((&told["wall"]["laid"], &told["wall"]["held"]["moving"]), (&laid, &json!(false)));
    // Now the stone itself.
    act(&mut fixture, json!({"do": "work", "work": "undo"}));
    assert_eq!(page(&fixture)["wall"]["laid"], json!([]));
}
