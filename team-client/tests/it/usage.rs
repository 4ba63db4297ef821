//! Commands that cannot be read: said in the reader's language, as JSON where that is asked for, with all that is needed.

use std::process::{Command, Output};

/// Runs the program where it finds neither a server nor a token.
fn run(words: &[&str], variables: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_team-client"));
    command.args(words).current_dir(folder.path()).env_clear().envs(variables.iter().copied());
    command.output().unwrap()
}

fn said(words: &[&str]) -> String {
    let output = run(words, &[]);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn told(words: &[&str]) -> serde_json::Value {
    let output = run(words, &[]);
    assert_eq!(output.status.code(), Some(2), "{words:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn what_is_missing_is_named_with_what_would_do_instead() {
    for (words, wanted, other) in [
        (&["bid"][..], "LOT:PRICE", "--decline"),
        (&["rebid"], "LINE:PRICE", "--pass"),
        (&["place", "L-1"], "ROW", "--cells"),
        (&["checked"], "STONE", "--all"),
        (&["what-if", "--round", "1"], "LOT:PRICE", "--decline"),
    ] {
        let text = said(words);
        let (first, usage) = text.split_once("\n\n").unwrap();
        assert!(first.starts_with("error: missing: ") && first.contains(wanted), "{text}");
        assert!(first.contains(other) && usage.contains(other), "{text}");
    }
    assert!(said(&["place", "L-1", "3"]).contains("missing: <COL>"));
    let text = said(&["solve", "p.json", "--threads", "999", "--lang", "ja"]);
    assert!(text.contains("1から256までの整数を指定します"), "{text}");
}

#[test]
fn what_is_wrong_with_a_command_is_said_in_the_readers_language() {
    assert!(said(&["bid", "--lang", "ja"]).starts_with("エラー：必要な指定がありません："));
    assert!(said(&["--lang=ja", "bidd"]).contains("bidd というコマンドはありません。bid のことですか"));
    let text = said(&["status", "--server", "nowhere", "--lang", "ja"]);
    assert!(
        text.contains("「nowhere」は指定できません。サーバーは https://HOST:PORT の形で指定します"),
        "{text}"
    );
    let text = said(&["solve", "p.json", "--sed", "1"]);
    assert!(text.contains("there is no --sed here; is --seed meant?"), "{text}");
    let text = said(&["place", "L-1", "x", "1"]);
    assert!(text.contains("cannot be \"x\": it is a whole number"), "{text}");
    let text = said(&["status", "--lang", "fr"]);
    assert!(text.contains("cannot be \"fr\", it is one of en, ja"), "{text}");
    let output = run(&["bid"], &[("LC_ALL", "ja_JP.UTF-8")]);
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("エラー："));
}

#[test]
fn what_is_wrong_with_a_command_is_one_json_object_where_that_is_asked_for() {
    let told_of = told(&["bid", "--json"]);
    assert_eq!(
        (told_of["ok"].as_bool(), told_of["exit_code"].as_u64(), told_of["reason"].as_str()),
        (Some(false), Some(2), Some("USAGE"))
    );
    assert!(told_of["message"].as_str().unwrap().contains("--decline"), "{told_of}");
    // The same keys as of every other failure.
    let refused = told(&["bid", "L", "--json", "--token", "t"]);
    let keys = |object: &serde_json::Value| object.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&told_of), keys(&refused));
    let japanese = told(&["--json", "--lang", "ja", "bid", "L:1", "--decline"]);
    assert!(japanese["message"].as_str().unwrap().contains("同時に指定できません"), "{japanese}");
}

#[test]
fn a_game_of_the_environment_gives_way_to_the_one_that_is_named() {
    let words = ["transcript", "g1", "--token", "t", "--server", "127.0.0.1:9"];
    let output = run(&words, &[("ISHIGAKI_GAME", "g0")]);
    assert_eq!(output.status.code(), Some(3), "it is asked for, and nobody answers: {output:?}");
    let words = ["transcript", "g1", "--game", "g2"];
    assert!(said(&words).contains("does not go with"));
}

#[test]
fn a_host_that_nobody_knows_is_said_to_be_one() {
    let words =
        ["status", "--token", "t", "--server", "http://nosuchhost.invalid:7150", "--insecure-plaintext"];
    let output = run(&words, &[]);
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("No host of that name is known"), "{text}");
}

#[test]
fn what_is_given_does_not_look_as_if_it_had_to_be() {
    let output =
        run(&["bid", "--lang", "ja"], &[("ISHIGAKI_GAME", "g1"), ("ISHIGAKI_SERVER", "127.0.0.1:1")]);
    let text = String::from_utf8(output.stderr).unwrap();
    let usage = text.lines().find(|line| line.starts_with("使い方：")).unwrap();
    assert!(usage.contains("team-client bid ") && usage.contains("LOT:PRICE"), "{text}");
    assert!(!["--lang", "--game", "--server"].iter().any(|option| usage.contains(option)), "{text}");
}

#[test]
fn help_is_no_failure() {
    let output = run(&["bid", "--help"], &[]);
    let help = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{help}");
    assert!(help.contains("<LOT:PRICE|--decline>") && help.contains("Examples:"), "{help}");
    assert_eq!(run(&[], &[]).status.code(), Some(2), "without a command there is only help");
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
fn a_bots_program_that_cannot_be_started_is_named_at_once() {
    // No server is there either: the program comes first.
    let asked = ["bot", "--exec", "nosuchprog --fast", "--server", "http://127.0.0.1:9"];
    let text = said(&asked);
    assert!(text.contains("nosuchprog") && text.contains("os error 2"), "{text}");
    let told = told(&[&asked[..], &["--json"]].concat());
    assert_eq!(told["reason"], "NO_PROGRAM", "{told}");
}
