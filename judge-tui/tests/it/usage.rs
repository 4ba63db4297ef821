//! Commands that cannot be read: said in the reader's language, as JSON where that is asked for.
#![expect(clippy::unwrap_used, reason = "a program that cannot be run is a failed test")]

use std::process::Command;

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_judge-tui"));
    let output = command.args(words).current_dir(folder.path()).env_clear().output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_entered_for_a_team_is_asked_for_with_all_that_would_do() {
    let (code, _, said) = run(&["enter-bids", "heat-1", "oak", "--reason", "the laptop failed"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with("error: missing: ") && said.contains("ENTRY"), "{said}");
    assert!(said.contains("--file") && said.contains("--none"), "{said}");
    let (code, told, _) = run(&["enter-bids", "heat-1", "oak", "--json", "--lang", "ja"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, told["reason"].as_str()), (Some(2), Some("USAGE")), "{told}");
    assert!(told["message"].as_str().unwrap().starts_with("必要な指定がありません"), "{told}");
}

#[test]
fn an_option_that_the_command_has_not_is_met_with_what_it_takes() {
    let (code, _, said) = run(&["feed", "--game", "g1"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.starts_with("error: there is no --game here; [GAME]") && said.contains("stands by itself"),
        "{said}"
    );
    assert!(!said.contains("hyphen"), "{said}");
    let options = said.lines().find(|line| line.starts_with("Options: ")).unwrap_or_default();
    for option in ["--all", "--after <ID>", "--transcript <FILE>"] {
        assert!(options.contains(option), "{said}");
    }
    assert!(!options.contains("--lang") && !options.contains("--help"), "those of all commands: {said}");
    let (_, told, _) = run(&["feed", "--game", "g1", "--json", "--lang", "ja"]);
    assert!(told.contains("オプション名を付けずに、そのまま書きます"), "{told}");
    let (_, _, said) = run(&["questions", "g1", "--team", "oak", "--lang", "ja"]);
    assert!(said.contains("--team") && said.contains("オプション：--json"), "{said}");
    let (_, _, said) = run(&["announce", "g1", "--englis", "x"]);
    assert!(said.contains("is --english meant?") && !said.contains("Options: "), "{said}");
}

#[test]
fn a_host_that_nobody_knows_is_said_to_be_one() {
    let server = "http://nosuchhost.invalid:7150";
    let (code, _, said) = run(&["games", "--token", "t", "--server", server, "--insecure-plaintext"]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("No host of that name is known"), "{said}");
}
