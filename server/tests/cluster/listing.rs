//! Lists of games over several servers: what one server says of a game that another one has started a moment ago.

use ishigaki_proto::organiser::StartGameRequest;
use ishigaki_proto::watch::{GameEntry, GameState};

use super::fixture::{ClusterFixture, Server};

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
