//! Invalid commands: errors in the user's language, and as JSON on request.
#![expect(clippy::unwrap_used, reason = "a program that cannot be run is a failed test")]

use std::net::TcpListener;
use std::process::Command;

fn run(words: &[&str], variables: &[(&str, &str)]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishigaki-server"));
    let output = command
        .args(words)
        .current_dir(folder.path())
        .env_clear()
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn log_without_game_or_record_is_usage_error() {
    let (code, output, _) = run(&["log", "--json", "--lang", "ja"], &[]);
    let stdout: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((code, stdout["reason"].as_str()), (Some(2), Some("USAGE")), "{stdout}");
}

#[test]
fn named_token_file_overrides_the_environments_folder() {
    let words = ["token", "list", "--tokens", "nosuch.toml"];
    let (code, _, stderr) = run(&words, &[("ISHIGAKI_FOLDER", "contest")]);
    assert_eq!(code, Some(1), "{stderr}");
    assert!(stderr.contains("nosuch.toml"), "{stderr}");
    let both = [("ISHIGAKI_FOLDER", "contest"), ("ISHIGAKI_TOKENS", "tokens.toml")];
    let (code, _, report) = run(&["token", "list"], &both);
    assert_eq!(code, Some(2), "nobody can know which is meant: {report}");
}

#[test]
fn server_that_does_not_start_ends_with_code_1() {
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    for words in [
        &["serve"][..],
        &["serve", "--contest", "contest.toml", "--listen", &address],
        &["serve", "--contest", "nosuch.toml", "--listen", "127.0.0.1:0"],
    ] {
        let (code, output, stderr) = run(words, &[]);
        assert_eq!((code, output.as_str()), (Some(1), ""), "{stderr}");
    }
}

#[test]
fn failure_is_printed_as_json_with_json_option() {
    let (code, output, stderr) = run(&["token", "list", "--tokens", "nosuch.toml", "--json"], &[]);
    let stdout: serde_json::Value = serde_json::from_str(&output).unwrap();
    assert_eq!((code, stdout["ok"].as_bool(), stdout["exit_code"].as_u64()), (Some(1), Some(false), Some(1)));
    assert!(
        stdout["message"].as_str().unwrap().contains("nosuch.toml") && stderr.is_empty(),
        "{stdout} {stderr}"
    );
}

/// Every command that reads a record file has the same trust requirements as `verify`.
#[test]
fn records_of_unknown_signers_are_refused_by_every_command() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/record/tests/golden/small.jsonl");
    let event = concat!(env!("CARGO_MANIFEST_DIR"), "/record/tests/tournament/ishigaki.jsonl");
    let folder = tempfile::tempdir().unwrap();
    let key = |record: &str| {
        let (_, stderr, _) = run(&["verify", record, "--partial", "--json"], &[]);
        let report: serde_json::Value = serde_json::from_str(&stderr).unwrap();
        report["report"]["fingerprint"].as_str().unwrap().to_owned()
    };
    // The same game up to a placed stone. The last line is unsigned.
    let unsigned = folder.path().join("unsigned.jsonl");
    let text = std::fs::read_to_string(golden).unwrap();
    let laid =
        text.split_inclusive('\n').position(|line| line.contains("\"fact\":\"stone_placed\"")).unwrap();
    let lines: String = text.split_inclusive('\n').take(laid + 1).collect();
    std::fs::write(&unsigned, ishigaki_record::transcript::complete(&lines).unwrap()).unwrap();
    let unsigned = unsigned.to_str().unwrap();
    let page = folder.path().join("page.html");
    let page = page.to_str().unwrap();
    for (record, signer) in [(golden, key(golden)), (unsigned, key(golden)), (event, key(event))] {
        let of_any: &[&[&str]] = &[&["verify", record], &["log", "--transcript", record]];
        let of_games: &[&[&str]] = &[
            &["report", record, "--out", page],
            &["export", record, "results"],
            &["export", record, "certificates", "--format", "html"],
            &["export", record, "--out", page],
        ];
        let is_event = record == event;
        for command in of_any.iter().chain(of_games.iter().filter(|_| !is_event)) {
            if record == unsigned && command.contains(&"certificates") {
                continue;
            }
            let code = |more: &[&str]| run(&[*command, more].concat(), &[]).0;
            assert_eq!(code(&[]), Some(6), "{command:?}");
            assert!(!std::path::Path::new(page).exists(), "{command:?} wrote something");
            let with_key = code(&["--key", &signer]);
            assert_eq!(with_key, Some(if record == unsigned { 6 } else { 0 }), "{command:?}");
            assert_eq!(code(&["--key", "0000-0000-0000-0000-0000-0000-0000-0000"]), Some(1), "{command:?}");
            assert_eq!(code(&["--partial"]), Some(0), "{command:?}");
            if std::path::Path::new(page).is_dir() {
                std::fs::remove_dir_all(page).unwrap();
            } else if std::path::Path::new(page).exists() {
                std::fs::remove_file(page).unwrap();
            }
        }
    }
}

#[test]
fn sheets_and_tables_are_exported_and_bad_requests_refused() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/record/tests/golden/small.jsonl");
    let (code, page, stderr) =
        run(&["export", record, "--partial", "results", "--format", "html", "--lang", "ja"], &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("最終結果"), "{page}");
    let (code, tables, report) =
        run(&["export", record, "--partial", "team", "--team", "a", "--format", "json"], &[]);
    assert_eq!(code, Some(0), "{report}");
    let tables: serde_json::Value = serde_json::from_str(&tables).unwrap();
    assert!(tables["lists"].as_array().unwrap().iter().all(|row| row["team"] == "a"), "{tables}");

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let (code, _, stderr) =
        run(&["export", record, "--partial", "--out", out.to_str().unwrap(), "--format", "csv,html"], &[]);
    assert_eq!(code, Some(0), "{stderr}");
    let mut files: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|file| file.contains(".html"))
        .collect();
    files.sort();
    assert_eq!(files, ["certificates.html", "results.html", "team-a.html", "team-b.html"]);
    assert!(out.join("certificates.csv").exists());

    for words in [
        &["team", "--format", "html"][..],
        &["team", "--format", "html", "--team", "x"],
        &["lists", "--format", "html"],
        &["results", "--format", "csv,json"],
        &["results", "--names", record],
    ] {
        let (code, _, stderr) = run(&[&["export", record, "--partial"], words].concat(), &[]);
        assert_eq!(code, Some(1), "{words:?}: {stderr}");
    }
    assert_eq!(run(&["export", record], &[]).0, Some(2));
}
