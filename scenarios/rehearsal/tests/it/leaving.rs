//! However a rehearsal ends, no process and no file of it is left behind.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

fn under_way(folder: &Path) -> (Child, PathBuf, BufReader<ChildStdout>) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_rehearsal"))
        .env("TMPDIR", folder)
        .env("LANG", "C")
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut story = BufReader::new(child.stdout.take().unwrap());
    story.by_ref().lines().find(|line| line.as_ref().unwrap().contains("The chief judge")).unwrap().unwrap();
    let private: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [private] = private.as_slice() else { panic!("one private folder, not {private:?}") };
    assert!(servers_of(private) == 1, "one server runs");
    (child, private.clone(), story)
}

#[test]
fn interrupt_leaves_no_files_or_processes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, private, _story) = under_way(folder.path());
    let stopped = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(stopped.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "no file is left");
    assert_eq!(servers_of(&private), 0, "no server is left");
}

#[test]
fn kill_leaves_no_files_or_processes() {
    let folder = tempfile::tempdir().unwrap();
    let (mut child, private, _story) = under_way(folder.path());
    child.kill().unwrap();
    child.wait().unwrap();
    // The server notices by itself, and is the last one to go.
    let mut polls = 0;
    while servers_of(&private) > 0 {
        polls += 1;
        assert!(polls < 2_000, "the server stays");
    }
    assert!(!private.exists(), "no file is left");
}

fn servers_of(folder: &Path) -> usize {
    let output = Command::new("ps").args(["-A", "-o", "args="]).output().unwrap();
    let folder = folder.to_string_lossy().into_owned();
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|line| line.contains(&folder) && line.contains("serve-child"))
        .count()
}
