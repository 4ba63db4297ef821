//! Invalid commands: errors in the reader's language, or as JSON, with all details.

use std::process::{Command, Output};

fn run(words: &[&str], variables: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
    command.args(words).current_dir(folder.path()).env_clear().envs(variables.iter().copied());
    command.output().unwrap()
}

fn run_for_stderr(words: &[&str]) -> String {
    let output = run(words, &[]);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn run_for_json(words: &[&str]) -> serde_json::Value {
    let output = run(words, &[]);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn unreadable_command_is_one_json_object() {
    let reply = run_for_json(&["bid", "--json"]);
    assert_eq!(
        (reply["ok"].as_bool(), reply["exit_code"].as_u64(), reply["reason"].as_str()),
        (Some(false), Some(2), Some("USAGE"))
    );
    assert!(reply["message"].as_str().unwrap().contains("--decline"), "{reply}");
    // The same keys as of every other failure.
    let refused = run_for_json(&["bid", "L", "--json", "--token", "t"]);
    let keys = |object: &serde_json::Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&reply), keys(&refused));
    let japanese = run_for_json(&["--json", "--lang", "ja", "bid", "L:1", "--decline"]);
    assert!(japanese["message"].as_str().unwrap().contains("同時に指定できません"), "{japanese}");
}

#[test]
fn named_game_overrides_environment() {
    let words = ["transcript", "g1", "--token", "t", "--server", "127.0.0.1:9"];
    let output = run(&words, &[("ISHIGAKI_GAME", "g0")]);
    assert_eq!(output.status.code(), Some(3), "it is asked for, and nobody answers: {output:?}");
    let words = ["transcript", "g1", "--game", "g2"];
    assert!(run_for_stderr(&words).contains("can't be used with"));
}

#[test]
fn swapped_letters_of_a_command_suggest_it() {
    assert!(run_for_stderr(&["bdi"]).contains("did you mean bid?"));
    assert!(!run_for_stderr(&["zzzz"]).contains("did you mean"));
}

#[test]
fn help_is_in_the_readers_language() {
    let help = |words: &[&str], variables: &[(&str, &str)]| {
        let output = run(words, variables);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let japanese = help(&["bid", "--help", "--lang", "ja"], &[]);
    assert!(japanese.contains("\n使い方：team-client bid [OPTIONS] <LOT:PRICE|--decline>\n"), "{japanese}");
    assert!(
        japanese.contains("\n共通のオプション：\n") && japanese.ends_with("\n  team-client bid --decline\n")
    );
    for (words, variables) in [
        (&["--lang=ja", "bid", "--help"][..], &[][..]),
        (&["help", "bid"], &[("LANG", "ja_JP.UTF-8")]),
        (&["help", "bid"], &[("LC_MESSAGES", "ja_JP.UTF-8"), ("LANG", "C")]),
    ] {
        assert_eq!(help(words, variables), japanese, "{words:?} {variables:?}");
    }
    let english = help(&["bid", "--help", "--lang", "en"], &[("LC_ALL", "ja_JP.UTF-8")]);
    assert!(english.contains("\nUsage: team-client bid"), "{english}");
    let output = run(&[], &[("LANG", "ja_JP.UTF-8")]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && text.contains("\nコマンド：\n"), "{text}");
}

#[test]
fn unstartable_bot_program_is_reported_before_connecting() {
    // No server is there either: the program comes first.
    let asked = ["bot", "--exec", "nosuchprog --fast", "--server", "http://127.0.0.1:9"];
    let text = run_for_stderr(&asked);
    assert!(text.contains("nosuchprog") && text.contains("os error 2"), "{text}");
    let reply = run_for_json(&[&asked[..], &["--json"]].concat());
    assert_eq!(reply["reason"], "NO_PROGRAM", "{reply}");
}
