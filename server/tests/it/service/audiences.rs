//! One service for all who watch: what each audience sees of one moment follows from its token alone.

use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::token::{Error, Principal, Role, edit};
use ishigaki_proto::organiser::ReplaceGameRequest;
use ishigaki_proto::watch::{
    Audience, GameEntry, GameState, ListGamesRequest, ListGamesResponse, ListRoundsRequest,
    ReadRecordRequest, WatchGameRequest,
};
use ishigaki_proto::wire::{self, event::Fact, feed_item::Body};
use tonic::Status;

use crate::service::fixture::{ServiceFixture, link, reason};
use crate::service::tokens::look;

/// A game that has started, of two of three teams, and one that waits.
const DAY: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }]
    game = [
        { id = "g", scenario = "tiny-2", teams = ["a", "b"], spare = "tiny-2" },
        { id = "final", scenario = "tiny-2", teams = 2, starts = "by-organiser" },
    ]
"#;

/// A hall in whose game team a has sealed one list.
async fn sealed() -> ServiceFixture {
    let fixture = ServiceFixture::with(DAY).await;
    fixture.seat("judge").open_round(1).await.unwrap();
    fixture.seat("a").bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture
}

async fn listed(fixture: &ServiceFixture, name: &str) -> Result<ListGamesResponse, Status> {
    Ok(fixture.link(name).watch().list_games(ListGamesRequest {}).await?.into_inner())
}

/// The feed of the game as far as it goes now.
async fn fed(fixture: &ServiceFixture, name: &str) -> Vec<wire::FeedItem> {
    let mut feed = fixture.items(name, 1).await;
    let mut items = Vec::new();
    loop {
        let item = feed.next().await;
        if matches!(&item.body, Some(Body::Pulse(pulse)) if pulse.caught_up) {
            return items;
        }
        items.push(item);
    }
}

/// The prices of the one list that has been sealed, as far as a feed shows them.
fn prices(items: &[wire::FeedItem]) -> Option<Vec<u64>> {
    items.iter().find_map(|item| match &item.body {
        Some(Body::Event(wire::Event { fact: Some(Fact::BidsSealed(fact)), .. })) => {
            Some(fact.sealed.iter().flat_map(|sealed| &sealed.bids).map(|bid| bid.price).collect())
        }
        _ => None,
    })
}

#[tokio::test]
async fn every_audience_gets_the_feed_that_is_meant_for_it() {
    let fixture = sealed().await;
    let public = fed(&fixture, "board").await;
    assert_eq!(prices(&public), Some(vec![]), "that a list is sealed, and nothing of it");
    for name in ["judge", "organiser", "b"] {
        let seen = fed(&fixture, name).await;
        assert_eq!(prices(&seen), Some(vec![]), "{name}");
        let bodies =
            |items: &[wire::FeedItem]| items.iter().map(|item| item.body.clone()).collect::<Vec<_>>();
        assert_eq!(bodies(&seen), bodies(&public), "{name}");
    }
    assert_eq!(prices(&fed(&fixture, "a").await), Some(vec![20]), "its own");
}

#[tokio::test]
async fn every_audience_lists_the_games_that_are_its_own_and_is_told_what_it_is() {
    let fixture = sealed().await;
    let ids = |list: &ListGamesResponse| list.games.iter().map(|game| game.game.clone()).collect::<Vec<_>>();
    for (name, audience, games) in [
        ("board", Audience::Board, &["g"][..]),
        ("a", Audience::Team, &["g"]),
        ("c", Audience::Team, &[]),
        ("judge", Audience::Judge, &["g", "g-spare", "final"]),
        ("organiser", Audience::Organiser, &["g", "g-spare", "final"]),
    ] {
        let list = listed(&fixture, name).await.unwrap();
        assert_eq!(
            (list.audience(), ids(&list)),
            (audience, games.iter().map(|&id| id.into()).collect()),
            "{name}"
        );
        let is_team = audience == Audience::Team;
        assert_eq!(list.team, if is_team { name } else { "" }, "{name}");
        let leads = matches!(audience, Audience::Judge | Audience::Organiser);
        let teams: Vec<_> = list.teams.iter().map(|team| (team.code.as_str(), team.name.as_str())).collect();
        let all = [("a", "A"), ("b", "B"), ("c", "C")];
        assert_eq!(teams, if leads { &all[..] } else { &[] }, "{name}");
        for GameEntry { spare, seats, clock, .. } in &list.games {
            assert!(leads || (spare.is_empty() && *seats == 0 && clock.is_some()), "{name}");
        }
    }
    let planned = listed(&fixture, "judge").await.unwrap().games;
    let told = |game: &GameEntry| (game.state(), game.spare.clone(), game.seats, game.clock.is_some());
    assert_eq!(
        planned.iter().map(told).collect::<Vec<_>>(),
        [
            (GameState::Started, "g-spare".into(), 0, true),
            (GameState::Waiting, String::new(), 0, false),
            (GameState::Waiting, String::new(), 2, false),
        ]
    );
}

#[tokio::test]
async fn a_spare_is_told_to_everybody_once_it_is_played() {
    let fixture = sealed().await;
    let replace = ReplaceGameRequest { game: "g".into(), reason: "a wrong drawing".into() };
    fixture.link("judge").organiser().replace_game(replace).await.unwrap();
    for name in ["board", "a"] {
        let list = listed(&fixture, name).await.unwrap();
        let told: Vec<_> = list.games.iter().map(|game| (game.game.as_str(), game.spare.as_str())).collect();
        assert_eq!(told, [("g", "g-spare"), ("g-spare", "")], "{name}");
    }
}

#[tokio::test]
async fn whoever_is_no_audience_of_a_game_gets_nothing_of_it() {
    let fixture = sealed().await;
    let (mut standby, mut revoked) = (None, None);
    edit(&fixture.server.tokens(), |store| {
        let principal = |name: &str, role| Principal { name: name.into(), role };
        standby = Some(store.issue(principal("second laptop", Role::Standby), &SystemEntropy)?);
        revoked = Some(store.issue(principal("lost laptop", Role::Board), &SystemEntropy)?);
        store.revoke("lost laptop");
        Ok::<_, Error>(())
    })
    .unwrap();
    let [standby, revoked] = [standby, revoked].map(|token| token.unwrap().reveal().to_owned());
    let foreign = fixture.server.token("c").to_owned();
    let unknown = String::from("ishi.00000000.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    look(&fixture, async || {
        calls(&fixture, &revoked).await.iter().all(|refused| is(refused, "TOKEN_REVOKED"))
    })
    .await;
    for (token, expected) in [
        (standby, "PERMISSION_DENIED"),
        (revoked, "TOKEN_REVOKED"),
        (foreign, "UNKNOWN_GAME"),
        (unknown, "UNAUTHENTICATED"),
    ] {
        for refused in calls(&fixture, &token).await {
            assert!(is(&refused, expected), "{expected}: {refused:?}");
        }
    }
}

fn is(refused: &Status, expected: &str) -> bool {
    reason(refused) == format!("ERROR_REASON_{expected}")
}

/// How every call about game g is refused to whoever holds a token.
async fn calls(fixture: &ServiceFixture, token: &str) -> [Status; 3] {
    let mut client = link(&fixture.server.address(), token).watch();
    let game = || String::from("g");
    let watch = WatchGameRequest { game: game(), from_sequence: 1, ..Default::default() };
    let watched = client.watch_game(watch).await.map(drop).expect_err("no feed");
    let rounds = ListRoundsRequest { game: game(), round: 0 };
    let rounds = client.list_rounds(rounds).await.map(drop).expect_err("no rounds");
    let record = ReadRecordRequest { game: game(), ..Default::default() };
    [watched, rounds, client.read_record(record).await.map(drop).expect_err("no record")]
}
