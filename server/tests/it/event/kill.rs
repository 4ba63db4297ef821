//! The real server binary, killed during an event.

use std::fs;

use ishigaki_client::{Link, connect};
use ishigaki_proto::event as wire;
use ishigaki_proto::watch::{EventStage, ListEventsRequest, WatchEventRequest};
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_testkit::Operator;

use super::fixture::{CONFIG, CONTEST, DIGITS, SEEDS, card, folded, reason, roster};

const SERVE: [&str; 3] = ["--folder", "day", "--plaintext"];

#[tokio::test]
async fn acknowledged_slip_survives_kill() {
    let operator = Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), CONTEST);
    let token = operator.token("organiser");
    let mut server = operator.serve(&SERVE);
    let address = server.url().parse().unwrap();
    // Opens a new connection for each call, because a call on a connection cut by a kill fails.
    let link = || -> Link { connect(&address, &token.parse().unwrap()) };
    let create = wire::CreateEventRequest { event: "meijin".into(), config: CONFIG.into() };
    link().event_organiser().create_event(create).await.unwrap();
    server = operator.restart(server, &SERVE);
    link().event_organiser().set_roster(roster(24)).await.unwrap();
    server = operator.restart(server, &SERVE);
    link().event_organiser().commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
    let results = DIGITS.map(str::to_owned).into();
    let digits = wire::EnterDigitsRequest { event: String::new(), results };
    link().event_organiser().enter_digits(digits).await.unwrap();
    for (number, player) in (1..).zip(SEEDS) {
        let slip = wire::DrawSlipRequest { player, number, ..Default::default() };
        link().desk().draw_slip(slip).await.unwrap();
    }
    link().event_organiser().make_leagues(wire::MakeLeaguesRequest::default()).await.unwrap();
    let pair = wire::PairRoundRequest { round: 1, ..Default::default() };
    link().event_organiser().pair_round(pair).await.unwrap();
    let watch = WatchEventRequest { event: "meijin".into(), from_sequence: 1 };
    let mut feed = link().watch().watch_event(watch).await.unwrap().into_inner();
    let mut items = Vec::new();
    loop {
        let item = feed.message().await.unwrap().unwrap().item.unwrap();
        if matches!(item.body, Some(Body::Pulse(_))) {
            break;
        }
        items.push(item);
    }
    let (_, a, b) = folded(&items).rounds()[0].games().next().unwrap();
    let slip = Some(card(a.0 + 1, b.0 + 1));
    let result = wire::EnterResultRequest { round: 1, slip, ..Default::default() };
    link().desk().enter_result(result.clone()).await.unwrap();
    server = operator.restart(server, &SERVE);
    let again = link().desk().enter_result(result).await.unwrap_err();
    assert_eq!(reason(&again), "ALREADY_ENTERED", "what was acknowledged is there");
    let listed = link().watch().list_events(ListEventsRequest {}).await.unwrap().into_inner().events;
    assert_eq!((listed[0].stage(), listed[0].round), (EventStage::Playing, 1));
    drop(server);
    let text = operator.done(&["transcript", "meijin", "--folder", "day"]);
    let file = operator.home().join("meijin.jsonl");
    fs::write(&file, &text).unwrap();
    operator.done(&["verify", "meijin.jsonl", "--partial"]);
    assert_published(&operator);
    let changed = text.replacen(r#""results":["407""#, r#""results":["408""#, 1);
    assert_ne!(changed, text);
    fs::write(&file, changed).unwrap();
    let output = operator.run(&["verify", "meijin.jsonl", "--partial"]);
    assert!(!output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

fn assert_published(operator: &Operator) {
    assert!(operator.done(&["log", "meijin", "--folder", "day"]).contains("(TD6)"));
    let kept = operator.done(&["log", "--transcript", "meijin.jsonl", "--partial", "--json"]);
    let last: serde_json::Value = serde_json::from_str(kept.lines().last().unwrap()).unwrap();
    let (fact, token) = (&last["fact"]["fact"], &last["token"]);
    assert_eq!((fact, token), (&"result_entered".into(), &"organiser".into()), "{last}");
}

#[tokio::test]
async fn restart_keeps_the_organisers_acknowledged_roster() {
    let player = |at| format!("[[team]]\nid = \"p{at}\"\nname = \"P{at}\"\n");
    let players = (1..=8).map(player).collect::<Vec<_>>().concat();
    let contest =
        format!("[[event]]\nid = \"meijin\"\npreset = \"M42\"\nlottery_date = \"2026-12-05\"\n{players}");
    let operator = Operator::new(env!("CARGO_BIN_EXE_ishigaki-server"), &contest);
    let token = operator.token("organiser");
    let server = operator.serve(&SERVE);
    let address = server.url().parse().unwrap();
    let link = || -> Link { connect(&address, &token.parse().unwrap()) };
    let entrants = async || {
        let watch = WatchEventRequest { event: "meijin".into(), from_sequence: 1 };
        let mut feed = link().watch().watch_event(watch).await.unwrap().into_inner();
        let mut rosters = Vec::new();
        loop {
            match feed.message().await.unwrap().unwrap().item.unwrap().body {
                Some(Body::Pulse(_)) => break rosters,
                Some(Body::EventFact(fact)) => {
                    if let Some(wire::event::Fact::RosterSet(set)) = fact.fact {
                        rosters.push(set.entrants.len());
                    }
                }
                _ => {}
            }
        }
    };
    assert_eq!(entrants().await, [8], "the contest file's");
    link().event_organiser().set_roster(roster(24)).await.unwrap();
    let _server = operator.restart(server, &SERVE);
    assert_eq!(entrants().await, [8, 24]);
}
