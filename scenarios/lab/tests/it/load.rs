//! The load tool in small: every part runs against a real server and measures something. How much is no test's matter.

use std::process::Command;

use ishigaki_journal_postgres::harness::{pass_over, programs};
use serde_json::Value;

#[test]
fn load_parts_are_all_measured() {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["load", "--parts", "submits,openings,fanout,restart,soak", "--json"])
        .args(["--games", "3", "--teams", "2", "--in-flight", "4", "--connections", "2", "--watchers", "5"])
        .args(["--records", "50", "--seconds", "1", "--soak", "1"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let count = |path: &str| summary.pointer(path).and_then(Value::as_u64).unwrap();
    assert!(count("/submits/echo/count") > 0 && count("/submits/lists/count") > 0);
    assert_eq!(count("/openings/late/count"), 6, "every team of every game has its opening");
    assert_eq!(count("/fanout/0/events/count"), count("/fanout/0/bare/count"));
    assert!(count("/restart/records") >= 50);
    assert!(count("/restart/first_answer_ms") > 0 && count("/restart/over/first_answer_ms") > 0);
    assert_eq!(summary["soak"].as_array().unwrap().len(), 10);
}

#[test]
fn more_teams_than_a_connection_has_streams_are_measured() {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["load", "--parts", "restart", "--json", "--games", "20", "--teams", "16"])
        .args(["--in-flight", "64", "--connections", "1", "--records", "1200"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(summary.pointer("/restart/records").and_then(Value::as_u64).unwrap() >= 1_200);
}

#[test]
fn several_servers_are_measured_and_one_of_them_is_killed() {
    if programs().is_none() {
        return pass_over("several servers over one journal are not measured");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["load", "--parts", "submits,openings,takeover", "--servers", "1,2", "--journal", "postgres"])
        .args([
            "--games",
            "8",
            "--teams",
            "2",
            "--in-flight",
            "2",
            "--connections",
            "2",
            "--seconds",
            "1",
            "--json",
        ])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let count = |path: &str| summary.pointer(path).and_then(Value::as_u64).unwrap();
    assert_eq!((count("/several/0/servers"), count("/several/1/servers")), (1, 2));
    assert!(count("/several/0/submits/lists/count") > 0 && count("/several/1/submits/lists/count") > 0);
    assert_eq!(count("/several/1/openings/late/count"), 16, "every team of every game has its opening");
    let taken = count("/several/1/takeover/games");
    assert!(taken > 0, "the busiest server was killed");
    assert_eq!(count("/several/1/takeover/answered/count"), taken);
}

#[test]
fn more_lists_at_once_than_teams_are_refused_in_words() {
    let output = Command::new(env!("CARGO_BIN_EXE_lab"))
        .args(["load", "--parts", "submits", "--games", "1", "--teams", "2", "--in-flight", "3"])
        .output()
        .unwrap();
    assert!(!output.status.success());
    let stderr = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(stderr.contains("3 lists at once need as many teams; there are 2"), "{stderr}");
}
