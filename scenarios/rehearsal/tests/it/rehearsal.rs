//! Whole games by the one command: a real server process, real clients. Each test is a game of its own; they
//! run side by side, for most of a game is its countdown.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use ishigaki_journal_postgres::harness::Cluster;
use serde_json::Value;

fn rehearsal(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_rehearsal")).args(args).env("LANG", "C").output().unwrap()
}

#[track_caller]
fn played(args: &[&str]) -> String {
    let output = rehearsal(args);
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?} ended with {}:\n{stderr}", output.status);
    assert_eq!(stderr, "", "nothing went wrong, so nothing is said");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn line(args: &[&str]) -> String {
    played(&[args, &["--json"]].concat()).lines().last().unwrap().to_owned()
}

fn json(line: &str) -> Value {
    serde_json::from_str(line).unwrap()
}

#[test]
fn tour_rehearsal_shows_all_bid_outcomes() {
    let report = json(&line(&["--scenario", "tour-4"]));
    for (what, count) in report["seen"].as_object().unwrap() {
        assert!(count.as_u64().unwrap() > 0, "no {what} in {}", report["seen"]);
    }
    assert_eq!(report["seen"].as_object().unwrap().len(), 5);
    let first = &report["rounds"][0];
    assert_eq!(first["lists"]["north"][0]["lot"], "L");
    assert_eq!(first["waves"][0]["ties"][0]["price"], 12);
    let award = |lot: &str| {
        let awards = first["awards"].as_array().unwrap();
        awards.iter().find(|award| award["lot"] == lot).unwrap().clone()
    };
    assert_eq!(
        (&award("L")["team"], &award("L")["price"], &award("L")["by_rebid"]),
        (&Value::from("east"), &Value::from(15), &Value::from(true))
    );
    assert_eq!((&award("T")["team"], &award("T")["fallback"]), (&Value::from("north"), &Value::from(true)));
    assert_eq!(report["rounds"][1]["failed"][0]["reason"], "tied_rebid");
    assert_eq!(report["ranking"].as_array().unwrap().len(), 4);
}

#[track_caller]
fn check_kill(cue: &[&str]) {
    let tour = ["--scenario", "tour-4", "--seed", "3"];
    let (undisturbed, killed) = std::thread::scope(|scope| {
        let killed = scope.spawn(|| line(&[&tour, cue].concat()));
        (line(&tour), killed.join().unwrap())
    });
    assert_eq!(killed, undisturbed);
}

#[test]
fn game_survives_a_kill_while_bidding() {
    // In this round a team replaces its list, which must not be undone.
    check_kill(&["--kill-in-round", "2"]);
}

#[test]
fn game_survives_a_kill_in_a_rebid() {
    check_kill(&["--kill-in-wave", "3"]);
}

#[test]
fn report_shows_server_kill_and_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let transcript = folder.path().join("tiny.jsonl");
    let kept = folder.path().join("files");
    let story = played(&[
        "--scenario",
        "tiny-2",
        "--kill-in-round",
        "1",
        "--transcript",
        &transcript.to_string_lossy(),
        "--keep",
        &kept.to_string_lossy(),
    ]);
    for words in ["kill -9", "restarted from its journal", "Ranking", "Verdict", "1st", "2nd", "receipts"] {
        assert!(story.contains(words), "{words:?} is not told in:\n{story}");
    }
    for line in story.lines() {
        let width = ishigaki_words::columns::width(line);
        assert!(width <= 80 || line.contains("files"), "{width} columns: {line}");
    }
    let fingerprint = story.split("fingerprint: ").nth(1).unwrap().split_whitespace().next().unwrap();
    let fingerprint = fingerprint.parse().unwrap();
    let written = fs::read_to_string(&transcript).unwrap();
    let report = ishigaki_record::verify::verify(&written, Some(&fingerprint)).unwrap();
    assert_eq!((report.teams, report.final_rounds), (2, 2));
    assert_eq!(written, kept_record(&kept), "what the server gave is what its journal holds");
    assert!(holds(&kept, "journal.db") && holds(&kept, "server.log"));
}

fn kept_record(folder: &Path) -> String {
    let journal =
        std::sync::Arc::new(ishigaki_journal::SqliteJournal::open(folder.join("journal.db")).unwrap());
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let game = ishigaki_journal::StreamId::new(rehearsal::prepared::GAME).unwrap();
        let archive = ishigaki_engine::archive::Archive::of_journal(journal, game).await.unwrap();
        archive.transcript().await.unwrap()
    })
}

fn holds(folder: &Path, file: &str) -> bool {
    fs::metadata(folder.join(file)).is_ok_and(|file| file.len() > 0)
}

#[test]
fn broken_scenario_error_names_file_and_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.toml");
    let tiny = ishigaki_scenarios::builtin("tiny-2").unwrap();
    fs::write(&path, tiny.replace("money = 60", "money = \"much\"")).unwrap();
    let output = rehearsal(&["--scenario", &path.to_string_lossy(), "--json"]);
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(2), b"".as_slice()));
    let output_text = String::from_utf8(output.stdout).unwrap();
    assert!(output_text.starts_with(r#"{"ok":false,"exit_code":2,"#), "{output_text}");
    let line = tiny.lines().position(|line| line.starts_with("money")).unwrap() + 1;
    assert!(
        output_text.contains(&format!("broken.toml:{line}:")) && output_text.contains("money"),
        "{output_text}"
    );
}

#[test]
fn conflicting_options_are_usage_errors() {
    for (args, why) in [
        (&["--teams", "5"][..], "4 teams"),
        (&["--bots", "adviser"], "--no-lists"),
        (&["--scenario", "tiny-2", "--bots", "steady,steady,steady"], "3 bots for 2 teams"),
        (&["--scenario", "tiny-2", "--bots", "clever"], "adviser"),
        (&["--kill-in-round", "9"], "round 9"),
    ] {
        let output = rehearsal(args);
        let output_text = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {output_text}");
        assert!(output_text.contains(why), "{args:?}: {output_text}");
    }
}

#[test]
fn unforeseen_refusal_fails_the_rehearsal() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.lists.toml");
    let lists = ishigaki_scenarios::builtin_lists("tour-4").unwrap();
    fs::write(&path, lists.replace("refused = \"OVER_BUDGET\"", "refused = \"BELOW_MIN\"")).unwrap();
    let output = rehearsal(&["--lists", &path.to_string_lossy(), "--json"]);
    let output_text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(1), "{output_text}");
    assert!(output_text.contains("was to be BELOW_MIN, and was OVER_BUDGET"), "{output_text}");
    assert!(
        output_text.starts_with(r#"{"ok":false,"exit_code":1,"#),
        "no result of a game that is not consistent: {output_text}"
    );
    assert_eq!(output_text.lines().count(), 1, "{output_text}");
}

#[test]
fn game_on_postgres_continues_after_server_kill() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.url("postgres://postgres@HOST/postgres");
    let report = json(&line(&["--scenario", "tiny-2", "--kill-in-round", "1", "--journal", url.reveal()]));
    assert_eq!(report["ranking"].as_array().unwrap().len(), 2);
    let left = cluster.sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'ishigaki%'");
    assert!(left.is_empty(), "No files or processes remain: {left:?}");
}

#[test]
fn unreachable_database_error_hides_password() {
    let output = rehearsal(&["--journal", "postgres://judge:secret@127.0.0.1:1/contest"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && stderr.contains("apt-get install postgresql"), "{stderr}");
    assert!(
        stderr.contains("judge@127.0.0.1:1/contest: no connection") && !stderr.contains("secret"),
        "{stderr}"
    );
}
