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

#[test]
fn games_are_simulated_alike_however_many_threads_play() {
    let asked = "--scenario tiny-2 --against tour-4 --games 3 --from-seed 4 --json";
    let (code, one) = fairness(asked);
    assert_eq!(code, 0);
    assert_eq!(one, fairness(&format!("{asked} --threads 3")).1);
    let report: Value = serde_json::from_str(&one).unwrap();
    let simulated = &report["simulated"];
    // Seats are symmetric: not a mean, but every single game.
    assert_eq!((&simulated["permuted"], &simulated["symmetric"]), (&3.into(), &3.into()));
    let lines = simulated["lines"].as_array().unwrap();
    let line = |name: &str| lines.iter().find(|line| line["line"] == name).unwrap();
    for name in ["skill", "without-rebid", "without-rearranging", "buy-out", "efficiency", "proved"] {
        let estimate = &line(name)["estimate"];
        assert!(estimate["mean"].is_number() && estimate["games"] == 3, "{name}: {estimate}");
    }
    // A frame of 20 squares and one of 27, with unlike supply: what stays empty differs by far more than the limit.
    let strong = &simulated["equivalence"][0];
    assert_eq!((&strong["field"], &strong["limit"]), (&"strong".into(), &0.005.into()));
    assert_ne!(strong["verdict"], "inside", "{strong}");
}

#[test]
fn a_scenario_is_as_good_as_itself() {
    let (_, told) = fairness("--scenario tiny-2 --against tiny-2 --games 4");
    let row = told.lines().find(|line| line.starts_with("adviser on every seat")).unwrap();
    assert!(row.contains("+0.0000 ["), "{row}");
    assert!(told.contains("4 games played again with the seats changed round: 4 came"), "{told}");
    assert!(told.contains("stronger bot has the better place"), "{told}");
}
