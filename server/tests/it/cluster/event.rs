//! An event with its games: both move together, and the server that holds them creates and counts the games.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::organiser::ReplaceGameRequest;
use ishigaki_proto::watch::{ListEventsRequest, WatchEventRequest};
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::{event as wire, judge};

use super::fixture::{ClusterFixture, Server, fault};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" }]
event = [{ id = "cup", plan = "plan.toml", lottery_date = "2026-12-05", close = "all-sealed" }]

[[game]]
id = "practice"
scenario = "tiny-2"
practice = true
teams = ["a", "b"]
"#;

const NO_EVENT: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]

[[game]]
id = "practice"
scenario = "tiny-2"
practice = true
"#;

const PLAN: &str = r#"
name = "cup"
title = "The cup"
lottery = [{ name = "one", digits = 3 }, { name = "two", digits = 4 }, { name = "three", digits = 4 }, { name = "four", digits = 4 }]

[[stage]]
name = "heats"
roster = true
groups = 2
per_group = 0
game = [{ scenario = "tiny-2", spare = "tiny-2" }]
"#;

async fn items(fixture: &ClusterFixture, server: &Server) -> Result<usize, tonic::Status> {
    let watch = WatchEventRequest { event: "cup".into(), from_sequence: 1 };
    let mut feed = fixture.link(server, "board").watch().watch_event(watch).await?.into_inner();
    let mut count = 0;
    while let Some(message) = feed.message().await? {
        if matches!(message.item.unwrap().body, Some(Body::Pulse(_))) {
            break;
        }
        count += 1;
    }
    Ok(count)
}

async fn draw(fixture: &ClusterFixture, server: &Server) {
    let organiser = || fixture.link(server, "organiser").event_organiser();
    organiser().commit_roster(wire::CommitRosterRequest::default()).await.unwrap();
    let results = ["271", "0314", "9265", "8281"].map(str::to_owned).into();
    let digits = wire::EnterDigitsRequest { event: "cup".into(), results };
    organiser().enter_digits(digits).await.unwrap();
    organiser()
        .draw_groups(wire::DrawGroupsRequest { event: "cup".into(), stage: 1, ..Default::default() })
        .await
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn event_is_taken_over_with_its_games() {
    let Some(fixture) = ClusterFixture::of(CONTEST, &[("plan.toml", PLAN)]) else { return };
    let mut first = fixture.serve();
    let (second, third) = (fixture.serve(), fixture.serve());
    draw(&fixture, &first).await;
    loop {
        let here = fixture.served(&first).await;
        if ["cup-heats-1", "cup-heats-2"].iter().all(|game| here.contains(&(*game).to_owned())) {
            break;
        }
    }
    let known = items(&fixture, &first).await.unwrap();
    let elsewhere = fault(&items(&fixture, &second).await.unwrap_err());
    assert_eq!(
        (elsewhere.reason, &elsewhere.metadata["address"]),
        (ErrorReason::GameElsewhere, &first.address)
    );

    first.kill();
    let (holder, other) = loop {
        if items(&fixture, &second).await.is_ok() {
            break (&second, &third);
        }
        if items(&fixture, &third).await.is_ok() {
            break (&third, &second);
        }
    };
    assert_eq!(items(&fixture, holder).await.unwrap(), known);
    let here = fixture.serves(holder, 2).await;
    assert!(["cup-heats-1", "cup-heats-2"].iter().all(|game| here.contains(&(*game).to_owned())), "{here:?}");
    let refused = fixture.items(other, ("cup-heats-1", "board"), 1).await.unwrap_err();
    assert_eq!(fault(&refused).metadata["address"], holder.address);
    let unnamed = wire::CommitRosterRequest::default();
    let refused =
        fixture.link(other, "organiser").event_organiser().commit_roster(unnamed).await.unwrap_err();
    assert_eq!(fault(&refused).metadata["address"], holder.address, "also where it is not named");

    // The event's reconciler runs on the server that holds the event.
    let abandon = judge::AbandonGameRequest { game: "cup-heats-1".into(), reason: "a flood".into() };
    fixture.link(holder, "judge").judge().abandon_game(abandon).await.unwrap();
    let ruling = ReplaceGameRequest { game: "cup-heats-1".into(), reason: "a flood".into() };
    let spare =
        fixture.link(holder, "judge").organiser().replace_game(ruling).await.unwrap().into_inner().game;
    assert_eq!(spare.unwrap().game, "cup-heats-1-spare");

    // Moving one of its games moves the whole event.
    let to = fixture.number(holder, other).await;
    fixture.move_game(holder, "cup-heats-2", to).await.unwrap();
    let moved = ["cup-heats-1", "cup-heats-1-spare", "cup-heats-2"];
    loop {
        let here = fixture.served(other).await;
        if moved.iter().all(|game| here.contains(&(*game).to_owned())) && items(&fixture, other).await.is_ok()
        {
            break;
        }
    }
    let events =
        fixture.link(holder, "board").watch().list_events(ListEventsRequest {}).await.unwrap().into_inner();
    assert_eq!(events.events.len(), 0, "each lists its own");
}

#[tokio::test(flavor = "multi_thread")]
async fn event_with_prefix_of_another_name_survives_failover() {
    let Some(fixture) = ClusterFixture::of(NO_EVENT, &[]) else { return };
    let mut server = fixture.serve();
    let config = r#"{"preset":"O18","lottery_date":"2026-12-05","seed_mode":"lcg"}"#;
    for event in ["cup", "cup-b", "cup-b-2"] {
        let create = wire::CreateEventRequest { event: event.into(), config: config.into() };
        fixture.link(&server, "organiser").event_organiser().create_event(create).await.unwrap();
    }
    server.kill();
    let second = fixture.serve();
    loop {
        let listed = fixture.link(&second, "board").watch().list_events(ListEventsRequest {}).await;
        if listed.unwrap().into_inner().events.len() == 3 {
            break;
        }
        fixture.turn().await;
    }
}
