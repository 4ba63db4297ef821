//! A test without its prerequisite is skipped or fails.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot be run is a failed test")]

use std::process::{Command, Output};

use ishigaki_prerequisite::{REQUIRE, has_python};

/// Run by the other tests in a process without programs in its path.
#[test]
#[ignore = "it is run by the others"]
fn process_that_needs_python() {
    assert!(!has_python(), "a python3 was found");
}

/// Returns the result with this value of [`REQUIRE`].
fn ended(required: &str) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "missing_prerequisite::process_that_needs_python", "--ignored"])
        .env("PATH", "/nowhere")
        .env(REQUIRE, required)
        .output()
        .unwrap()
}

#[test]
fn missing_optional_prerequisite_passes_with_notice() {
    for required in ["", "postgres"] {
        let ended = ended(required);
        let output = String::from_utf8(ended.stderr).unwrap();
        assert!(ended.status.success(), "{output}");
        assert!(output.contains("PASSED OVER what needs python: there is no python3 here"), "{output}");
    }
}

#[test]
fn missing_required_prerequisite_fails() {
    let ended = ended("postgres,python");
    let output = String::from_utf8(ended.stdout).unwrap();
    assert!(!ended.status.success(), "{output}");
    assert!(output.contains("ISHIGAKI_REQUIRE names python, which is lacking"), "{output}");
}
