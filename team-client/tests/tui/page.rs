//! The team's page: what its acts do, and what it is told. The rules are the terminal's.

use ishigaki_rules::{Secret, Turn};
use serde_json::{Value as Json, json};
use team_client::tui::{Act, Event, page_state};

use crate::fixture::{A, B, C, D, O, P, ScreenFixture};

impl ScreenFixture {
    /// What the page sends.
    fn act(&mut self, act: Json) {
        let act: Act = serde_json::from_value(act).unwrap();
        self.happen(Event::Act(Secret(act)));
    }

    fn press(&mut self, button: &str) {
        self.act(json!({"do": "press", "button": button}));
    }

    /// What the page gets.
    fn page(&self) -> Json {
        let now = self.instant();
        serde_json::from_str(&page_state(&self.state, now, now).unwrap()).unwrap()
    }

    fn prices(&self) -> Vec<(String, u64)> {
        let page = self.page();
        let lines = page["bids"]["lines"].as_array().unwrap().iter();
        lines
            .map(|line| (line["code"].as_str().unwrap().to_owned(), line["price"].as_u64().unwrap()))
            .collect()
    }
}

fn lot(lot: ishigaki_rules::LotId) -> u32 {
    lot.0
}

#[test]
fn a_list_is_written_checked_and_sealed_by_the_acts_of_a_page() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.act(json!({"do": "add", "lot": lot(P)}));
    fixture.act(json!({"do": "price", "line": 0, "lot": lot(P), "price": 0}));
    fixture.act(json!({"do": "add", "lot": lot(O)}));
    fixture.act(json!({"do": "price", "line": 1, "lot": lot(O), "price": 40}));
    fixture.act(json!({"do": "move", "line": 1, "to": 0}));
    assert_eq!(fixture.prices(), [("O".into(), 40), ("P".into(), 0)]);
    let page = fixture.page();
    assert!(page["bids"]["lines"][1]["flaws"][0].as_str().unwrap().contains("A2"), "{page}");
    fixture.press("seal");
    assert!(fixture.call().is_none(), "a faulty list is not sent");
    assert_eq!(fixture.page()["notice"]["tone"], "loud");
    // The line at this place is another lot's by now: a price that was meant for that one is not written here.
    fixture.act(json!({"do": "price", "line": 1, "lot": lot(O), "price": 7}));
    fixture.act(json!({"do": "price", "line": 1, "lot": lot(P), "price": 20}));
    fixture.act(json!({"do": "remove", "line": 9}));
    fixture.press("seal");
    let (ticket, request) = fixture.call().expect("the list is sent");
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    let page = fixture.page();
    assert_eq!((&page["bids"]["differs"], &page["standing"]["tone"]), (&json!(false), &json!("good")));
    assert_eq!(page["bids"]["sealed"]["lines"], json!([["O", 40, false], ["P", 20, false]]));
}

#[test]
fn a_question_is_answered_before_anything_else_is_done() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.press("decline");
    assert_eq!(fixture.page()["dialog"]["kind"], "ask");
    fixture.act(json!({"do": "add", "lot": lot(P)}));
    fixture.press("seal");
    assert!(fixture.call().is_none() && fixture.prices().is_empty());
    fixture.act(json!({"do": "answer", "yes": false}));
    assert_eq!(fixture.page()["dialog"], json!(null));
    fixture.act(json!({"do": "answer", "yes": true}));
    assert!(fixture.call().is_none(), "nothing is asked any more");
    fixture.press("decline");
    fixture.act(json!({"do": "answer", "yes": true}));
    assert!(fixture.call().is_some());
}

#[test]
fn a_tied_line_is_raised_or_given_up_and_nothing_else_is_bid() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    let tied = fixture.page()["bids"]["rebid"]["lines"].clone();
    assert_eq!((tied.as_array().unwrap().len(), &tied[0]["price"]), (1, &json!(null)));
    fixture.act(json!({"do": "offer", "line": 1, "price": 400}));
    assert!(fixture.page()["bids"]["rebid"]["lines"][0]["flaws"][0].is_string(), "it is not above");
    fixture.act(json!({"do": "add", "lot": lot(P)}));
    assert_eq!(fixture.page()["notice"]["tone"], "loud", "its lines are those that are tied");
    fixture.act(json!({"do": "offer", "line": 1, "price": 410}));
    fixture.press("seal");
    assert!(fixture.call().is_some());
    fixture.act(json!({"do": "offer", "line": 1, "price": null}));
    assert_eq!(fixture.page()["bids"]["rebid"]["lines"][0]["price"], json!(null));
}

#[test]
fn a_stone_is_laid_where_it_is_dropped_if_the_rules_let_it_lie_there() {
    let mut fixture = ScreenFixture::small();
    fixture.finish();
    let own = fixture.page()["wall"]["stones"][0].clone();
    let stone = json!({"lot": own["lot"], "number": own["number"], "planned": false});
    fixture.act(json!({"do": "hold", "piece": stone}));
    let held = fixture.page()["wall"]["held"].clone();
    assert_eq!(held["turns"].as_array().unwrap().len(), Turn::ALL.len());
    let places = held["turns"][0]["places"].as_array().unwrap().clone();
    assert!(!places.is_empty());
    let place = |place: &Json| json!({"turn": 0, "row": place[0], "col": place[1]});
    let up = json!({"turn": 0, "row": 0, "col": 0});
    fixture.act(json!({"do": "lay", "piece": stone, "at": up}));
    assert_eq!(fixture.page()["wall"]["laid"], json!([]), "nothing carries it there");
    fixture.act(json!({"do": "point", "at": up}));
    assert!(
        fixture.page()["wall"]["speech"][0].as_str().unwrap().contains("(W"),
        "{}",
        fixture.page()["wall"]
    );
    fixture.act(json!({"do": "lay", "piece": stone, "at": place(&places[0])}));
    assert_eq!(fixture.page()["wall"]["laid"].as_array().unwrap().len(), 1);
    fixture.act(json!({"do": "take-out", "piece": stone}));
    assert_eq!(fixture.page()["wall"]["laid"], json!([]));
    fixture.act(json!({"do": "work", "work": "undo"}));
    fixture.act(json!({"do": "key", "key": "W", "wall": true}));
    let (ticket, request) = fixture.building().expect("the wall is sent");
    let answer = fixture.built(&request);
    fixture.happen(Event::Answer { ticket, answer });
    assert_eq!(fixture.laid().len(), 1);
    // A stone that is another team's is none to hold.
    fixture.act(json!({"do": "hold", "piece": {"lot": lot(O), "number": 1, "planned": false}}));
    assert_eq!(fixture.page()["notice"]["tone"], "loud");
}

#[test]
fn what_others_have_sealed_is_in_no_page_before_its_opening() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.bids(B, &[(O, 471)]);
    fixture.bids(C, &[(P, 815), (D, 20)]);
    for panel in ["sheet", "results", "rivals", "standings", "log", "wall"] {
        fixture.act(json!({"do": "show", "panel": panel}));
        let text = fixture.page().to_string();
        assert!(!text.contains("471") && !text.contains("815"), "{panel}");
    }
    fixture.bids(A, &[(D, 20)]);
    fixture.wait(100_000);
    fixture.act(json!({"do": "show", "panel": "results"}));
    let text = fixture.page().to_string();
    assert!(text.contains("471") && text.contains("815"), "the lists are open: {text}");
}

#[test]
fn acts_that_cannot_be_read_are_none() {
    for wrong in [
        json!({}),
        json!({"do": "seal"}),
        json!({"do": "press", "button": "seals"}),
        json!({"do": "price", "line": -1, "lot": 0, "price": 1}),
        json!({"do": "price", "line": 0, "lot": 0, "price": 1, "more": 1}),
        json!({"do": "work", "work": "up", "times": 3}),
    ] {
        assert!(serde_json::from_value::<Act>(wrong.clone()).is_err(), "{wrong}");
    }
    let act: Act =
        serde_json::from_value(json!({"do": "price", "line": 0, "lot": 0, "price": 4711})).unwrap();
    assert!(!format!("{:?}", Event::Act(Secret(act))).contains("4711"));
}
