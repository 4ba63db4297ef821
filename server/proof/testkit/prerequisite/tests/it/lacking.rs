//! A test without what it needs: passed over, or failed.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot be run is a failed test")]

use std::process::{Command, Output};

use ishigaki_prerequisite::{REQUIRE, has_python};

/// The test that is run by the others, where no program is found.
#[test]
#[ignore = "it is run by the others"]
fn what_needs_python() {
    assert!(!has_python(), "a python3 was found");
}

/// How it ends with such a value of [`REQUIRE`].
fn ended(required: &str) -> Output {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "lacking::what_needs_python", "--ignored"])
        .env("PATH", "/nowhere")
        .env(REQUIRE, required)
        .output()
        .unwrap()
}

#[test]
fn it_passes_and_says_so_where_nothing_is_required() {
    for required in ["", "postgres"] {
        let ended = ended(required);
        let said = String::from_utf8(ended.stderr).unwrap();
        assert!(ended.status.success(), "{said}");
        assert!(said.contains("PASSED OVER what needs python: there is no python3 here"), "{said}");
    }
}

#[test]
fn it_fails_where_what_it_lacks_is_required() {
    let ended = ended("postgres,python");
    let said = String::from_utf8(ended.stdout).unwrap();
    assert!(!ended.status.success(), "{said}");
    assert!(said.contains("ISHIGAKI_REQUIRE names python, which is lacking"), "{said}");
}
