//! An event on the real server over gRPC: from the roster to the declared ranking, restarts, roles, refusals, the
//! record.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "an event that cannot be set up is a failed test"
)]

mod fixture;
mod group_games;
mod groups;
mod kill;
mod pairing;
mod record;
mod refusals;

use fixture::{EventFixture, facts, folded, reason};
use ishigaki_proto::watch::EventStage;
use ishigaki_proto::{event as wire, watch};
use ishigaki_tournament::Stage;
use tonic::Code;

#[tokio::test]
async fn event_of_24_runs_from_roster_to_declared_ranking() {
    let mut fixture = EventFixture::open().await;
    fixture.draw().await;
    for round in 1..=8 {
        fixture.play(round).await;
        if round == 3 {
            let before = fixture.items(1).await;
            fixture.server.stop().await;
            fixture.server.resume().await;
            assert_eq!(facts(&fixture.items(1).await), facts(&before), "the same feed after a restart");
        }
    }
    let declared = fixture
        .organiser()
        .declare_ranking(wire::DeclareRankingRequest::default())
        .await
        .unwrap()
        .into_inner();
    let items = fixture.items(1).await;
    assert_eq!(u64::try_from(items.len()).unwrap(), declared.item, "the answer names the feed's item");
    let tournament = folded(&items);
    assert_eq!(tournament.stage(), Stage::Declared);
    let ranking = tournament.final_ranking().expect("a final ranking");
    assert_eq!(ranking.rows.len(), 24);
    assert_eq!(ranking.rows[0].place, 1);
    for from in [2, 7, declared.item] {
        let skipped = usize::try_from(from).unwrap() - 1;
        assert_eq!(facts(&fixture.items(from).await), facts(&items)[skipped..], "from item {from}");
    }
    let listed = fixture.listed().await;
    assert_eq!(listed.len(), 1);
    assert_eq!(
        (listed[0].stage(), listed[0].entrants, listed[0].items),
        (EventStage::Declared, 24, declared.item)
    );
}

#[tokio::test]
async fn event_metrics_show_stage_without_player_names() {
    let fixture = EventFixture::open().await;
    fixture.draw().await;
    fixture.pair(1).await;
    let _watching = fixture.watch("a", 1).await;
    let (_, text) = fixture.server.metrics("/metrics").await;
    let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("ishigaki_event")).collect();
    let facts = fixture.items(1).await.len() - 1;
    let expected = [
        r#"ishigaki_events{stage="playing"} 1"#.to_owned(),
        r#"ishigaki_event_stage{event="meijin",stage="playing"} 1"#.to_owned(),
        r#"ishigaki_event_round{event="meijin"} 1"#.to_owned(),
        r#"ishigaki_event_entrants{event="meijin"} 24"#.to_owned(),
        format!(r#"ishigaki_event_facts{{event="meijin"}} {facts}"#),
        r#"ishigaki_event_stopped{event="meijin"} 0"#.to_owned(),
    ];
    for line in &expected {
        assert!(lines.contains(&line.as_str()), "{line}: {lines:#?}");
    }
    assert!(lines.iter().any(|line| line.starts_with("ishigaki_event_watchers")), "{lines:#?}");
    assert!(!text.contains("選手"), "names of players");
    assert_eq!(fixture.server.metrics("/healthz").await.0, "HTTP/1.1 200 OK");
}

#[tokio::test]
async fn roles_watch_same_event_feed_and_get_facts_live() {
    let fixture = EventFixture::open().await;
    let mut feed = fixture.watch("a", 1).await;
    let first = feed.message().await.unwrap().unwrap().item.unwrap();
    assert_eq!(first.sequence, 1);
    fixture.organiser().set_roster(fixture::roster(24)).await.unwrap();
    let names = loop {
        let item = feed.message().await.unwrap().unwrap().item.unwrap();
        if let Some(ishigaki_proto::wire::feed_item::Body::EventFact(event)) = item.body {
            assert!(item.proof.is_some(), "each fact comes with its signed head");
            let Some(wire::event::Fact::RosterSet(set)) = event.fact else { panic!("{event:?}") };
            break set.entrants;
        }
    };
    assert_eq!((names.len(), names[2].name.as_str(), names[2].kana.as_str()), (24, "選手3", "センシュ3"));
    assert_eq!(names[2].rank, "三段");
    assert_eq!((names[2].seed_class, names[0].seed_class), (1, 0));
    for name in ["organiser", "judge", "board", "desk", "referee", "b"] {
        let items = fixture.items_of(name, 1).await;
        assert_eq!(items.len(), 2, "{name} sees all of it");
    }
    let refused = fixture.link("standby").watch().list_events(watch::ListEventsRequest {}).await.unwrap_err();
    assert_eq!(refused.code(), Code::PermissionDenied);
}

#[tokio::test]
async fn roster_commitment_covers_config_and_roster() {
    let fixture = EventFixture::open().await;
    fixture.organiser().set_roster(fixture::roster(24)).await.unwrap();
    let committed =
        fixture.organiser().commit_roster(wire::CommitRosterRequest::default()).await.unwrap().into_inner();
    let config: serde_json::Value = serde_json::from_str(fixture::CONFIG).unwrap();
    let roster: serde_json::Value = serde_json::from_str(&fixture::roster(24).roster).unwrap();
    let expected = ishigaki_preset::commitment(&config, &roster).unwrap();
    assert_eq!(committed.commitment, expected.0);
    let late = fixture.organiser().set_roster(fixture::roster(25)).await.unwrap_err();
    assert_eq!(reason(&late), "WRONG_STAGE");
}
