//! Invalid commands: errors in the reader's language, or as JSON.

use std::process::Command;

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(words).env_clear().output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn unreadable_commands_are_usage_errors() {
    let (code, _, stderr) = run(&["arena", "--bots", "nobody", "--lang", "ja"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("次のいずれかを指定します：adviser"), "{stderr}");
    let (code, stdout, _) = run(&["crash", "--cycles", "x", "--json"]);
    let stdout: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (code, stdout["reason"].as_str(), stdout["exit_code"].as_u64()),
        (Some(2), Some("USAGE"), Some(2))
    );
}

#[test]
fn options_that_do_not_go_together_are_a_misuse() {
    let (code, _, stderr) = run(&["crash", "--servers", "3"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.starts_with("lab: --servers 3: several servers need a journal in a database"), "{stderr}");
}
