//! The organiser's calls: waiting games, finals with teams named at the start, spare games (`G4`).

use ishigaki_proto::fault::Fault;
use ishigaki_proto::organiser::{ReplaceGameRequest, StartGameRequest};
use ishigaki_proto::watch::{GameEntry, GameState, ListGamesRequest};
use ishigaki_proto::{judge, watch};
use tonic::{Code, Status};

use crate::service::fixture::{ServiceFixture, reason};

const DAY: &str = r#"
    team = [
        { id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }, { id = "d", name = "D" },
    ]
    game = [
        { id = "heat-1", scenario = "tiny-2", teams = ["a", "b"], spare = "tiny-2" },
        { id = "heat-2", scenario = "tiny-2", teams = ["c", "d"] },
        { id = "final", scenario = "tiny-2", teams = 2, starts = "by-organiser", spare = "tiny-2" },
    ]
"#;

async fn list(fixture: &ServiceFixture) -> Vec<GameEntry> {
    fixture.link("organiser").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games
}

async fn start(fixture: &ServiceFixture, game: &str, teams: &[&str]) -> Result<GameEntry, Status> {
    let teams = teams.iter().map(|team| (*team).to_owned()).collect();
    let request = StartGameRequest { game: game.into(), teams, seats: 0 };
    let answer = fixture.link("organiser").organiser().start_game(request).await?;
    Ok(answer.into_inner().game.unwrap())
}

async fn replace(fixture: &ServiceFixture, game: &str, reason: &str) -> Result<GameEntry, Status> {
    let request = ReplaceGameRequest { game: game.into(), reason: reason.into() };
    let answer = fixture.link("organiser").organiser().replace_game(request).await?;
    Ok(answer.into_inner().game.unwrap())
}

async fn games_of(fixture: &ServiceFixture, name: &str) -> Vec<String> {
    let answer = fixture.link(name).watch().list_games(ListGamesRequest {}).await.unwrap();
    answer.into_inner().games.into_iter().map(|game| game.game).collect()
}

#[tokio::test]
async fn organiser_starts_waiting_games_with_named_teams() {
    let mut fixture = ServiceFixture::with(DAY).await;
    let states: Vec<_> = list(&fixture).await.iter().map(|game| (game.game.clone(), game.state())).collect();
    let expected = [
        ("heat-1", GameState::Started),
        ("heat-1-spare", GameState::Waiting),
        ("heat-2", GameState::Started),
        ("final", GameState::Waiting),
        ("final-spare", GameState::Waiting),
    ];
    assert_eq!(states, expected.map(|(id, state)| (id.to_owned(), state)));
    assert_eq!(games_of(&fixture, "a").await, ["heat-1"], "a game that waits is not seen");
    assert_eq!(
        reason(&start(&fixture, "final", &["a", "zz"]).await.unwrap_err()),
        "ERROR_REASON_UNKNOWN_TEAM"
    );
    assert!(start(&fixture, "final", &[]).await.is_err(), "its teams are to be named");
    let entry = start(&fixture, "final", &["d", "a"]).await.unwrap();
    assert_eq!((entry.state(), entry.teams.as_slice()), (GameState::Started, &["d".into(), "a".into()][..]));
    let again = start(&fixture, "final", &["d", "a"]).await.unwrap_err();
    assert_eq!((again.code(), reason(&again)), (Code::FailedPrecondition, "ERROR_REASON_ALREADY_STARTED"));
    assert_eq!(games_of(&fixture, "a").await, ["heat-1", "final"]);
    let open = judge::OpenRoundRequest { game: "final".into(), round: 1 };
    fixture.link("judge").judge().open_round(open).await.unwrap();
    fixture.server.stop().await;
    fixture.server.resume().await;
    let after: Vec<_> = list(&fixture).await.iter().map(|game| (game.state(), game.teams.clone())).collect();
    assert_eq!(after[3], (GameState::Started, vec!["d".to_owned(), "a".to_owned()]), "the journal knows");
    assert_eq!(after[1].0, GameState::Waiting);
}

#[tokio::test]
async fn abandoned_game_is_replaced_by_its_spare() {
    let fixture = ServiceFixture::with(DAY).await;
    assert_eq!(reason(&replace(&fixture, "heat-2", "x").await.unwrap_err()), "ERROR_REASON_NO_SPARE");
    assert_eq!(reason(&replace(&fixture, "heat-1", " ").await.unwrap_err()), "ERROR_REASON_NO_REASON");
    let spare = replace(&fixture, "heat-1", "the drawing was wrong").await.unwrap();
    assert_eq!((spare.game.as_str(), spare.teams.len()), ("heat-1-spare", 2));
    assert_eq!(games_of(&fixture, "a").await, ["heat-1", "heat-1-spare"], "the abandoned one is kept");
    let again = replace(&fixture, "heat-1", "again").await.unwrap_err();
    assert_eq!(reason(&again), "ERROR_REASON_ALREADY_STARTED");
    let abandoned = list(&fixture).await[0].clock.unwrap().phase();
    assert_eq!(abandoned.as_str_name(), "PHASE_ABANDONED");
}

#[tokio::test]
async fn judge_starts_and_replaces_games_and_others_may_not() {
    let fixture = ServiceFixture::with(DAY).await;
    let mut judge = fixture.link("judge").organiser();
    let games =
        fixture.link("judge").watch().list_games(ListGamesRequest {}).await.unwrap().into_inner().games;
    assert_eq!(games.len(), 5, "those that wait included");
    let teams = vec!["a".into(), "d".into()];
    judge.start_game(StartGameRequest { game: "final".into(), teams, seats: 0 }).await.unwrap();
    let request = ReplaceGameRequest { game: "heat-1".into(), reason: "a torn frame".into() };
    judge.replace_game(request).await.unwrap();
    let mut board = fixture.link("board").watch();
    let request = watch::ReadRecordRequest { game: "heat-1".into(), from_line: 2, limit: 1 };
    let line = board.read_record(request).await.unwrap().into_inner().lines.remove(0);
    assert!(line.contains(r#""by":"judge","principal":"judge","fact":{"fact":"game_abandoned""#), "{line}");
    for name in ["a", "board"] {
        let request = StartGameRequest { game: "final".into(), ..Default::default() };
        let refused = fixture.link(name).organiser().start_game(request).await.unwrap_err();
        assert_eq!(refused.code(), Code::PermissionDenied, "{name}");
    }
}

#[tokio::test]
async fn game_with_open_seats_takes_the_planned_number_of_teams() {
    let fixture = ServiceFixture::with(DAY).await;
    for (game, teams, named) in [
        ("final", &["a"][..], "1"),
        ("final", &["a", "b", "c"], "3"),
        ("final", &["a", "a"], "1"),
        ("final", &[], "0"),
        ("final-spare", &["c"], "1"),
    ] {
        let refused = start(&fixture, game, teams).await.unwrap_err();
        assert_eq!(reason(&refused), "ERROR_REASON_WRONG_SEATS", "{teams:?}");
        assert_eq!(Fault::from_status(&refused).unwrap().figure("named"), Some(named), "{teams:?}");
    }
    assert!(list(&fixture).await[3].clock.is_none(), "nothing has started");
}

#[tokio::test]
async fn other_number_of_teams_needs_a_stated_number_of_seats() {
    let fixture = ServiceFixture::with(DAY).await;
    let three = |seats| StartGameRequest {
        game: "final".into(),
        teams: ["a", "b", "c"].map(str::to_owned).into(),
        seats,
    };
    let mut organiser = fixture.link("organiser").organiser();
    let refused = organiser.start_game(three(4)).await.unwrap_err();
    let fault = Fault::from_status(&refused).unwrap();
    assert_eq!((fault.figure("seats"), fault.figure("named")), (Some("4"), Some("3")));
    let started = organiser.start_game(three(3)).await.unwrap().into_inner().game.unwrap();
    assert_eq!(started.teams, ["a", "b", "c"]);
}

#[tokio::test]
async fn spare_is_played_by_its_games_teams() {
    let fixture = ServiceFixture::with(DAY).await;
    assert_eq!(list(&fixture).await[4].teams.len(), 0, "nobody knows who plays the final");
    start(&fixture, "final", &["d", "b"]).await.unwrap();
    assert_eq!(list(&fixture).await[4].teams, ["d", "b"]);
    let abandon = judge::AbandonGameRequest { game: "final".into(), reason: "a wrong drawing".into() };
    fixture.link("judge").judge().abandon_game(abandon).await.unwrap();
    assert_eq!(start(&fixture, "final-spare", &[]).await.unwrap().teams, ["d", "b"]);
}
