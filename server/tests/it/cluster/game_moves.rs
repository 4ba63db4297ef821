//! Moves of games by the organiser: one game, or all of a server, but never while a window is open.

use std::net::SocketAddr;

use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::judge::PauseGameRequest;

use super::fixture::{ClusterFixture, fault, is_elsewhere};

#[tokio::test(flavor = "multi_thread")]
async fn game_moves_between_rounds_and_not_in_an_open_window() {
    let Some(fixture) = ClusterFixture::of_games(3) else { return };
    let first = fixture.serve();
    fixture.begin_games(&first, &["g2", "g3"]).await;
    let second = fixture.serve();
    let to = fixture.number(&first, &second).await;
    fixture.open_round(&first, "g1").await.unwrap();
    assert_eq!(fixture.bid(&first, ("g1", "a"), 0).await.unwrap(), 1);
    let refused = fixture.move_game(&first, "g1", to).await.unwrap_err();
    assert_eq!(fault(&refused).reason, ErrorReason::WindowOpen);
    assert_eq!(fixture.bid(&first, ("g1", "a"), 1).await.unwrap(), 2, "it goes on where it is");

    let known = fixture.items(&first, ("g2", "board"), 1).await.unwrap().len();
    fixture.move_game(&first, "g2", to).await.unwrap();
    fixture.serves(&second, 1).await;
    assert_eq!(fixture.served(&second).await, ["g2"]);
    assert_eq!(fixture.items(&second, ("g2", "board"), 1).await.unwrap().len(), known);
    assert!(is_elsewhere(&fixture.items(&first, ("g2", "board"), 1).await.unwrap_err()));

    let unknown = fixture.move_game(&first, "g3", 4_711).await.unwrap_err();
    assert_eq!(fault(&unknown).reason, ErrorReason::UnknownServer);
    let elsewhere = fixture.move_game(&second, "g3", to).await.unwrap_err();
    assert_eq!(fault(&elsewhere).metadata["address"], first.address, "who has it gives it away");
}

#[tokio::test(flavor = "multi_thread")]
async fn drained_server_gives_games_away_between_windows() {
    let Some(fixture) = ClusterFixture::of_games(5) else { return };
    let first = fixture.serve();
    fixture.begin_games(&first, &["g2", "g3", "g4", "g5"]).await;
    fixture.open_round(&first, "g1").await.unwrap();
    let mut second = fixture.serve();
    let number = fixture.number(&second, &first).await;
    fixture.drain(&second, number, false).await.unwrap();
    fixture.serves(&second, 4).await;
    assert_eq!(fixture.served(&first).await, ["g1"], "its window is open");
    // The window closes once all teams have sealed.
    fixture.bid(&first, ("g1", "a"), 0).await.unwrap();
    fixture.bid(&first, ("g1", "b"), 0).await.unwrap();
    fixture.serves(&second, 5).await;
    assert!(fixture.servers(&second).await.iter().any(|one| one.server == number && one.is_draining));
    let to_drained = fixture.move_game(&second, "g2", number).await.unwrap_err();
    assert_eq!(fault(&to_drained).reason, ErrorReason::UnknownServer);

    // A draining server takes games if it is the only one left.
    second.kill();
    fixture.serves(&first, 5).await;
    let again = second.again(&fixture);
    fixture.serves(&again, 5).await;
    fixture.drain(&first, number, true).await.unwrap();
    fixture.move_game(&again, "g2", number).await.unwrap();
    fixture.serves(&first, 1).await;
    let gone = fixture.drain(&first, 4_711, false).await.unwrap_err();
    assert_eq!(fault(&gone).reason, ErrorReason::UnknownServer);
}

/// Returns the metrics of a server that count sealings and refusals.
async fn sealing_figures(metrics: SocketAddr) -> Vec<String> {
    let (_, page) = ishigaki_testkit::metrics(metrics, "/metrics").await;
    let counts = [
        "ishigaki_sealing_seconds_count ",
        "ishigaki_journal_append_seconds_count ",
        "ishigaki_refusals_total{",
    ];
    page.lines()
        .filter(|line| counts.iter().any(|count| line.starts_with(count)))
        .map(str::to_owned)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn metrics_hide_submissions_of_moved_game_before_opening() {
    let Some(fixture) = ClusterFixture::of_games(1) else { return };
    let (first, metrics) = fixture.serve_measured();
    fixture.open_round(&first, "g1").await.unwrap();
    for replaced in 0..3 {
        fixture.bid(&first, ("g1", "a"), replaced).await.unwrap();
    }
    fixture.bid(&first, ("g1", "a"), 0).await.unwrap_err();
    let before = sealing_figures(metrics).await;
    assert!(before.iter().any(|figure| figure == "ishigaki_sealing_seconds_count 0"), "{before:?}");
    let pause = PauseGameRequest { game: "g1".into(), reason: "the cable".into() };
    fixture.link(&first, "judge").judge().pause_game(pause).await.unwrap();
    let second = fixture.serve();
    let to = fixture.number(&first, &second).await;
    fixture.move_game(&first, "g1", to).await.unwrap();
    fixture.serves(&second, 1).await;
    assert!(is_elsewhere(&fixture.bid(&first, ("g1", "a"), 3).await.unwrap_err()));
    assert_eq!(sealing_figures(metrics).await, before);
}
