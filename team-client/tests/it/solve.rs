//! `team-client solve` as a script uses it.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const INSTANCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/solver/instances");

fn solve(file: &str, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
    command.args(["solve", file, "--lang", "en"]).args(args);
    command
}

fn lines(output: &Output) -> Vec<Value> {
    String::from_utf8_lossy(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn key(wall: &Value) -> (u64, u64, i64, bool) {
    let number = |name: &str| wall[name].as_u64().unwrap();
    (
        number("empty"),
        number("top_gaps"),
        -wall["used"].as_i64().unwrap(),
        !wall["optimal"].as_bool().unwrap(),
    )
}

#[test]
fn solver_prints_improving_walls_up_to_optimum() {
    let output = solve(&format!("{INSTANCES}/p05.json"), &["--seconds", "60", "--json"]).output().unwrap();
    assert!(output.status.success());
    let walls = lines(&output);
    assert!(walls.windows(2).all(|pair| key(&pair[1]) < key(&pair[0])), "{walls:?}");
    let last = walls.last().unwrap();
    assert_eq!(key(last), (0, 0, -24, false));
    assert_eq!(last["placements"].as_array().unwrap().len(), 24);
    let first = &last["placements"][0];
    assert!(
        first["stone"].is_string() && first["rot"].is_u64() && first["row"].is_u64() && first["col"].is_u64()
    );
}

#[test]
fn wall_is_drawn_with_the_ids_of_its_stones() {
    for (ids, drawn) in [(["W", "X"], "WX\n"), (["W1", "X1"], "AB\nA = W1, B = X1\n")] {
        let stones = ids.map(|id| format!(r#"{{"id": "{id}", "cells": [[0, 0]]}}"#)).join(", ");
        let puzzle = format!(r###"{{"frame": ["##"], "stones": [{stones}]}}"###);
        let mut child =
            solve("-", &["--seconds", "5"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(puzzle.as_bytes()).unwrap();
        let text = String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap();
        assert!(text.contains(drawn) || text.contains(&drawn.replace("WX", "XW")), "{text}");
    }
}

#[test]
fn invalid_puzzle_exits_with_2_and_names_cause() {
    let mut child = solve("-", &[]).stdin(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(br#"{"frame": ["x"]}"#).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr.trim(), "-: frame[0]: x in column 0: a frame consists of # and . (W1)");
}

#[test]
#[cfg(unix)]
fn interrupted_solver_prints_best_wall_last() {
    // This one takes half a minute at the very least: the search does not end by itself before.
    let mut child = solve(&format!("{INSTANCES}/hard/x28.json"), &["--seconds", "600", "--json"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap()).lines();
    let first: Value = serde_json::from_str(&stdout.next().unwrap().unwrap()).unwrap();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let rest: Vec<Value> = stdout.map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect();
    let last = rest.last().unwrap_or(&first);
    assert!(key(last) <= key(&first) && !last["placements"].as_array().unwrap().is_empty());
    assert!(child.wait().unwrap().success());
}
