//! The certificate of the page server.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use ishigaki_engine::clock::{Clock as _, SystemClock};
use ishigaki_testkit::TestServer;

use crate::fixture::CONTEST;

/// Runs the program until its standard input ends.
fn run(folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ishigaki-pages"));
    command.args(["--child", "--listen", "127.0.0.1:0", "--server", "http://127.0.0.1:1"]);
    command.args(["--certificate", "server.pem", "--certificate-key", "server-key.pem"]);
    command.current_dir(folder).env("LANG", "C").stdin(Stdio::null()).output().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn key_that_others_can_read_is_rejected() {
    let server = TestServer::start_encrypted(CONTEST).await;
    let now = SystemClock::new().time_of_day();
    let made = server.authority().unwrap().certify("localhost", now).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let key = folder.path().join("server-key.pem");
    fs::write(folder.path().join("server.pem"), &made.chain).unwrap();
    fs::write(&key, made.key.as_bytes()).unwrap();
    for (mode, code) in [(0o644, 1), (0o640, 1), (0o600, 0)] {
        fs::set_permissions(&key, Permissions::from_mode(mode)).unwrap();
        let output = run(folder.path());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(code), "{mode:o}: {stderr}");
        assert_eq!(stderr.contains("chmod 600 server-key.pem"), code == 1, "{mode:o}: {stderr}");
    }
}
