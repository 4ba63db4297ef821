//! The real server binary, killed without warning and started again with the same files.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "test set-up that fails is a failed test")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ishigaki_client::{Feed, Folded, Link, Mirror, Update, connect};
use ishigaki_journal::{Journal as _, SqliteJournal, StreamId};
use ishigaki_proto::{judge, organiser, team, watch, wire};
use ishigaki_rules::{Fact, Phase};

const CONTEST: &str = r#"
[[team]]
id = "a"
name = "Team A"

[[team]]
id = "b"
name = "Team B"

[[game]]
id = "g"
scenario = "tiny-2"
close = "all-sealed"
"#;

/// A server process; killed when it is dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(folder: &Path, listen: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
            .args(["serve", "--contest", "contest.toml", "--listen", listen])
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("listening on ").expect("it says where it listens");
        Self { address: address.into(), process }
    }

    /// Kills the process (SIGKILL on Unix) and starts another one on the same port.
    fn kill_and_restart(self, folder: &Path) -> Self {
        let listen = self.address.strip_prefix("http://").unwrap().to_owned();
        drop(self);
        Self::start(folder, &listen)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().expect("the server is killed");
        self.process.wait().expect("the server is gone");
    }
}

/// The tokens that `ishigaki-server tokens` shows, by name.
fn tokens(folder: &Path) -> impl Fn(&str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"))
        .args(["tokens", "--contest", "contest.toml"])
        .current_dir(folder)
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    move |name| {
        let token = text.lines().find_map(|line| match line.split_whitespace().collect::<Vec<_>>()[..] {
            [named, token] if named == name => Some(token.to_owned()),
            _ => None,
        });
        token.expect("a token of that name")
    }
}

async fn bid(link: &Link, replaces: u32, lot: &str, price: u64) -> u32 {
    let request = team::SubmitBidsRequest {
        round: 1,
        replaces_revision: replaces,
        bids: vec![wire::Bid { lot: lot.into(), price }],
        ..Default::default()
    };
    link.team().submit_bids(request).await.unwrap().into_inner().revision
}

#[tokio::test]
async fn a_killed_server_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("contest.toml"), CONTEST).unwrap();
    let token = tokens(folder.path());
    let mut server = Server::start(folder.path(), "127.0.0.1:0");
    // A connection of its own for each call: one that a kill has cut answers its next call with an error.
    let address = server.address.parse().unwrap();
    let link = |name: &str| connect(&address, &token(name).parse().unwrap());
    let mut feed = Feed::open(link("board"), "g", 1);
    let mut mirror = Mirror::new();
    link("judge")
        .judge()
        .open_round(judge::OpenRoundRequest { round: 1, ..Default::default() })
        .await
        .unwrap();
    assert_eq!(bid(&link("a"), 0, "P", 20).await, 1);
    server = server.kill_and_restart(folder.path());
    assert_eq!(bid(&link("a"), 1, "P", 21).await, 2, "what was acknowledged is there");
    server = server.kill_and_restart(folder.path());
    assert_eq!(bid(&link("b"), 0, "P", 22).await, 1);
    server = server.kill_and_restart(folder.path());
    let choice = Some(judge::confirm_lots_request::Choice::All(judge::AllLots {}));
    let request = judge::ConfirmLotsRequest { round: 1, attempt: 1, choice, ..Default::default() };
    link("judge").judge().confirm_lots(request).await.unwrap();
    let mut sequences = Vec::new();
    loop {
        let Some(Ok(update)) = feed.next().await else {
            panic!("the feed heals");
        };
        let Update::Item { item, received } = update else {
            continue;
        };
        sequences.extend((item.sequence > 0).then_some(item.sequence));
        let folded = mirror.fold(&item, received).unwrap();
        if matches!(folded, Folded::Event(event) if matches!(event.fact, Fact::RoundFinalised { .. })) {
            break;
        }
    }
    let game = mirror.game().unwrap();
    assert!(matches!(game.phase(), Phase::Ready { .. }));
    let held: Vec<u64> = game.setup().team_ids().map(|team| game.team(team).unwrap().held.0).collect();
    assert_eq!(held, [60, 38]);
    let gapless: Vec<u64> = (1..).take(sequences.len()).collect();
    assert_eq!(sequences, gapless);
    drop(server);
}

/// A kill between the two steps of a game's start: its stream is claimed, and nothing is recorded yet.
#[tokio::test]
async fn a_game_of_which_nothing_is_recorded_has_not_started() {
    let folder = tempfile::tempdir().unwrap();
    let contest = CONTEST.replace("close =", "starts = \"by-organiser\"\nteams = 2\nclose =");
    fs::write(folder.path().join("contest.toml"), contest).unwrap();
    let token = tokens(folder.path());
    let journal = SqliteJournal::open(folder.path().join("contest.db")).unwrap();
    journal.claim(StreamId::new("g").unwrap()).await.unwrap();
    journal.close().await.unwrap();
    let server = Server::start(folder.path(), "127.0.0.1:0");
    let link = connect(&server.address.parse().unwrap(), &token("organiser").parse().unwrap());
    let games = link.watch().list_games(watch::ListGamesRequest {}).await.unwrap().into_inner().games;
    assert_eq!(games[0].state(), watch::GameState::Waiting);
    let request =
        organiser::StartGameRequest { game: "g".into(), teams: vec!["b".into(), "a".into()], seats: 0 };
    let started = link.organiser().start_game(request).await.unwrap().into_inner().game.unwrap();
    assert_eq!(started.teams, ["b", "a"]);
}
