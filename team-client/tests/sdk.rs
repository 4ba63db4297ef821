//! The example bot, as it is built, against a real server to the end of a game.
#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

use std::path::Path;
use std::process::{Child, Command, Stdio};

use ishigaki_link::{Audience, Feed, Link, Mirror, Update, connect};
use ishigaki_proto::judge::{self, confirm_lots_request::Choice};
use ishigaki_rules::{Game, Phase, TeamId};
use ishigaki_testkit::TestServer;
use team_client::bot::{Mason, play};
use team_client::{Client, Options};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;
const A: TeamId = TeamId(0);

fn link(server: &TestServer, name: &str) -> Link {
    connect(&server.address().parse().unwrap(), &server.token(name).parse().unwrap())
}

/// Starts the example; cargo builds it with the tests, beside the program.
fn minimal_bot(server: &TestServer) -> Child {
    let program = Path::new(env!("CARGO_BIN_EXE_team-client"));
    let example = program.with_file_name("examples").join("minimal_bot");
    Command::new(example)
        .env("ISHIGAKI_SERVER", format!("http://{}", server.address().trim_start_matches("http://")))
        .env("ISHIGAKI_TOKEN", server.token("a"))
        .stdin(Stdio::null())
        .spawn()
        .unwrap()
}

/// Judges the game to its result; waits for the walls of those who have won stones before it goes on.
async fn judge_to_the_end(server: &TestServer) -> Game {
    let link = link(server, "judge");
    let mut feed = Feed::open(link.clone(), Audience::Judge, "g", 1);
    let mut mirror = Mirror::of("g");
    let mut acted_in = None;
    loop {
        if let Update::Item { item, received } = feed.next().await.unwrap().unwrap() {
            mirror.fold(&item, received).unwrap();
        }
        let Some(game) = mirror.game() else { continue };
        if game.phase() == Phase::Declared {
            return game.clone();
        }
        let has_built =
            |team| game.team(team).is_some_and(|team| team.stones.is_empty() || !team.laid.is_empty());
        let moment = Some((game.phase(), game.janken().len()));
        if acted_in == moment || !game.setup().team_ids().all(has_built) {
            continue;
        }
        acted_in = moment;
        act(&link, game).await;
    }
}

async fn act(link: &Link, game: &Game) {
    let (mut judging, id) = (link.judge(), "g".to_owned());
    match game.phase() {
        Phase::Ready { next } => {
            judging.open_round(judge::OpenRoundRequest { game: id, round: next.0 }).await.unwrap();
        }
        Phase::Confirming => {
            let record = game.current_round().unwrap();
            let request = judge::ConfirmLotsRequest {
                game: id,
                round: record.round.0,
                attempt: record.attempt,
                choice: Some(Choice::All(judge::AllLots {})),
                settlement_digest: None,
            };
            judging.confirm_lots(request).await.unwrap();
        }
        Phase::Building => {
            judging.signal_end(judge::SignalEndRequest { game: id }).await.unwrap();
        }
        Phase::Ended => {
            judging.declare_result(judge::DeclareResultRequest { game: id }).await.unwrap();
        }
        _ => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_minimal_bot_bids_builds_and_sees_the_end() {
    let server = TestServer::start(CONTEST).await;
    let mut bot = minimal_bot(&server);
    let options = Options {
        address: server.address().parse().unwrap(),
        token: server.token("b").parse().unwrap(),
        game: "g".to_owned(),
    };
    let other = tokio::spawn(async move {
        let mut client = Client::connect(options).await.unwrap();
        play(&mut client, Mason::new(3)).await.unwrap();
    });
    let game = judge_to_the_end(&server).await;
    other.await.unwrap();
    let ended = tokio::task::spawn_blocking(move || bot.wait().unwrap()).await.unwrap();
    assert!(ended.success(), "it ends with the game: {ended}");
    for record in game.rounds() {
        let list = record.lists.iter().find(|list| list.team == A).unwrap();
        assert!(!list.bids.is_empty(), "it bids in round {}", record.round);
    }
    let tally = game.tally(A).unwrap();
    assert!(tally.used > 1, "it builds with what it has won: {tally:?}");
}

/// A practice game that runs, and the game that it is for.
const DAY: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [
    { id = "try", scenario = "tiny-2", practice = true },
    { id = "g", scenario = "tiny-2", starts = "by-organiser" },
]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_names_no_game_goes_on_from_practice_to_the_game_and_no_further() {
    let server = TestServer::start(DAY).await;
    let options = |game: &str| Options {
        address: server.address().parse().unwrap(),
        token: server.token("a").parse().unwrap(),
        game: game.to_owned(),
    };
    let named = Client::connect(options("try")).await.unwrap();
    assert!(!named.has_next_game(), "who names a game wants that one");
    let mut client = Client::connect(options("")).await.unwrap();
    assert!(client.id() == "try" && client.has_next_game());
    let judge = link(&server, "judge");
    let abandon = judge::AbandonGameRequest { game: "try".into(), reason: "practised".into() };
    judge.judge().abandon_game(abandon).await.unwrap();
    while client.game().phase() != Phase::Abandoned {
        client.next().await.unwrap();
    }
    let next = tokio::spawn(async move { client.next_game().await.unwrap() });
    let start = ishigaki_proto::organiser::StartGameRequest { game: "g".into(), ..Default::default() };
    judge.organiser().start_game(start).await.unwrap();
    let client = next.await.unwrap();
    assert!(client.id() == "g" && !client.has_next_game());
}
