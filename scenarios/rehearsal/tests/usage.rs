//! Commands that cannot be read: said in the reader's language, as JSON where that is asked for.
#![expect(clippy::unwrap_used, reason = "a program that cannot be run is a failed test")]

use std::process::Command;

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rehearsal"));
    let output = command.args(words).env_clear().output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn what_is_wrong_with_a_command_is_said_in_the_readers_language_and_as_json() {
    let (code, _, said) = run(&["--teams", "1"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("cannot be \"1\": it is a whole number from 2 to 16"), "{said}");
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
