//! Whole events by the program itself: real server process, real clients, the record verified.

use std::process::{Command, Output};

use ishigaki_record::tournament::verify;
use ishigaki_record::verify::{Ending, Expected};
use serde_json::Value;

fn event(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rehearsal"));
    command.arg("event").args(args).env_remove("LANG").output().unwrap()
}

fn event_json(args: &[&str]) -> Value {
    let output = event(&[args, &["--json"]].concat());
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stdout}");
    serde_json::from_str(&stdout).unwrap()
}

fn event_stdout(args: &[&str]) -> String {
    let output = event(args);
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{args:?}: {stdout}");
    stdout
}

#[test]
fn presets_are_played_to_final_ranking() {
    for (preset, players, rounds, seed) in [
        ("M42", 37, 8, "3"),
        ("O18", 26, 7, "4"),
        ("MX", 41, 8, "5"),
        ("M42", 8, 8, "6"),
        ("swiss", 11, 5, "7"),
        ("round-robin", 9, 9, "8"),
    ] {
        let report = event_json(&["--preset", preset, "--players", &players.to_string(), "--seed", seed]);
        let listed = |of: &str| report[of].as_array().unwrap().len();
        assert_eq!(listed("rounds"), rounds, "{preset}");
        let absent = usize::try_from(report["absent"].as_u64().unwrap()).unwrap();
        assert_eq!(listed("ranking") + absent, players, "{preset}: everybody who came has a place");
        assert_eq!(report["ranking"][0]["place"], 1);
        assert!(
            report["refused"].as_u64().unwrap() >= 3,
            "{preset}: digits, late slip and card were refused"
        );
        assert!(report["rulings"].as_u64().unwrap() >= 1, "{preset}: a card was turned");
    }
}

#[test]
fn event_result_is_unchanged_by_server_kill() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("event.jsonl");
    let args = ["--players", "24", "--seed", "2"];
    let kill = ["--kill-in-round", "4", "--transcript", path.to_str().unwrap()];
    let mut straight = event_json(&args);
    let mut killed = event_json(&[&args[..], &kill].concat());
    let fingerprint = killed["fingerprint"].as_str().unwrap().parse().unwrap();
    let expected = Expected { key: Some(fingerprint), head: None };
    let record = std::fs::read(&path).unwrap();
    let report = verify(record.as_slice(), &expected).expect("a record in order");
    assert_eq!((report.ending, report.epochs, report.players), (Ending::Declared, 2, 24));
    for report in [&mut straight, &mut killed] {
        // Each server has a key of its own, and with it other heads.
        let report = report.as_object_mut().unwrap();
        report.remove("fingerprint").unwrap();
        report.remove("head").unwrap();
    }
    assert_eq!(straight, killed);
}

#[test]
fn event_output_fits_80_columns_in_both_languages() {
    for lang in ["en", "ja"] {
        for line in event_stdout(&["--players", "32", "--seed", "9", "--lang", lang]).lines() {
            let width = ishigaki_words::columns::width(line);
            assert!(width <= 80, "{width} columns: {line}");
        }
    }
}

#[test]
fn invalid_event_option_is_usage_error() {
    for args in [&["--preset", "M43"][..], &["--players", "7"], &["--kill-in-round", "9"]] {
        let output = event(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let stderr = String::from_utf8(event(&["--teams", "7"]).stderr).unwrap();
    assert!(stderr.contains("--teams") && !stderr.contains("--players"), "{stderr}");
}

#[test]
fn contest_in_groups_survives_a_kill_in_a_stage() {
    let report = event_json(&["--preset", "ishigaki", "--teams", "9", "--seed", "3", "--kill-in-stage", "1"]);
    assert_eq!(report["killed"], true);
    let stages = report["stages"].as_array().unwrap();
    let names: Vec<&str> = stages.iter().map(|stage| stage["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["heats", "repechage", "semi-finals", "final"]);
    assert_eq!(stages[0]["groups"].as_array().unwrap().len(), 2, "nine teams in two heats");
    assert_eq!(stages[0]["replaced"], 1, "a ruling and its spare");
    let ranking = report["ranking"].as_array().unwrap();
    assert_eq!((ranking.len(), &ranking[0]["place"]), (9, &Value::from(1)));
    assert!(report["games"].as_u64().unwrap() >= 6, "the spare's record is verified, too");
}
