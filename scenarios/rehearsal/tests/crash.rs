//! The short form of the crash cycles: the real server process, real clients, `kill -9`.

use std::process::Command;

use serde_json::Value;

/// Few enough to be done within 90 seconds on a slow machine.
const CYCLES: u64 = 25;

#[test]
fn nothing_acknowledged_is_lost_however_the_server_dies() {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_rehearsal"))
        .args(["crash", "--json", "--seed", "7", "--cycles", &CYCLES.to_string()])
        // Files that a failure would leave behind are left in here.
        .env("TMPDIR", folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}:\n{said}", output.status);
    assert_eq!(said, "", "nothing went wrong, so nothing is said");
    let summary: Value = serde_json::from_slice(&output.stdout).unwrap();
    let figure = |path: &str| summary.pointer(path).and_then(Value::as_u64).unwrap();
    assert_eq!((figure("/cycles"), figure("/kills/in_traffic")), (CYCLES, CYCLES));
    // A run in which hardly anything happens would show nothing.
    assert!(figure("/games/started") >= 4, "{summary}");
    assert!(figure("/calls/acknowledged") >= 4 * CYCLES, "{summary}");
    assert!(figure("/calls/unknown") > 0, "{summary}");
    for act in ["open_round", "submit_bids"] {
        assert!(figure(&format!("/acknowledged/{act}")) > 0, "no {act}: {summary}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is left behind");
}
