//! The team's page: effects of acts, and its state. The rules are the terminal's.

use ishigaki_client::Connection;
use ishigaki_client::team::SealRequest;
use ishigaki_rules::{Act, Secret, Turn};
use ishigaki_screen::FeedEvent;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use team_client::tui::{Act as PageAct, Effect, Event, page_state};

use super::fixture::{A, B, C, D, O, P, ScreenFixture};

impl ScreenFixture {
    fn act(&mut self, act: Json) {
        let act: PageAct = serde_json::from_value(act).unwrap();
        self.happen(Event::Act(Secret(act)));
    }

    fn press(&mut self, button: &str) {
        self.act(json!({"do": "press", "button": button}));
    }

    pub(crate) fn page(&self) -> Json {
        let now = self.instant();
        serde_json::from_str(&page_state(&self.state, now, now).unwrap()).unwrap()
    }

    fn prices(&self) -> Vec<(String, String)> {
        let page = self.page();
        let lines = page["bids"]["lines"].as_array().unwrap().iter();
        lines.map(|line| (line["code"].as_str().unwrap().to_owned(), shown(line))).collect()
    }

    fn submitted(&mut self) -> Option<Vec<u64>> {
        self.press("seal");
        if self.state.dialog().is_some() {
            self.act(json!({"do": "answer", "yes": true}));
        }
        Some(match self.call()?.1 {
            SealRequest::Bids(request) => request.bids.iter().map(|bid| bid.price).collect(),
            SealRequest::Rebid(request) => request.raises.iter().map(|raise| raise.price).collect(),
        })
    }

    #[track_caller]
    fn submits_only_what_it_displays(&mut self, displayed: &str) {
        let Some(prices) = self.submitted() else { return };
        assert!(
            displayed.bytes().all(|byte| byte.is_ascii_digit()),
            "{displayed:?} is no price, {prices:?} is sent"
        );
        assert_eq!(prices.iter().map(u64::to_string).collect::<Vec<_>>(), [displayed]);
    }
}

fn lot(lot: ishigaki_rules::LotId) -> u32 {
    lot.0
}

fn shown(line: &Json) -> String {
    line["price"]["shown"].as_str().unwrap().to_owned()
}

fn typed() -> impl Strategy<Value = String> {
    prop_oneof!["[0-9]{0,14}", "[0-9０-９]{1,3}", "[0-9０-９.,eE+ x١٢\u{3000}-]{0,6}", any::<String>()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn price_of_a_line_is_submitted_as_displayed(text in typed()) {
        let mut fixture = ScreenFixture::small();
        fixture.open(1);
        fixture.act(json!({"do": "add", "lot": lot(P)}));
        fixture.act(json!({"do": "price", "line": 0, "lot": lot(P), "text": text}));
        let line = fixture.page()["bids"]["lines"][0].clone();
        prop_assert_eq!(&line["price"]["typed"], &json!(text));
        let displayed = shown(&line);
        fixture.submits_only_what_it_displays(&displayed);
    }

    #[test]
    fn price_of_a_tied_line_is_submitted_as_displayed(text in typed()) {
        let mut fixture = ScreenFixture::small();
        fixture.tie();
        fixture.act(json!({"do": "offer", "line": 1, "text": text}));
        let displayed = shown(&fixture.page()["bids"]["rebid"]["lines"][0]);
        fixture.submits_only_what_it_displays(&displayed);
    }

    #[test]
    fn price_by_keys_is_submitted_as_displayed(text in "[0-9０-９.,e:;~١]{0,6}", in_sheet in any::<bool>()) {
        let mut fixture = ScreenFixture::small();
        fixture.open(1);
        fixture.keys(if in_sheet { "a\nb" } else { "a" });
        fixture.keys(&text);
        fixture.keys("\n");
        let displayed = shown(&fixture.page()["bids"]["lines"][0]);
        fixture.submits_only_what_it_displays(&displayed);
    }

    #[test]
    fn raise_by_keys_is_submitted_as_displayed(text in "4[0-9０-９.,e:;~١]{0,4}") {
        let mut fixture = ScreenFixture::small();
        fixture.tie();
        fixture.keys(&text);
        fixture.keys("\n");
        let displayed = shown(&fixture.page()["bids"]["rebid"]["lines"][0]);
        fixture.submits_only_what_it_displays(&displayed);
    }

    #[test]
    fn price_that_is_tried_is_the_displayed_one(text in typed()) {
        let mut fixture = ScreenFixture::small();
        fixture.finish();
        fixture.press("what-if");
        fixture.act(json!({"do": "try", "line": 0, "text": text}));
        let parts = fixture.page()["panels"]["results"]["parts"].clone();
        let displayed = shown(&parts[0]);
        let lines_json = parts[1]["lines"].to_string();
        let is_price = !displayed.is_empty() && displayed.bytes().all(|byte| byte.is_ascii_digit());
        prop_assert!(is_price || lines_json.contains('✗'), "{}", lines_json);
    }
}

#[test]
fn digits_of_both_widths_are_prices_and_others_stay() {
    for (text, displayed, price) in [
        ("95", "95", Some(95)),
        ("９５", "95", Some(95)),
        ("007", "7", Some(7)),
        ("9.5", "9.5", None),
        ("1e3", "1e3", None),
        ("-3", "-3", None),
        ("١٢", "١٢", None),
        ("1,000", "1,000", None),
        ("9 5", "9 5", None),
        ("", "", None),
    ] {
        let mut fixture = ScreenFixture::small();
        fixture.open(1);
        fixture.act(json!({"do": "add", "lot": lot(P)}));
        fixture.act(json!({"do": "price", "line": 0, "lot": lot(P), "text": text}));
        let line = fixture.page()["bids"]["lines"][0].clone();
        assert_eq!(
            (shown(&line).as_str(), line["flaws"] == json!([])),
            (displayed, price.is_some()),
            "{text}"
        );
        assert_eq!(fixture.submitted(), price.map(|price| vec![price]), "{text}");
    }
}

#[test]
fn unreadable_draft_comes_back_as_it_was_typed() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.happen(Event::DraftRead(Secret(None)));
    fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
    fixture.keys("a4.2");
    let kept = fixture.effects.iter().rev().find_map(|effect| match effect {
        Effect::KeepDraft(Secret(Some(draft))) => Some(draft.lines.clone()),
        _ => None,
    });
    assert_eq!(kept.unwrap()[0].1, "4.2", "it is kept after each key");
}

#[test]
fn page_shows_the_counted_wall_after_the_end() {
    let mut fixture = ScreenFixture::small();
    fixture.win(1, &[P]);
    fixture.win(2, &[O]);
    let own = fixture.page()["wall"]["stones"][0].clone();
    let stone = json!({"lot": own["lot"], "number": own["number"], "planned": false});
    fixture.act(json!({"do": "hold", "piece": stone}));
    fixture.act(json!({"do": "work", "work": "lay"}));
    assert_eq!(fixture.page()["wall"]["laid"].as_array().unwrap().len(), 1);
    fixture.judge(Act::SignalEnd);
    fixture.wait(5_000);
    let wall = fixture.page()["wall"].clone();
    assert_eq!((&wall["laid"], &wall["differs"], &wall["held"]), (&json!([]), &json!(false), &json!(null)));
    assert_eq!((&wall["can_build"], &wall["standing"]["tone"]), (&json!(false), &json!("calm")));
    assert_eq!(fixture.page()["mark"]["tone"], json!("calm"));
}

#[test]
fn page_has_the_stage_of_the_game() {
    let mut fixture = ScreenFixture::small();
    let stage = |fixture: &ScreenFixture| fixture.page()["stage"].as_str().unwrap().to_owned();
    assert_eq!(stage(&fixture), "waiting");
    fixture.tie();
    assert_eq!(stage(&fixture), "rebid");
    fixture.finish_wave();
    assert_eq!(stage(&fixture), "waiting");
    fixture.open(2);
    assert_eq!(stage(&fixture), "bidding");
    fixture.wait(100_000);
    fixture.confirm_all();
    assert_eq!(stage(&fixture), "building");
    fixture.judge(Act::SignalEnd);
    fixture.wait(5_000);
    assert_eq!((stage(&fixture).as_str(), &fixture.page()["result"]), ("building", &json!(null)));
}

#[test]
fn list_is_submitted_then_changed_then_reverted() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    let mark = |fixture: &ScreenFixture| {
        let page = fixture.page();
        (page["mark"]["text"].as_str().unwrap().to_owned(), page["mark"]["tone"].as_str().unwrap().to_owned())
    };
    assert_eq!(mark(&fixture), ("Not submitted".into(), "loud".into()));
    fixture.bids(A, &[(P, 20), (D, 5)]);
    assert_eq!(mark(&fixture), ("Submitted: 2 bids, 25 TSUYAMA".into(), "good".into()));
    fixture.act(json!({"do": "turn", "field": {"line": 1}, "by": 2}));
    assert_eq!(mark(&fixture), ("1 change since you submitted".into(), "soon".into()));
    let page = fixture.page();
    assert_eq!((&page["bids"]["lines"][1]["was"], &page["money"]["total"]), (&json!(5), &json!(27)));
    fixture.press("take-sealed");
    if fixture.state.dialog().is_some() {
        fixture.act(json!({"do": "answer", "yes": true}));
    }
    assert_eq!(mark(&fixture).1, "good");
}

#[test]
fn opened_round_shows_own_lots_first_and_why() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.bids(A, &[(O, 20), (D, 5)]);
    fixture.bids(B, &[(P, 30), (O, 40)]);
    fixture.wait(100_000);
    let round = fixture.page()["rounds"][0].clone();
    let lots: Vec<&Json> = round["lots"].as_array().unwrap().iter().map(|lot| &lot["lot"]).collect();
    assert_eq!(lots, [lot(O), lot(D), lot(P)]);
    let kinds = [0, 1].map(|at| round["lots"][at]["own"][0]["kind"].clone());
    assert_eq!((kinds, &round["won"]), ([json!("lost"), json!("won")], &json!(1)));
    assert_eq!(round["lots"][0]["winners"][0]["price"], 40);
}

#[test]
fn page_promises_no_submission_in_a_pause_or_offline() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    let can = |fixture: &ScreenFixture| fixture.page()["bids"]["can_seal"] == json!(true);
    for is_sealed in [false, true] {
        if is_sealed {
            fixture.bids(A, &[(P, 50)]);
        }
        let open = fixture.page()["mark"]["text"].clone();
        assert!(can(&fixture));
        fixture.judge(Act::Pause { reason: "tea".into() });
        let paused = fixture.page()["mark"]["text"].clone();
        assert!(!can(&fixture) && paused != open, "{paused}");
        fixture.press("seal");
        assert!(fixture.call().is_none());
        fixture.judge(Act::Resume);
        fixture.cut();
        let lost = fixture.page()["mark"]["text"].clone();
        assert!(!can(&fixture) && lost != open && lost != paused, "{lost}");
        fixture.happen(FeedEvent::Connection(Connection::CaughtUp));
        assert!(can(&fixture));
    }
}

#[test]
fn page_acts_write_check_and_submit_list() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.act(json!({"do": "add", "lot": lot(P)}));
    fixture.act(json!({"do": "price", "line": 0, "lot": lot(P), "text": "0"}));
    fixture.act(json!({"do": "add", "lot": lot(O)}));
    fixture.act(json!({"do": "price", "line": 1, "lot": lot(O), "text": "40"}));
    fixture.act(json!({"do": "move", "line": 1, "to": 0}));
    assert_eq!(fixture.prices(), [("O".into(), "40".into()), ("P".into(), "0".into())]);
    let page = fixture.page();
    assert!(page["bids"]["lines"][1]["flaws"][0].as_str().unwrap().contains("A2"), "{page}");
    fixture.press("seal");
    assert!(fixture.call().is_none(), "a faulty list is not sent");
    assert_eq!(fixture.page()["notice"]["tone"], "loud");
    // The line at this place is another lot's by now: a price that was meant for that one is not written here.
    fixture.act(json!({"do": "price", "line": 1, "lot": lot(O), "text": "7"}));
    fixture.act(json!({"do": "price", "line": 1, "lot": lot(P), "text": "20"}));
    fixture.act(json!({"do": "remove", "line": 9}));
    fixture.press("seal");
    let (ticket, request) = fixture.call().expect("the list is sent");
    let answer = fixture.judged(&request);
    fixture.happen(Event::Answer { ticket, answer });
    let page = fixture.page();
    assert_eq!((&page["bids"]["differs"], &page["mark"]["tone"]), (&json!(false), &json!("good")));
    assert_eq!(page["bids"]["sealed"]["lines"], json!([["O", 40, false], ["P", 20, false]]));
}

#[test]
fn open_dialog_blocks_other_acts_until_answered() {
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
fn rebid_page_accepts_offers_only_on_tied_lines() {
    let mut fixture = ScreenFixture::small();
    fixture.tie();
    let tied = fixture.page()["bids"]["rebid"]["lines"].clone();
    assert_eq!((tied.as_array().unwrap().len(), &tied[0]["price"]["shown"]), (1, &json!("")));
    fixture.act(json!({"do": "offer", "line": 1, "text": "400"}));
    assert!(fixture.page()["bids"]["rebid"]["lines"][0]["flaws"][0].is_string(), "it is not above");
    fixture.act(json!({"do": "add", "lot": lot(P)}));
    assert_eq!(fixture.page()["notice"]["tone"], "loud", "its lines are those that are tied");
    fixture.act(json!({"do": "offer", "line": 1, "text": "410"}));
    fixture.press("seal");
    assert!(fixture.call().is_some());
    fixture.act(json!({"do": "offer", "line": 1, "text": ""}));
    assert_eq!(fixture.page()["bids"]["rebid"]["lines"][0]["price"]["shown"], json!(""));
}

#[test]
fn dropped_stone_is_laid_where_the_rules_allow() {
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
    assert_eq!(fixture.page()["wall"]["laid"], json!([]), "not supported there");
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
fn page_hides_sealed_bids_of_others_before_opening() {
    let mut fixture = ScreenFixture::small();
    fixture.open(1);
    fixture.bids(B, &[(O, 471)]);
    fixture.bids(C, &[(P, 815), (D, 20)]);
    let text = fixture.page().to_string();
    assert!(!text.contains("471") && !text.contains("815"), "{text}");
    fixture.bids(A, &[(D, 20)]);
    fixture.wait(100_000);
    let text = fixture.page().to_string();
    assert!(text.contains("471") && text.contains("815"), "the lists are open: {text}");
}

#[test]
fn acts_that_cannot_be_read_are_none() {
    for wrong in [
        json!({}),
        json!({"do": "seal"}),
        json!({"do": "press", "button": "seals"}),
        json!({"do": "price", "line": -1, "lot": 0, "text": "1"}),
        json!({"do": "price", "line": 0, "lot": 0, "text": "1", "more": 1}),
        json!({"do": "price", "line": 0, "lot": 0, "text": 1}),
        json!({"do": "work", "work": "up", "times": 3}),
    ] {
        assert!(serde_json::from_value::<PageAct>(wrong.clone()).is_err(), "{wrong}");
    }
    let act: PageAct =
        serde_json::from_value(json!({"do": "price", "line": 0, "lot": 0, "text": "4711"})).unwrap();
    assert!(!format!("{:?}", Event::Act(Secret(act))).contains("4711"));
}
