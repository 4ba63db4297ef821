//! The feed for other software: its consumer and its server are killed, and nothing comes twice or is missing; nothing sealed
//! is in it; the record tells the same.

use std::fs;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use ishigaki_prerequisite::has_python;
use ishigaki_proto::judge::AbandonGameRequest;
use ishigaki_proto::organiser::StartGameRequest;
use ishigaki_proto::team::SubmitBidsRequest;
use ishigaki_proto::wire;
use serde_json::Value;

use crate::commands::CommandFixture;

const RECORD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../server/record/tests/golden/small.jsonl");
const TIMEOUT: Duration = Duration::from_secs(30);

struct Consumer {
    child: Child,
    kept: PathBuf,
}

impl Consumer {
    fn start(fixture: &CommandFixture, kept: &Path) -> Self {
        let bin = Path::new(env!("CARGO_BIN_EXE_judge-tui")).parent().unwrap();
        let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
        let mut command = Command::new("python3");
        command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/follow.py")).arg(kept).arg("--all");
        command.env("PATH", path).env("LANG", "C").env_remove("LC_ALL").stdin(Stdio::null());
        command.env("ISHIGAKI_SERVER", fixture.0.address()).env("ISHIGAKI_TOKEN", fixture.0.token("board"));
        Self { child: command.spawn().unwrap(), kept: kept.to_owned() }
    }

    async fn has(&self, what: &str) {
        self.until(|text| text.contains(what)).await;
    }

    async fn until(&self, holds: impl Fn(&str) -> bool) {
        let text = || fs::read_to_string(&self.kept).unwrap_or_default();
        let held = async {
            while !holds(&text()) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(TIMEOUT, held).await.unwrap_or_else(|_| panic!("not yet: {}", text()));
    }
}

impl Drop for Consumer {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

fn lines_of(text: &str, game: &str) -> Vec<Value> {
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines.filter(|line| line["game"] == game).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn feed_is_complete_after_consumer_and_server_restart() {
    if !has_python() {
        return;
    }
    let mut fixture = CommandFixture::open().await;
    let home = tempfile::tempdir().unwrap();
    let kept = home.path().join("kept.jsonl");
    let consumer = Consumer::start(&fixture, &kept);
    fixture.seal("a", &[("P", 47)]).await;
    let bids = [("P", 33), ("I", 7)].map(|(lot, price)| wire::Bid { lot: lot.into(), price }).into();
    let game = "g".to_owned();
    let again = SubmitBidsRequest { game, round: 1, replaces_revision: 1, bids, ..Default::default() };
    fixture.link("a").team().submit_bids(again).await.unwrap();
    consumer.has("bids_sealed").await;
    let seen = fs::read_to_string(&kept).unwrap();
    assert_eq!(
        seen.matches("bids_sealed").count(),
        1,
        "that a list was replaced is nobody's business: {seen}"
    );
    for sealed in ["\"price\":47", "\"price\":33", "commitment", "\"bids\""] {
        assert!(!seen.contains(sealed), "{sealed} in {seen}");
    }
    drop(consumer);
    // The file ends in the middle of a line, as where the machine went down.
    fs::write(&kept, seen.clone() + "{\"type\":\"event\",\"id\":\"g/").unwrap();
    fixture.0.stop().await;
    fixture.0.resume().await;
    fixture.seal("b", &[]).await;

    let consumer = Consumer::start(&fixture, &kept);
    consumer.has("lists_opened").await;
    fixture.0.stop().await;
    fixture.0.resume().await;
    fixture.confirm().await;
    let request = StartGameRequest { game: "later".into(), ..Default::default() };
    fixture.link("organiser").organiser().start_game(request).await.unwrap();
    consumer.has("final_round").await;
    for game in ["g", "later"] {
        let request = AbandonGameRequest { game: game.into(), reason: "the end".into() };
        fixture.link("judge").judge().abandon_game(request).await.unwrap();
    }
    consumer.until(|text| text.matches("\"over\":true").count() == 2).await;
    drop(consumer);

    let text = fs::read_to_string(&kept).unwrap();
    for game in ["g", "later"] {
        let lines = lines_of(&text, game);
        let numbers: Vec<u64> = lines.iter().map(|line| line["sequence"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (1..=u64::try_from(lines.len()).unwrap()).collect::<Vec<_>>(), "{game}");
    }
    // The record of a game that is over tells the same.
    let file = home.path().join("g.jsonl");
    let file = file.to_str().unwrap();
    let kept = fixture.command("board", &["transcript", "g", "--out", file], "").await;
    assert_eq!(kept.code, 0, "{}", kept.all);
    let output = fixture.command("board", &["feed", "--transcript", file, "--partial"], "").await;
    assert_eq!(output.code, 0, "{}", output.all);
    assert_eq!(lines_of(&output.all, "g"), lines_of(&text, "g"));
}

#[tokio::test(flavor = "multi_thread")]
async fn unread_feed_ends_while_its_server_is_away() {
    let mut fixture = CommandFixture::open().await;
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge-tui"));
    command.args(["feed", "--all"]).env("LANG", "C").env_remove("LC_ALL").stdin(Stdio::null());
    command.env("ISHIGAKI_SERVER", fixture.0.address()).env("ISHIGAKI_TOKEN", fixture.0.token("board"));
    let mut feed = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut read = BufReader::new(feed.stdout.take().unwrap()).lines();
    let reached = |state: &str, read: &mut Lines<_>| read.any(|line| line.unwrap().contains(state));
    assert!(reached("caught_up", &mut read));
    fixture.0.stop().await;
    assert!(reached("lost", &mut read));
    drop(read);
    let ended = async {
        while feed.try_wait().unwrap().is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, ended).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn feed_resumes_by_number_or_id_and_ends_with_its_games() {
    let fixture = CommandFixture::open().await;
    let request = AbandonGameRequest { game: "g".into(), reason: "the end".into() };
    fixture.link("judge").judge().abandon_game(request).await.unwrap();
    let output = fixture.command("board", &["feed", "g"], "").await;
    assert_eq!(output.code, 0, "{}", output.all);
    let printed_lines = |all: &str| -> Vec<Value> {
        lines_of(all, "g").into_iter().filter(|line| line["type"] != "connection").collect()
    };
    let all = printed_lines(&output.all);
    assert_eq!(all.iter().map(|line| &line["type"]).collect::<Vec<_>>(), ["set_up", "event", "event"]);
    assert_eq!(all[2]["over"], true);
    let later = fixture.command("board", &["feed", "g", "--from", "3"], "").await;
    assert_eq!(printed_lines(&later.all), all[2..]);
    let id = all[0]["id"].as_str().unwrap();
    let later = fixture.command("board", &["feed", "g", "--after", id], "").await;
    assert_eq!(printed_lines(&later.all), all[1..]);
    let beyond = format!("{}/9", id.rsplit_once('/').unwrap().0);
    let none = fixture.command("board", &["feed", "g", "--after", &beyond], "").await;
    let lines: Vec<&str> = none.all.lines().filter(|line| line.starts_with('{')).collect();
    assert_eq!((none.code, printed_lines(&lines.join("\n"))), (0, Vec::new()), "{}", none.all);
    assert!(none.all.contains("g ends at 3 so far, but you asked to continue after 10"), "{}", none.all);
    let other = format!("g/{}/9", "0".repeat(32));
    let restarted = fixture.command("board", &["feed", "g", "--after", &other, "--from", "3"], "").await;
    assert_eq!(printed_lines(&restarted.all), all, "a game that was set up anew is told from its start");
}

#[tokio::test(flavor = "multi_thread")]
async fn feed_needs_board_token_and_known_game() {
    let fixture = CommandFixture::open().await;
    for (token, game, code, reason) in [
        ("judge", "g", 4, "PERMISSION_DENIED"),
        ("a", "g", 4, "PERMISSION_DENIED"),
        ("board", "nosuch", 4, "UNKNOWN_GAME"),
    ] {
        let output = fixture.command(token, &["feed", game], "").await;
        assert_eq!((output.code, &output.answer["reason"]), (code, &Value::from(reason)), "{}", output.all);
    }
    let output = fixture.command("board", &["feed", "g", "--after", "g/17"], "").await;
    assert_eq!(output.code, 2, "{}", output.all);
}

#[tokio::test(flavor = "multi_thread")]
async fn record_is_printed_and_changed_record_is_rejected() {
    let fixture = CommandFixture::open().await;
    let output = fixture.command("board", &["feed", "--transcript", RECORD], "").await;
    assert_eq!(
        (output.code, &output.answer["reason"]),
        (6, &Value::from("PARTLY_CHECKED")),
        "{}",
        output.all
    );
    let output = fixture.command("board", &["feed", "--partial", "--transcript", RECORD], "").await;
    assert_eq!(output.code, 0, "{}", output.all);
    let lines = lines_of(&output.all, "g1");
    insta::assert_snapshot!("lines", output.all);
    assert!(
        lines
            .iter()
            .any(|line| line["settlement"]["awards"].as_array().is_some_and(|awards| !awards.is_empty()))
    );
    let output =
        fixture.command("board", &["feed", "--partial", "--transcript", RECORD, "--from", "9999"], "").await;
    assert!(
        output.code == 0 && output.all.contains("but you asked to continue after 9999"),
        "{}",
        output.all
    );
    let home = tempfile::tempdir().unwrap();
    let changed = home.path().join("changed.jsonl");
    fs::write(&changed, fs::read_to_string(RECORD).unwrap().replacen("\"price\":", "\"price\":1", 1))
        .unwrap();
    let output =
        fixture.command("board", &["feed", "--partial", "--transcript", changed.to_str().unwrap()], "").await;
    assert_eq!((output.code, &output.answer["reason"]), (1, &Value::from("NOT_IN_ORDER")), "{}", output.all);
}

#[tokio::test]
async fn board_command_with_team_token_is_denied() {
    let fixture = CommandFixture::open().await;
    let output = fixture.command("a", &["board", "--game", "g", "--http", "127.0.0.1:0"], "").await;
    assert_eq!(output.code, 4, "{}", output.all);
    assert!(output.all.contains("board"), "{}", output.all);
}
