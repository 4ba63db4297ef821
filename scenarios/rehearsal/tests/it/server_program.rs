//! A rehearsal without the server, as in a release: it plays with the server's program next to it, or reports
//! that it is missing. Builds only without the feature `server`, as `.ci/run` does.
#![cfg(not(feature = "server"))]

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(program: &Path, words: &[&str]) -> Output {
    Command::new(program).args(words).env("LANG", "C").output().unwrap()
}

#[test]
fn rehearsal_completes_after_server_kill() {
    let program = Path::new(env!("CARGO_BIN_EXE_rehearsal"));
    let server = program.with_file_name(format!("ishigaki-server{EXE_SUFFIX}"));
    assert!(server.is_file(), "cargo build --bin ishigaki-server makes {}", server.display());
    for words in [&["--quiet"][..], &["--kill-in-round", "1", "--quiet"]] {
        let played = run(program, words);
        assert!(played.status.success(), "{words:?}: {}", String::from_utf8_lossy(&played.stderr));
    }
}

#[test]
fn missing_server_error_is_localized_and_names_path() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join(format!("rehearsal{EXE_SUFFIX}"));
    fs::copy(env!("CARGO_BIN_EXE_rehearsal"), &program).unwrap();
    let place = folder.path().canonicalize().unwrap().join(format!("ishigaki-server{EXE_SUFFIX}"));
    for (lang, sentence) in [("en", "no server at"), ("ja", "リハーサルに使うサーバーがありません")]
    {
        let refused = run(&program, &["--quiet", "--lang", lang]);
        let stderr = String::from_utf8_lossy(&refused.stderr).into_owned();
        assert_eq!(refused.status.code(), Some(1), "{stderr}");
        assert!(stderr.contains(sentence) && stderr.contains(&*place.to_string_lossy()), "{stderr}");
    }
}
