//! The lab without the server, as in a release: it kills the server's program next to it. Builds only without
//! the feature `server`, as `.ci/run` does.
#![cfg(not(feature = "server"))]

use std::env::consts::EXE_SUFFIX;
use std::path::Path;
use std::process::Command;

#[test]
fn crash_cycles_succeed_with_and_without_copy() {
    let program = Path::new(env!("CARGO_BIN_EXE_lab"));
    let server = program.with_file_name(format!("ishigaki-server{EXE_SUFFIX}"));
    assert!(server.is_file(), "cargo build --bin ishigaki-server makes {}", server.display());
    for words in [&["--cycles", "3"][..], &["--copy", "required", "--cycles", "2"]] {
        let killed = Command::new(program).arg("crash").args(words).env("LANG", "C").output().unwrap();
        assert!(killed.status.success(), "{words:?}: {}", String::from_utf8_lossy(&killed.stderr));
    }
}
