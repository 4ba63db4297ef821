//! Lists of games over several servers: what one server says of a game that another one has started a moment ago.

use ishigaki_proto::organiser::StartGameRequest;
use ishigaki_proto::watch::{GameEntry, GameState};

use super::hall::{Hall, Server};

/// So many games that wait for the organiser.
const GAMES: usize = 12;

fn contest() -> String {
    let teams = "[[team]]\nid = \"a\"\nname = \"A\"\n[[team]]\nid = \"b\"\nname = \"B\"\n";
    let game = |number| {
        format!("[[game]]\nid = \"g{number}\"\nscenario = \"tiny-2\"\nstarts = \"by-organiser\"\nteams = 2\n")
    };
    format!("{teams}{}", (1..=GAMES).map(game).collect::<String>())
}

async fn start(hall: &Hall, server: &Server, game: &str) {
    let teams = vec!["a".into(), "b".into()];
    let start = StartGameRequest { game: game.into(), teams, seats: 0 };
    hall.link(server, "organiser").organiser().start_game(start).await.unwrap();
}

async fn entry(hall: &Hall, server: &Server, game: &str) -> GameEntry {
    let games = hall.listed(server).await.games;
    games.into_iter().find(|entry| entry.game == game).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_another_server_has_just_started_does_not_wait_in_any_list() {
    let Some(hall) = Hall::of(&contest(), &[]) else { return };
    let servers = hall.serve_together::<2>();
    // Both know each other.
    for server in &servers {
        while hall.listed(server).await.servers.len() < 2 {
            hall.turn().await;
        }
    }
    for number in 1..=GAMES {
        let game = format!("g{number}");
        let (one, other) = (&servers[number % 2], &servers[(number + 1) % 2]);
        for server in [one, other] {
            assert_eq!(entry(&hall, server, &game).await.state(), GameState::Waiting);
        }
        start(&hall, one, &game).await;
        let told = entry(&hall, other, &game).await;
        assert_eq!((told.state(), &told.address), (GameState::Elsewhere, &one.address), "{game}");
        assert_eq!(entry(&hall, one, &game).await.state(), GameState::Started);
    }
}
