//! `lab generate`: a file of parameters becomes a scenario with its spare.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const PARAMETERS: &str = "name = \"heat-a\"\ntitle = \"Heat A\"\ntitle_ja = \"予選A\"\nteams = 5\nrounds = 8\ntypes = 20\n\
    awkwardness = 30\nseed = 1\nframe = { family = \"stepped\", squares = 80 }\n";

fn generate(folder: &Path, out: &str, more: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lab"));
    command
        .current_dir(folder)
        .args(["generate", "heat-a.params.toml", "--out", out])
        .args(more)
        .env("LANG", "C");
    command.output().unwrap()
}

fn files(folder: &Path) -> BTreeMap<String, String> {
    let read = |folder: &Path| {
        fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .collect::<Vec<_>>()
    };
    let paths = read(folder).into_iter().chain(read(&folder.join("golden")));
    paths
        .map(|path| {
            (path.strip_prefix(folder).unwrap().display().to_string(), fs::read_to_string(path).unwrap())
        })
        .collect()
}

#[test]
fn parameters_become_the_same_files_every_time() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("heat-a.params.toml"), PARAMETERS).unwrap();
    let output = generate(folder.path(), "one", &[]);
    assert!(output.status.success(), "{output:?}");
    let stdout = String::from_utf8(output.stdout).unwrap();
    assert!(
        stdout.contains("heat-a-spare: a frame of 80 squares") && stdout.contains("5 planted walls"),
        "{stdout}"
    );
    assert!(generate(folder.path(), "two", &["--json"]).status.success());
    let made = files(&folder.path().join("one"));
    assert_eq!(made.len(), 10, "{:?}", made.keys());
    assert_eq!(made, files(&folder.path().join("two")));
    // The same files once more are no other ones; those of another seed are.
    assert!(generate(folder.path(), "one", &[]).status.success());
    let other = generate(folder.path(), "one", &["--seed", "2"]);
    assert_eq!(other.status.code(), Some(1), "{other:?}");
    assert_eq!(made, files(&folder.path().join("one")));
}

#[test]
fn wrong_parameters_are_refused_by_field_figure_and_rule() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("heat-a.params.toml"), PARAMETERS.replace("teams = 5", "teams = 12"))
        .unwrap();
    let output = generate(folder.path(), ".", &[]);
    assert_eq!(output.status.code(), Some(2));
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(
        stderr.contains("heat-a.params.toml: `teams` is 12; expected 4 to 9 (G2: teams a game)"),
        "{stderr}"
    );
}

#[test]
fn existing_file_is_kept_and_error_suggests_out() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("heat-a.params.toml"), PARAMETERS).unwrap();
    fs::write(folder.path().join("heat-a.toml"), "mine").unwrap();
    let output = generate(folder.path(), ".", &[]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(text.contains("heat-a.toml exists with other content") && text.contains("--out"), "{text}");
    assert!(!text.contains("os error") && !text.contains("entity"), "{text}");
    assert_eq!(fs::read_to_string(folder.path().join("heat-a.toml")).unwrap(), "mine");
}
