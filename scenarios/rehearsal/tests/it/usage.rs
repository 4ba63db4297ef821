//! Commands that cannot be read: said in the reader's language, as JSON where that is asked for.

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
    let (code, _, said) = run(&["--bots", "nobody", "--lang", "ja"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("次のいずれかを指定します：adviser"), "{said}");
    let (code, told, _) = run(&["--seed", "x", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!(
        (code, told["reason"].as_str(), told["exit_code"].as_u64()),
        (Some(2), Some("USAGE"), Some(2))
    );
}

#[test]
fn what_does_not_go_together_is_said_in_the_readers_language_and_as_json() {
    let (code, _, said) = run(&["--teams", "3"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("rehearsal: --teams 3: the lists of tour-4 are those of 4 teams"), "{said}");
    let (code, _, said) = run(&["--teams", "3", "--lang", "ja"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("tour-4の固定入札は4チームのものです"), "{said}");
    let (code, told, said) = run(&["--kill-in-round", "99", "--json", "--lang", "ja"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, told["exit_code"].as_u64(), said.as_str()), (Some(2), Some(2), ""));
    assert!(told["message"].as_str().unwrap().contains("第99回の入札はありません"), "{told}");
}

#[test]
fn a_place_that_cannot_be_written_is_said_in_the_readers_language() {
    let (code, _, said) = run(&["--transcript", "/nowhere/at/all", "--quiet", "--lang", "ja"]);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("/nowhere/at/allに書き込めません：ファイルまたはフォルダーがありません"), "{said}");
}
