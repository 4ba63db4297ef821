//! The short form of the crash cycles: the real server process, real clients, `kill -9`.

use std::process::Command;

use ishigaki_journal_postgres::harness::{Cluster, pass_over, programs};
use serde_json::Value;

/// Few enough to be done within 90 seconds on a slow machine.
const CYCLES: u64 = 25;

#[test]
fn nothing_acknowledged_is_lost_however_the_server_dies() {
    let summary = crash(CYCLES, 4 * CYCLES, &[]);
    // Whether one comes before all games are back is the machine's choice.
    let returning = summary["kills"]["answered_first"].as_u64();
    assert!(returning.is_some_and(|kills| kills >= CYCLES / 5), "{summary}");
}

#[test]
fn nothing_acknowledged_is_lost_over_a_database_either() {
    let Some(cluster) = Cluster::shared() else { return };
    let url = cluster.url("postgres://postgres@HOST/postgres");
    crash(10, 40, &["--journal", url.reveal()]);
    let left = cluster.sql("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'ishigaki%'");
    assert!(left.is_empty(), "nothing is left behind: {left:?}");
}

#[test]
fn nothing_acknowledged_is_lost_with_the_machine_where_a_copy_is_required() {
    // Each list goes to a second disk, and each machine is set up anew: less happens between two kills.
    let summary = crash(10, 10, &["--copy", "required"]);
    assert_eq!(summary["kills"]["machines"], 10, "{summary}");
}

#[test]
fn nothing_acknowledged_is_lost_while_several_servers_and_their_database_die() {
    if programs().is_none() {
        return pass_over("several servers over one journal are not tried");
    }
    let several = ["--servers", "3", "--journal", "postgres-pair", "--primary-every", "4"];
    let summary = crash(8, 16, &several);
    assert_eq!((&summary["servers"], &summary["kills"]["primaries"]), (&3.into(), &2.into()), "{summary}");
}

/// Runs so many cycles, in which so many calls at least are acknowledged: a run in which hardly anything happens would show
/// nothing.
fn crash(cycles: u64, least: u64, options: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["crash", "--json", "--seed", "7", "--cycles", &cycles.to_string()])
        .args(options)
        // Files that a failure would leave behind are left in here.
        .env("TMPDIR", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{said}", output.status);
    assert_eq!(said, "", "nothing went wrong, so nothing is said");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let figure = |path: &str| summary.pointer(path).and_then(Value::as_u64).unwrap();
    let strikes = ["in_traffic", "left", "frozen", "primaries"].map(|kind| figure(&format!("/kills/{kind}")));
    // Of several servers a second one may fall while the first one's games are taken over.
    assert!(figure("/cycles") == cycles && strikes.iter().sum::<u64>() >= cycles, "{summary}");
    assert!(figure("/games/started") >= cycles / 6, "{summary}");
    assert!(figure("/calls/acknowledged") >= least, "{summary}");
    assert!(figure("/calls/unknown") > 0, "{summary}");
    for act in ["open_round", "submit_bids"] {
        assert!(figure(&format!("/acknowledged/{act}")) > 0, "no {act}: {summary}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
    summary
}
