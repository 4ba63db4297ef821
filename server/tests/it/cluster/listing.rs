//! Lists of games over several servers: what one server says of a game that another one has started a moment ago.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::organiser::StartGameRequest;
use ishigaki_proto::watch::{GameEntry, GameState};

use super::fixture::{ClusterFixture, Server, fault};

/// So many games that wait for the organiser.
const GAMES: usize = 12;

fn contest() -> String {
    let teams = "[[team]]\nid = \"a\"\nname = \"A\"\n[[team]]\nid = \"b\"\nname = \"B\"\n";
    let game = |number| {
        format!("[[game]]\nid = \"g{number}\"\nscenario = \"tiny-2\"\nstarts = \"by-organiser\"\nteams = 2\n")
    };
    format!("{teams}{}", (1..=GAMES).map(game).collect::<String>())
}

async fn start(fixture: &ClusterFixture, server: &Server, game: &str) {
    let teams = vec!["a".into(), "b".into()];
    let start = StartGameRequest { game: game.into(), teams, seats: 0 };
    fixture.link(server, "organiser").organiser().start_game(start).await.unwrap();
}

async fn entry(fixture: &ClusterFixture, server: &Server, game: &str) -> GameEntry {
    let games = fixture.listed(server).await.games;
    games.into_iter().find(|entry| entry.game == game).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_another_server_has_just_started_does_not_wait_in_any_list() {
    let Some(fixture) = ClusterFixture::of(&contest(), &[]) else { return };
    let servers = fixture.serve_together::<2>();
    // Both know each other.
    for server in &servers {
        while fixture.listed(server).await.servers.len() < 2 {
            fixture.turn().await;
        }
    }
    for number in 1..=GAMES {
        let game = format!("g{number}");
        let (one, other) = (&servers[number % 2], &servers[(number + 1) % 2]);
        for server in [one, other] {
            assert_eq!(entry(&fixture, server, &game).await.state(), GameState::Waiting);
        }
        start(&fixture, one, &game).await;
        let told = entry(&fixture, other, &game).await;
        assert_eq!((told.state(), &told.address), (GameState::Elsewhere, &one.address), "{game}");
        assert_eq!(entry(&fixture, one, &game).await.state(), GameState::Started);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_names_no_game_never_goes_into_practice_here_while_the_game_is_elsewhere() {
    let teams = "[[team]]\nid = \"a\"\nname = \"A\"\n[[team]]\nid = \"b\"\nname = \"B\"\n";
    let game = |name, more| {
        format!(
            "[[game]]\nid = \"{name}\"\nscenario = \"tiny-2\"\nclose = \"all-sealed\"\nstarts = \"by-organiser\"\nteams = 2\n{more}"
        )
    };
    let contest = format!("{teams}{}{}", game("real", ""), game("warm-up", "practice = true\n"));
    let Some(fixture) = ClusterFixture::of(&contest, &[]) else { return };
    let [one, other] = fixture.serve_together::<2>();
    for server in [&one, &other] {
        while fixture.listed(server).await.servers.len() < 2 {
            fixture.turn().await;
        }
    }
    start(&fixture, &one, "warm-up").await;
    fixture.open_round(&one, "warm-up").await.unwrap();
    assert_eq!(fixture.bid(&one, ("", "a"), 0).await.unwrap(), 1, "there is no other");
    start(&fixture, &other, "real").await;
    fixture.open_round(&other, "real").await.unwrap();
    while entry(&fixture, &one, "real").await.state() != GameState::Elsewhere {
        fixture.turn().await;
    }
    let refused = fault(&fixture.bid(&one, ("", "a"), 1).await.unwrap_err());
    assert_eq!((refused.reason, &refused.metadata["address"]), (ErrorReason::GameElsewhere, &other.address));
    assert_eq!(fixture.bid(&other, ("", "a"), 0).await.unwrap(), 1);
    // Whether the real one is over is not known here: whoever acts for several games has to name one.
    let judge = fault(&fixture.open_round(&one, "").await.unwrap_err());
    assert_eq!((judge.reason, &judge.metadata["games"][..]), (ErrorReason::MissingField, "real warm-up"));
}
