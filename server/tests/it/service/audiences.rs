//! One service for all watchers: each audience sees what its token allows.

use ishigaki_engine::entropy::SystemEntropy;
use ishigaki_engine::token::{Error, Principal, Role, edit};
use ishigaki_proto::organiser::ReplaceGameRequest;
use ishigaki_proto::watch::{
    Audience, GameEntry, GameState, ListGamesRequest, ListGamesResponse, ListRoundsRequest,
    ReadRecordRequest, ScheduleKind, WatchGameRequest,
};
use tonic::Status;

use crate::service::fixture::{ServiceFixture, link, reason};
use crate::service::tokens::wait_until_seen;

/// A game with two of the three teams that has started, and one that waits.
const DAY: &str = r#"
    team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }]
    game = [
        { id = "g", scenario = "tiny-2", teams = ["a", "b"], spare = "tiny-2" },
        { id = "final", scenario = "tiny-2", teams = 2, starts = "by-organiser" },
    ]
    schedule = [{ start = "12:00", title = "Lunch", title_ja = "昼休み", kind = "break" }]
    answer = [{ text = "See rule A5.", text_ja = "規則A5を見てください。" }]
"#;

/// A server with an open round in which team a has sealed a list.
async fn sealed() -> ServiceFixture {
    let fixture = ServiceFixture::with(DAY).await;
    fixture.seat("judge").open_round(1).await.unwrap();
    fixture.seat("a").bid(1, 0, &[("P", 20)]).await.unwrap();
    fixture
}

async fn listed(fixture: &ServiceFixture, name: &str) -> Result<ListGamesResponse, Status> {
    Ok(fixture.link(name).watch().list_games(ListGamesRequest {}).await?.into_inner())
}

#[tokio::test]
async fn game_list_depends_on_audience() {
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
        assert_eq!(list.answers.len(), usize::from(leads), "{name}");
        let schedule = list.schedule.iter().map(|entry| (entry.start, entry.title.as_str(), entry.kind()));
        assert_eq!(schedule.collect::<Vec<_>>(), [(720, "Lunch", ScheduleKind::Break)], "{name}");
        assert!(list.time_of_day_s < 86_400, "{name}");
        for GameEntry { spare, seats, clock, .. } in &list.games {
            assert!(leads || (spare.is_empty() && *seats == 0 && clock.is_some()), "{name}");
        }
    }
    let planned = listed(&fixture, "judge").await.unwrap().games;
    let entry = |game: &GameEntry| (game.state(), game.spare.clone(), game.seats, game.clock.is_some());
    assert_eq!(
        planned.iter().map(entry).collect::<Vec<_>>(),
        [
            (GameState::Started, "g-spare".into(), 0, true),
            (GameState::Waiting, String::new(), 0, false),
            (GameState::Waiting, String::new(), 2, false),
        ]
    );
}

#[tokio::test]
async fn spare_game_in_play_is_listed_for_board_and_teams() {
    let fixture = sealed().await;
    let replace = ReplaceGameRequest { game: "g".into(), reason: "a wrong drawing".into() };
    fixture.link("judge").organiser().replace_game(replace).await.unwrap();
    for name in ["board", "a"] {
        let list = listed(&fixture, name).await.unwrap();
        let entry: Vec<_> = list.games.iter().map(|game| (game.game.as_str(), game.spare.as_str())).collect();
        assert_eq!(entry, [("g", "g-spare"), ("g-spare", "")], "{name}");
    }
}

#[tokio::test]
async fn tokens_without_access_to_game_are_rejected() {
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
    wait_until_seen(&fixture, async || {
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

/// Returns the refusals of all calls about game g with this token.
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
