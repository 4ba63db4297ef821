//! Invalid commands: errors in the reader's language, or as JSON.
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
fn unknown_option_error_lists_valid_arguments() {
    let (code, _, stderr) = run(&["feed", "--game", "g1"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(
        stderr.starts_with("error: unexpected argument --game; write [GAME]")
            && stderr.contains("without an option name"),
        "{stderr}"
    );
    assert!(!stderr.contains("hyphen"), "{stderr}");
    let options = stderr.lines().find(|line| line.starts_with("Options: ")).unwrap_or_default();
    for option in ["--all", "--after <ID>", "--transcript <FILE>"] {
        assert!(options.contains(option), "{stderr}");
    }
    assert!(!options.contains("--lang") && !options.contains("--help"), "those of all commands: {stderr}");
    let (_, stdout, _) = run(&["feed", "--game", "g1", "--json", "--lang", "ja"]);
    assert!(stdout.contains("オプション名を付けずに、そのまま書きます"), "{stdout}");
    let (_, _, stderr) = run(&["questions", "g1", "--team", "oak", "--lang", "ja"]);
    assert!(stderr.contains("--team") && stderr.contains("オプション：--json"), "{stderr}");
    let (_, _, stderr) = run(&["announce", "g1", "--englis", "x"]);
    assert!(stderr.contains("did you mean --english?") && !stderr.contains("Options: "), "{stderr}");
}
