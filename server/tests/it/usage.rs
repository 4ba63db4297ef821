//! Commands that cannot be read: said in the reader's language, as JSON where that is asked for.
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
fn a_log_asks_for_a_game_or_a_record() {
    let (code, _, said) = run(&["log"], &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.starts_with("error: missing: ") && said.contains("GAME") && said.contains("--transcript"),
        "{said}"
    );
    let (code, told, _) = run(&["log", "--json", "--lang", "ja"], &[]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, told["reason"].as_str()), (Some(2), Some("USAGE")), "{told}");
    assert!(told["message"].as_str().unwrap().starts_with("必要な指定がありません"), "{told}");
}

#[test]
fn a_folder_of_the_environment_gives_way_to_a_token_file_that_is_named() {
    let words = ["token", "list", "--tokens", "nosuch.toml"];
    let (code, _, said) = run(&words, &[("ISHIGAKI_FOLDER", "contest")]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("nosuch.toml"), "{said}");
    let both = [("ISHIGAKI_FOLDER", "contest"), ("ISHIGAKI_TOKENS", "tokens.toml")];
    let (code, _, said) = run(&["token", "list"], &both);
    assert_eq!(code, Some(2), "nobody can know which is meant: {said}");
}

#[test]
fn why_a_server_does_not_start_is_said_in_the_readers_language() {
    let (code, _, said) = run(&["serve"], &[("LANG", "ja_JP.UTF-8")]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("エラー：大会を指定してください"), "{said}");
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let words = ["serve", "--contest", "contest.toml", "--listen", &address];
    let (code, told, said) = run(&words, &[]);
    assert_eq!((code, told.as_str()), (Some(1), ""), "{said}");
    assert!(said.contains(&format!("Error: cannot listen on {address}: address already in use")), "{said}");
    let (code, _, said) = run(&[words.as_slice(), &["--lang", "ja"]].concat(), &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains(&format!("{address}で待ち受けできません：そのアドレスは使用中です")), "{said}");
    let words = ["serve", "--contest", "nosuch.toml", "--listen", "127.0.0.1:0", "--lang", "ja"];
    let (code, _, said) = run(&words, &[]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("nosuch.tomlを読めません：ファイルまたはフォルダーがありません"), "{said}");
}

#[test]
fn a_failure_is_json_where_the_command_has_it() {
    let (code, told, said) = run(&["token", "list", "--tokens", "nosuch.toml", "--json"], &[]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, told["ok"].as_bool(), told["exit_code"].as_u64()), (Some(1), Some(false), Some(1)));
    assert!(told["message"].as_str().unwrap().contains("nosuch.toml") && said.is_empty(), "{told} {said}");
}

/// Every command that makes something of a record file takes no more on trust than `verify` does.
#[test]
fn records_of_unknown_signers_and_unsigned_ends_are_refused_by_every_command() {
    let golden = concat!(env!("CARGO_MANIFEST_DIR"), "/record/tests/golden/small.jsonl");
    let event = concat!(env!("CARGO_MANIFEST_DIR"), "/record/tests/tournament/ishigaki.jsonl");
    let folder = tempfile::tempdir().unwrap();
    let key = |record: &str| {
        let (_, said, _) = run(&["verify", record, "--partial", "--json"], &[]);
        let said: serde_json::Value = serde_json::from_str(&said).unwrap();
        said["report"]["fingerprint"].as_str().unwrap().to_owned()
    };
    // The same game up to a stone that was laid: nobody has signed the line of that.
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
fn a_games_sheets_and_tables_are_written_in_one_go_and_what_there_is_not_is_refused() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/record/tests/golden/small.jsonl");
    let (code, page, said) =
        run(&["export", record, "--partial", "results", "--format", "html", "--lang", "ja"], &[]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("最終結果"), "{page}");
    let (code, tables, said) =
        run(&["export", record, "--partial", "team", "--team", "a", "--format", "json"], &[]);
    assert_eq!(code, Some(0), "{said}");
    let tables: serde_json::Value = serde_json::from_str(&tables).unwrap();
    assert!(tables["lists"].as_array().unwrap().iter().all(|row| row["team"] == "a"), "{tables}");

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let (code, _, said) =
        run(&["export", record, "--partial", "--out", out.to_str().unwrap(), "--format", "csv,html"], &[]);
    assert_eq!(code, Some(0), "{said}");
    let mut files: Vec<String> = std::fs::read_dir(&out)
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .filter(|file| file.contains(".html"))
        .collect();
    files.sort();
    assert_eq!(files, ["certificates.html", "results.html", "team-a.html", "team-b.html"]);
    assert!(out.join("certificates.csv").exists());

    let refused = |words: &[&str], what: &str| {
        let (code, _, said) = run(&[&["export", record, "--partial"], words].concat(), &[]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains(what), "{said}");
    };
    refused(&["team", "--format", "html"], "--team CODE");
    refused(&["team", "--format", "html", "--team", "x"], "Its teams: a, b.");
    refused(&["lists", "--format", "html"], "results, certificates, team");
    refused(&["results", "--format", "csv,json"], "--out FOLDER");
    refused(&["results", "--names", record], "list of names");
    let (code, _, said) = run(&["export", record], &[]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("results") && said.contains("--out FOLDER"), "{said}");
}
