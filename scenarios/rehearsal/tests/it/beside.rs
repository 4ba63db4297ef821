//! A rehearsal without the server in it, as it travels: it plays with the server's program beside it, and says so where that lacks.
//! Builds only without the feature `server`; `.ci/run` does.
#![cfg(not(feature = "server"))]

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(program: &Path, words: &[&str]) -> Output {
    Command::new(program).args(words).env("LANG", "C").output().unwrap()
}

#[test]
fn with_the_server_beside_it_a_game_is_played_through_a_kill() {
    let program = Path::new(env!("CARGO_BIN_EXE_rehearsal"));
    let server = program.with_file_name(format!("ishigaki-server{EXE_SUFFIX}"));
    assert!(server.is_file(), "cargo build --bin ishigaki-server makes {}", server.display());
    for words in [&["--quiet"][..], &["--kill-in-round", "1", "--quiet"]] {
        let played = run(program, words);
        assert!(played.status.success(), "{words:?}: {}", String::from_utf8_lossy(&played.stderr));
    }
}

#[test]
fn without_one_it_says_where_it_looked_in_the_readers_language() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join(format!("rehearsal{EXE_SUFFIX}"));
    fs::copy(env!("CARGO_BIN_EXE_rehearsal"), &program).unwrap();
    let place = folder.path().canonicalize().unwrap().join(format!("ishigaki-server{EXE_SUFFIX}"));
    for (lang, sentence) in
        [("en", "there is no server to rehearse with"), ("ja", "リハーサルに使うサーバーがありません")]
    {
        let refused = run(&program, &["--quiet", "--lang", lang]);
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(1), "{said}");
        assert!(said.contains(sentence) && said.contains(&*place.to_string_lossy()), "{said}");
    }
}
