//! The short form of the crash cycles: the real server process, real clients, `kill -9`.

use std::process::Command;

use ishigaki_journal_postgres::harness::{Cluster, pass_over, programs};
use serde_json::Value;

const CYCLES: u64 = 25;

#[test]
fn nothing_acknowledged_is_lost_however_the_server_dies() {
    let summary = crash(CYCLES, &[]);
    // `while_returning` is not checked, because it depends on the machine.
    let returning = summary["kills"]["answered_first"].as_u64();
    assert!(returning.is_some_and(|kills| kills >= CYCLES / 5), "{summary}");
}

#[test]
fn nothing_acknowledged_is_lost_over_a_database_either() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.url("postgres://postgres@HOST/postgres");
    crash(10, &["--journal", url.reveal()]);
    let left = cluster.sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'ishigaki%'");
    assert!(left.is_empty(), "No files or processes remain: {left:?}");
}

#[test]
fn acknowledged_calls_survive_the_machine_with_a_copy() {
    let summary = crash(10, &["--copy", "required"]);
    assert_eq!(summary["kills"]["machines"], 10, "{summary}");
}

#[test]
fn acknowledged_calls_survive_several_servers_and_database() {
    if programs().is_none() {
        return pass_over("several servers over one journal are not tried");
    }
    let several = ["--servers", "3", "--journal", "postgres-pair", "--primary-every", "4"];
    let summary = crash(8, &several);
    assert_eq!((&summary["servers"], &summary["kills"]["primaries"]), (&3.into(), &2.into()), "{summary}");
}

fn crash(cycles: u64, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["crash", "--json", "--seed", "7", "--cycles", &cycles.to_string()])
        .args(options)
        // A failure leaves its files in this folder.
        .env("TMPDIR", folder.path())
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{stderr}", output.status);
    assert_eq!(stderr, "", "a run without faults prints no errors");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let figure = |path: &str| summary.pointer(path).and_then(Value::as_u64).unwrap();
    let strikes = ["in_traffic", "left", "frozen", "primaries"].map(|kind| figure(&format!("/kills/{kind}")));
    // With several servers, another one may fail during the takeover of the first one's games.
    assert!(figure("/cycles") == cycles && strikes.iter().sum::<u64>() >= cycles, "{summary}");
    assert!(figure("/games/started") >= cycles / 6, "{summary}");
    // Calls between two kills depend on the machine's speed. Without any, the cycles would prove nothing.
    assert!(figure("/calls/acknowledged") >= cycles, "{summary}");
    assert!(figure("/calls/unknown") > 0, "{summary}");
    for act in ["open_round", "submit_bids"] {
        assert!(figure(&format!("/acknowledged/{act}")) > 0, "no {act}: {summary}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no files or processes remain");
    summary
}
