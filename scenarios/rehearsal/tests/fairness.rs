//! The fairness report: what is counted in a scenario's file, as a table and as JSON.
#![expect(clippy::unwrap_used, reason = "a program that cannot be run is a failed test")]

use std::process::Command;

use serde_json::Value;

/// The exit code and what is said on standard output.
fn fairness(args: &str) -> (i32, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rehearsal"));
    command.arg("fairness").args(args.split_whitespace()).env("LANG", "C");
    let output = command.output().unwrap();
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// The static figure of this name.
fn figure<'a>(report: &'a Value, name: &str) -> &'a Value {
    report["figures"].as_array().unwrap().iter().find(|row| row["figure"] == name).unwrap()
}

#[test]
fn a_scenario_is_counted_and_held_against_bands() {
    let (code, report) = fairness("--scenario tour-4 --json");
    let report: Value = serde_json::from_str(&report).unwrap();
    assert_eq!((code, &report["teams"], report.get("against")), (0, &4.into(), None));
    // 17 stones for four walls of 27 squares: by far too few, and W binds nobody.
    let stones = figure(&report, "stone-share");
    assert!(stones["value"].as_f64().unwrap() < 0.9, "{stones}");
    assert_eq!((&stones["inside"], &stones["band"]["high"]), (&false.into(), &1.0.into()));
    assert_eq!(figure(&report, "wins-share")["inside"], false);
}

#[test]
fn two_scenarios_are_held_against_each_other() {
    let (code, table) = fairness("--scenario tiny-2 --against tour-4");
    assert_eq!(code, 0);
    assert!(table.starts_with("tiny-2 for 2 teams\nagainst tour-4 for 4 teams\n"), "{table}");
    assert!(table.contains("OUTSIDE") && table.contains("UNLIKE"), "{table}");
    let (_, itself) = fairness("--scenario tiny-2 --against tiny-2 --lang ja");
    assert!(itself.contains("同等") && !itself.contains("相違"), "{itself}");
}

#[test]
fn what_is_no_scenario_is_refused() {
    assert_eq!(fairness("--scenario no-such").0, 2);
    assert_eq!(fairness("--scenario tiny-2 --against no-such").0, 2);
}
