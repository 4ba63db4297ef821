//! Commands that cannot be read: said in the reader's language, as JSON where that is asked for.

use std::process::Command;

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_lab")).args(words).env_clear().output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn unreadable_commands_are_refused_in_the_readers_language_and_as_json() {
    let (code, _, said) = run(&["arena", "--bots", "nobody", "--lang", "ja"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("次のいずれかを指定します：adviser"), "{said}");
    let (code, told, _) = run(&["crash", "--cycles", "x", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (code, told["reason"].as_str(), told["exit_code"].as_u64()),
        (Some(2), Some("USAGE"), Some(2))
    );
}

#[test]
fn options_that_do_not_go_together_are_a_misuse() {
    let (code, _, said) = run(&["crash", "--servers", "3"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.starts_with("lab: --servers 3: several servers share a journal in a database"), "{said}");
}
