//! Invalid commands: errors in the reader's language, or as JSON.

use std::process::Command;

fn run(words: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rehearsal"));
    let output = command.args(words).env_clear().output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn unreadable_commands_are_usage_errors() {
    let (code, _, stderr) = run(&["--teams", "1"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("--teams"), "{stderr}");
    let (code, _, stderr) = run(&["--bots", "nobody", "--lang", "ja"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("次のいずれかを指定します：adviser"), "{stderr}");
    let (code, stdout, _) = run(&["--seed", "x", "--json"]);
    let stdout: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (code, stdout["reason"].as_str(), stdout["exit_code"].as_u64()),
        (Some(2), Some("USAGE"), Some(2))
    );
}
