//! Finished and closed games: they move between servers like all others, and read the same afterwards.

use ishigaki_proto::judge;
use ishigaki_proto::watch::{GameState, ListRoundsRequest, ReadRecordRequest};
use ishigaki_proto::wire::feed_item::Body;
use ishigaki_proto::wire::{self, Phase};
use rustix::process::Signal;

use super::fixture::{ClusterFixture, Server, is_elsewhere};

/// A game of one round and a short countdown.
const SCENARIO: &str = r#"
title = "One round"
money = 60
end_countdown_s = 1
frame = """
####
####
"""
[[round]]
bids = 3
wins = 2
window_s = 60
close = "all-sealed"
[[stone]]
id = "P"
min_price = 1
shape = """
##
##
"""
[[stone]]
id = "I"
min_price = 1
shape = """
####
"""
"#;

const READERS: [&str; 4] = ["a", "b", "board", "judge"];

/// A contest with this many games of one round.
fn contest(games: usize) -> String {
    let teams = "[[team]]\nid = \"a\"\nname = \"A\"\n[[team]]\nid = \"b\"\nname = \"B\"\n";
    let game = |number| format!("[[game]]\nid = \"g{number}\"\nscenario = \"one.toml\"\n");
    format!("{teams}{}", (1..=games).map(game).collect::<String>())
}

/// A feed item without its clock: number, body, derived data, signed head.
type Item = (u64, Option<Body>, Option<wire::Derived>, Option<wire::Proof>);

#[derive(Debug, PartialEq)]
struct Reading {
    feeds: Vec<Vec<Item>>,
    lines: Vec<String>,
    rounds: Vec<wire::OpenedRound>,
    phase: Phase,
}

async fn feed(fixture: &ClusterFixture, server: &Server, game: (&str, &str), from: u64) -> Vec<Item> {
    let items = fixture.items(server, game, from).await.unwrap();
    items.into_iter().map(|item| (item.sequence, item.body, item.derived, item.proof)).collect()
}

async fn phase(fixture: &ClusterFixture, server: &Server, game: &str) -> Phase {
    let games = fixture.listed(server).await.games;
    let entry = games.into_iter().find(|entry| entry.game == game).unwrap();
    assert_eq!(entry.state(), GameState::Started, "{game}");
    entry.clock.unwrap().phase()
}

async fn read(fixture: &ClusterFixture, server: &Server, game: &str) -> Reading {
    let phase = phase(fixture, server, game).await;
    let mut feeds = Vec::new();
    for name in READERS {
        feeds.push(feed(fixture, server, (game, name), 1).await);
    }
    let mut watch = fixture.link(server, "board").watch();
    let request = ReadRecordRequest { game: game.into(), from_line: 1, limit: 0 };
    let lines = watch.read_record(request).await.unwrap().into_inner().lines;
    let request = ListRoundsRequest { game: game.into(), round: 0 };
    let rounds = watch.list_rounds(request).await.unwrap().into_inner().rounds;
    Reading { feeds, lines, rounds, phase }
}

/// Asserts that every feed of the game can be resumed from any of its items.
async fn resumes(fixture: &ClusterFixture, server: &Server, game: &str, reading: &Reading) {
    for (name, whole) in READERS.into_iter().zip(&reading.feeds) {
        for (place, (sequence, ..)) in whole.iter().enumerate() {
            let rest = feed(fixture, server, (game, name), *sequence).await;
            assert_eq!(rest, whole[place..], "{game}, {name}, from {sequence}");
        }
    }
}

async fn play_to_result(fixture: &ClusterFixture, server: &Server, game: &str) {
    fixture.begin_games(server, &[game]).await;
    let mut judging = fixture.link(server, "judge").judge();
    let game = || String::from(game);
    until(fixture, server, &game(), Phase::Confirming).await;
    let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let confirm =
        judge::ConfirmLotsRequest { game: game(), round: 1, attempt: 1, choice, settlement_digest: None };
    judging.confirm_lots(confirm).await.unwrap();
    judging.signal_end(judge::SignalEndRequest { game: game() }).await.unwrap();
    until(fixture, server, &game(), Phase::Ended).await;
    judging.declare_result(judge::DeclareResultRequest { game: game() }).await.unwrap();
}

async fn until(fixture: &ClusterFixture, server: &Server, game: &str, wanted: Phase) {
    while phase(fixture, server, game).await != wanted {
        fixture.turn().await;
    }
}

async fn abandon(fixture: &ClusterFixture, server: &Server, game: &str) {
    let request = judge::AbandonGameRequest { game: game.into(), reason: "the hall is on fire".into() };
    fixture.link(server, "judge").judge().abandon_game(request).await.unwrap();
}

fn opened(server: &Server, game: &str) -> usize {
    let log = server.log();
    let of_game =
        |line: &&str| line.contains(&format!("game=\"{game}\"")) || line.contains(&format!("game={game} "));
    log.lines().filter(|line| line.contains("finished game opened on request")).filter(of_game).count()
}

/// Serves four finished games, one of them with a result. The server has read none of them since its start.
async fn over() -> Option<(ClusterFixture, Server, Vec<(&'static str, Reading)>)> {
    let fixture = ClusterFixture::of(&contest(4), &[("one.toml", SCENARIO)])?;
    let mut first = fixture.serve();
    fixture.serves(&first, 4).await;
    play_to_result(&fixture, &first, "g1").await;
    fixture.begin_games(&first, &["g2", "g3"]).await;
    for game in ["g2", "g3", "g4"] {
        abandon(&fixture, &first, game).await;
    }
    let mut readings = Vec::new();
    for game in ["g1", "g2", "g3", "g4"] {
        readings.push((game, read(&fixture, &first, game).await));
    }
    assert_eq!(readings[0].1.phase, Phase::Declared);
    // Checkpoints are written behind the journal's other requests, so these reads ensure that they exist.
    first.stop();
    let first = first.again(&fixture);
    fixture.serves(&first, 4).await;
    Some((fixture, first, readings))
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_games_of_a_killed_server_are_read_elsewhere() {
    let Some((fixture, mut first, readings)) = over().await else { return };
    let second = fixture.serve();
    fixture.number(&second, &first).await;
    assert!(fixture.served(&second).await.is_empty(), "what is over stays where it is");
    first.kill();
    fixture.serves(&second, 4).await;
    for &(game, ref before) in &readings {
        assert_eq!(phase(&fixture, &second, game).await, before.phase, "{game}");
        assert_eq!(opened(&second, game), 0, "{game}: a list opens nothing");
    }
    for &(game, ref before) in &readings {
        assert_eq!(read(&fixture, &second, game).await, *before, "{game}");
        assert_eq!(opened(&second, game), 1, "{game}: it was closed");
        resumes(&fixture, &second, game, before).await;
    }
    assert!(second.log().contains("TOOK OVER games of another server"), "{}", second.log());

    // The first server comes back, but the second one keeps the games.
    let first = first.again(&fixture);
    let places = fixture.settled(&[&first, &second]).await;
    assert!(places.values().all(|place| *place == 1), "{places:?}");
    for &(game, _) in &readings {
        assert!(is_elsewhere(&fixture.items(&first, (game, "board"), 1).await.unwrap_err()), "{game}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_game_of_a_sleeping_server_is_taken_over() {
    let Some((fixture, first, readings)) = over().await else { return };
    let second = fixture.serve();
    let number = fixture.number(&second, &first).await;
    first.signal(Signal::STOP);
    // The requests are sent while the server sleeps, and answered after the takeover.
    let asleep = READERS.map(|name| fixture.items(&first, ("g1", name), 1));
    let [a, b, board, judge] = asleep;
    let taken = async {
        fixture.serves(&second, 4).await;
        for &(game, ref before) in &readings[..2] {
            assert_eq!(read(&fixture, &second, game).await, *before, "{game}");
        }
        first.signal(Signal::CONT);
    };
    let (a, b, board, judge, ()) = tokio::join!(a, b, board, judge, taken);
    for (name, answer) in READERS.into_iter().zip([a, b, board, judge]) {
        assert!(
            is_elsewhere(&answer.unwrap_err()),
            "{name}: the sleeper shows nothing of what another one has"
        );
    }
    fixture.rejoins_without_games(&second, &first, number).await;
    assert_eq!(opened(&first, "g1"), 0, "it has opened nothing");

    // Opened and closed games on the other server can both be moved back by hand.
    let to = fixture.number(&second, &first).await;
    for &(game, ref before) in [&readings[0], &readings[3]] {
        fixture.move_game(&second, game, to).await.unwrap();
        fixture.settled(&[&first, &second]).await;
        assert_eq!(read(&fixture, &first, game).await, *before, "{game}");
        resumes(&fixture, &first, game, before).await;
        assert!(is_elsewhere(&fixture.items(&second, (game, "board"), 1).await.unwrap_err()), "{game}");
    }
    assert_eq!((opened(&second, "g1"), opened(&second, "g4")), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn drained_server_gives_away_closed_games_under_reads() {
    let Some((fixture, first, readings)) = over().await else { return };
    let second = fixture.serve();
    let number = fixture.number(&second, &first).await;
    let drained = async {
        fixture.drain(&first, number, false).await.unwrap();
        fixture.settled(&[&first, &second]).await
    };
    // A call may arrive at the very moment when the game moves.
    let reads = async {
        loop {
            let mut is_all_gone = true;
            for &(game, _) in &readings {
                is_all_gone &= fixture.items(&first, (game, "board"), 1).await.is_err();
            }
            if is_all_gone {
                break;
            }
        }
    };
    tokio::join!(drained, reads);
    fixture.serves(&second, 4).await;
    for &(game, ref before) in &readings {
        assert_eq!(read(&fixture, &second, game).await, *before, "{game}");
    }
}
