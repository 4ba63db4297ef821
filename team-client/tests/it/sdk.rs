//! The example bot, as it is built, against a real server to the end of a game.

use std::path::Path;
use std::process::{Child, Command, Stdio};

use ishigaki_client::receipts::MissingSealing;
use ishigaki_client::{Feed, Link, Mirror, Update, connect};
use ishigaki_prerequisite::has_python;
use ishigaki_proto::fault::ErrorReason;
use ishigaki_proto::judge::{self, confirm_lots_request::Choice};
use ishigaki_rules::auction::Bid;
use ishigaki_rules::wall::{Placement, Placing, Spot};
use ishigaki_rules::{Cell, Game, Phase, Revision, StoneId, TeamId, Tsuyama, Turn};
use ishigaki_strategy::bot::{Mason, play};
use ishigaki_testkit::TestServer;
use team_client_sdk::{CallError, Client, Error, FeedChange, Options};

const CONTEST: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2", close = "all-sealed" }]
"#;
const A: TeamId = TeamId(0);

fn link(server: &TestServer, name: &str) -> Link {
    connect(&server.address().parse().unwrap(), &server.token(name).parse().unwrap())
}

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
    let mut feed = Feed::open(link.clone(), "g", 1);
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

/// Plays the bot of team `a`, a process, against a mason to the end of the game; it bids in every round and builds.
async fn plays_to_the_end(server: &TestServer, mut bot: Child) {
    let options = options(server, "b");
    let other = tokio::spawn(async move {
        let mut client = Client::connect(options).await.unwrap();
        play(&mut client, Mason::new(3)).await.unwrap();
    });
    let game = judge_to_the_end(server).await;
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

#[tokio::test(flavor = "multi_thread")]
async fn minimal_bot_plays_game_to_end() {
    let server = TestServer::start(CONTEST).await;
    let bot = minimal_bot(&server);
    plays_to_the_end(&server, bot).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn python_line_bot_plays_game_to_end() {
    if !has_python() {
        return;
    }
    let server = TestServer::start(CONTEST).await;
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/python/line_bot.py");
    let bot = Command::new(env!("CARGO_BIN_EXE_team-client"))
        .args(["bot", "--json", "--decision-ms", "60000", "--game-ms", "600000"])
        .args(["--exec", &format!("python3 '{example}'")])
        .current_dir(folder.path())
        .env("ISHIGAKI_SERVER", format!("http://{}", server.address().trim_start_matches("http://")))
        .env("ISHIGAKI_TOKEN", server.token("a"))
        .stdin(Stdio::null())
        .stdout(std::fs::File::create(&log).unwrap())
        .spawn()
        .unwrap();
    plays_to_the_end(&server, bot).await;
    let log = std::fs::read_to_string(log).unwrap();
    assert!(log.contains(r#""did":"sealed""#) && log.contains(r#""did":"built""#), "{log}");
    assert!(!log.contains(r#""did":"failed""#) && !log.contains(r#""did":"refused""#), "{log}");
}

async fn win(server: &TestServer, client: &mut Client, lots: &[&str]) {
    let link = link(server, "judge");
    act(&link, client.game()).await;
    client.sync().await.unwrap();
    let lot = |code: &&str| Bid { lot: client.setup().lot_by_code(code).unwrap(), price: Tsuyama(10) };
    let bids: Vec<Bid> = lots.iter().map(lot).collect();
    client.seal(&bids).await.unwrap();
    let options = options(server, "b");
    Client::connect(options).await.unwrap().decline().await.unwrap();
    client.sync().await.unwrap();
    act(&link, client.game()).await;
    client.sync().await.unwrap();
    assert_eq!(client.view().team().unwrap().stones.len(), lots.len());
}

fn options(server: &TestServer, team: &str) -> Options {
    let address = server.address().parse().unwrap();
    Options { address, token: server.token(team).parse().unwrap(), game: "g".to_owned() }
}

fn put(client: &Client, lot: &str, row: i32, col: i32) -> Placement<StoneId> {
    let stone = StoneId { lot: client.setup().lot_by_code(lot).unwrap(), copy: 1 };
    Placement { stone, placing: Placing::Turned(Spot { turn: Turn::None, at: Cell::new(row, col) }) }
}

#[tokio::test(flavor = "multi_thread")]
async fn stale_wall_of_second_laptop_is_rejected() {
    let server = TestServer::start(CONTEST).await;
    let mut first = Client::connect(options(&server, "a")).await.unwrap();
    win(&server, &mut first, &["O", "I"]).await;
    let mut second = Client::connect(options(&server, "a")).await.unwrap();
    assert_eq!((first.wall(), second.wall()), (None, None));
    // Its own moves may follow each other faster than the feed tells of them.
    first.place(&put(&first, "I", 3, 1)).await.unwrap();
    first.place(&put(&first, "O", 1, 1)).await.unwrap();
    first.take_out(put(&first, "O", 1, 1).stone).await.unwrap();
    assert_eq!(first.wall(), Some(Revision(3)));
    // The other laptop has read nothing since, and would clear the wall.
    let Err(Error::Call(CallError::Refused(fault))) = second.submit_wall(&[]).await else {
        panic!("it would be lost unseen")
    };
    assert_eq!(
        (fault.reason, fault.figure("named"), fault.figure("current")),
        (ErrorReason::WallChanged, Some("0"), Some("3"))
    );
    second.sync().await.unwrap();
    assert_eq!(second.wall(), Some(Revision(3)));
    second.submit_wall(&[]).await.unwrap();
    first.sync().await.unwrap();
    assert_eq!((first.wall(), first.game().team(A).unwrap().laid.len()), (Some(Revision(4)), 0));
}

const OVER: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }, { id = "c", name = "C" }]
game = [
    { id = "heat", scenario = "tiny-2", teams = ["a", "b"] },
    { id = "final", scenario = "tiny-2", teams = ["a", "b"] },
]
"#;

#[tokio::test(flavor = "multi_thread")]
async fn connects_to_newest_finished_game_or_reports_none() {
    let server = TestServer::start(OVER).await;
    let unnamed = |team: &str| Options { game: String::new(), ..options(&server, team) };
    let Err(Error::Call(CallError::Refused(fault))) = Client::connect(unnamed("a")).await else {
        panic!("two are on")
    };
    assert_eq!(fault.figure("games"), Some("final heat"));
    let judge = link(&server, "judge");
    for game in ["heat", "final"] {
        let abandon = judge::AbandonGameRequest { game: game.into(), reason: "over".into() };
        judge.judge().abandon_game(abandon).await.unwrap();
    }
    assert_eq!(Client::connect(unnamed("a")).await.unwrap().id(), "final");
    let none = Client::connect(unnamed("c")).await;
    assert!(matches!(none, Err(Error::NoGame { team }) if team == "c"));
}

const SLOW: &str = r#"
team = [{ id = "a", name = "A" }, { id = "b", name = "B" }]
game = [{ id = "g", scenario = "tiny-2" }]
"#;

async fn seal_at(client: &mut Client, price: u64) {
    client.sync().await.unwrap();
    let lot = client.setup().lot_by_code("O").unwrap();
    client.seal(&[Bid { lot, price: Tsuyama(price) }]).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn restored_older_journal_is_detected_from_receipts() {
    let mut server = TestServer::start(SLOW).await;
    let folder = tempfile::tempdir().unwrap();
    let receipts = folder.path().to_owned();
    let judge = link(&server, "judge");
    let mut client = Client::connect_with_receipts(options(&server, "a"), receipts.clone()).await.unwrap();
    act(&judge, client.game()).await;
    seal_at(&mut client, 10).await;
    server.stop().await;
    let (journal, copy) = (server.journal(), server.journal().with_extension("copy"));
    std::fs::copy(&journal, &copy).unwrap();
    server.resume().await;
    let mut client = Client::connect_with_receipts(options(&server, "a"), receipts.clone()).await.unwrap();
    assert_eq!(client.missing().unwrap(), []);
    seal_at(&mut client, 11).await;
    client.sync().await.unwrap();
    server.stop().await;
    std::fs::copy(&copy, &journal).unwrap();
    std::fs::remove_file(journal.with_file_name("journal.served")).unwrap();
    server.resume().await;
    let lost = |missing: &[MissingSealing]| {
        let figures =
            |missing: &MissingSealing| (missing.game.clone(), missing.round, missing.revision, missing.held);
        missing.iter().map(figures).collect::<Vec<_>>()
    };
    let expected = [("g".to_owned(), 1, 2, 1)];
    // Connected clients learn of it as soon as the server is back.
    let missing = loop {
        if let FeedChange::Missing(missing) = client.next().await.unwrap() {
            break missing;
        }
    };
    assert_eq!(lost(&missing), expected);
    // New clients and all commands do too.
    let mut client = Client::connect_with_receipts(options(&server, "a"), receipts.clone()).await.unwrap();
    assert_eq!(lost(&client.missing().unwrap()), expected);
    let (status, code) = status_of(&server, &receipts).await;
    let figures = |status: &serde_json::Value| {
        let lost = &status["missing"][0];
        (lost["revision"].as_u64(), lost["held"].as_u64(), lost["sealed_again"].as_bool())
    };
    assert_eq!((figures(&status), code), ((Some(2), Some(1), Some(false)), Some(1)));
    seal_at(&mut client, 12).await;
    client.sync().await.unwrap();
    // A lost submission stays lost, because the record lacks it.
    assert_eq!(lost(&client.missing().unwrap()), [("g".to_owned(), 1, 2, 2)]);
    let mut anew = Client::connect_with_receipts(options(&server, "a"), receipts.clone()).await.unwrap();
    seal_at(&mut anew, 13).await;
    anew.sync().await.unwrap();
    let (status, code) = status_of(&server, &receipts).await;
    assert_eq!((figures(&status), code), ((Some(2), Some(3), Some(true)), Some(1)));
}

async fn status_of(server: &TestServer, receipts: &Path) -> (serde_json::Value, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
    command.args(["status", "--json", "--receipts"]).arg(receipts).env("ISHIGAKI_TOKEN", server.token("a"));
    command.env("ISHIGAKI_SERVER", format!("http://{}", server.address().trim_start_matches("http://")));
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("receipt"), "it is said aloud: {stderr}");
    (serde_json::from_slice(&output.stdout).unwrap(), output.status.code())
}
