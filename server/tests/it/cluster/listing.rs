//! Lists of games on several servers: entries for a game that another server has just started.

use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::organiser::StartGameRequest;
use ishigaki_proto::watch::{GameEntry, GameState};

use super::fixture::{ClusterFixture, Server, fault};

/// Number of games that wait for the organiser.
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
async fn game_just_started_elsewhere_is_listed_as_elsewhere() {
    let Some(fixture) = ClusterFixture::of(&contest(), &[]) else { return };
    let servers = fixture.serve_together::<2>();
    // Wait until both know each other.
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
        let mut listed = entry(&fixture, other, &game).await;
        while listed.address.is_empty() {
            assert_eq!(listed.state(), GameState::Elsewhere, "{game}");
            fixture.turn().await;
            listed = entry(&fixture, other, &game).await;
        }
        assert_eq!((listed.state(), &listed.address), (GameState::Elsewhere, &one.address), "{game}");
        // A slow server may have to renew its lease first.
        while entry(&fixture, one, &game).await.state() != GameState::Started {
            fixture.turn().await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unnamed_list_never_goes_to_practice_with_the_game_elsewhere() {
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
    // This server doesn't know whether the real game is over, so a judge of several games has to name one.
    let judge = fault(&fixture.open_round(&one, "").await.unwrap_err());
    assert_eq!((judge.reason, &judge.metadata["games"][..]), (ErrorReason::MissingField, "real warm-up"));
}
