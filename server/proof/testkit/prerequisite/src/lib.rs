//! Prerequisites of tests besides Rust and a C compiler.
//!
//! A test without its prerequisite is skipped with a message, or fails if [`REQUIRE`] names it. `.ci/run`
//! names everything it has found or installed, so that no test passes there without running.

use std::env;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Variable with the required prerequisites by [`Prerequisite::name`], separated by commas.
pub const REQUIRE: &str = "ISHIGAKI_REQUIRE";

/// A prerequisite of tests and of `.ci/run` steps besides Rust and a C compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prerequisite {
    Postgres,
    Pgbouncer,
    Python,
    Venv,
    Node,
    Tmux,
    Chromium,
    /// A network address other than loopback.
    Network,
    Netns,
    Mount,
    Chattr,
}

impl Prerequisite {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Postgres,
        Self::Pgbouncer,
        Self::Python,
        Self::Venv,
        Self::Node,
        Self::Tmux,
        Self::Chromium,
        Self::Network,
        Self::Netns,
        Self::Mount,
        Self::Chattr,
    ];

    /// Returns the name in [`REQUIRE`].
    pub const fn name(self) -> &'static str {
        match self {
            Self::Postgres => "postgres",
            Self::Pgbouncer => "pgbouncer",
            Self::Python => "python",
            Self::Venv => "venv",
            Self::Node => "node",
            Self::Tmux => "tmux",
            Self::Chromium => "chromium",
            Self::Network => "network",
            Self::Netns => "netns",
            Self::Mount => "mount",
            Self::Chattr => "chattr",
        }
    }

    /// Skips a test without this prerequisite, and prints the reason even if the test's output is captured.
    ///
    /// # Panics
    ///
    /// Panics if [`REQUIRE`] names it, or has an unknown name.
    #[track_caller]
    pub fn pass_over(self, why: &str) {
        let required = env::var(REQUIRE).unwrap_or_default();
        match self.check_lacking(&required) {
            Ok(()) => drop(writeln!(std::io::stderr(), "PASSED OVER what needs {}: {why}", self.name())),
            Err(refusal) => panic!("{refusal}: {why}"),
        }
    }

    /// Returns an error if a test must not be skipped with this value of [`REQUIRE`].
    fn check_lacking(self, required: &str) -> Result<(), String> {
        let mut names = required.split(',').map(str::trim).filter(|name| !name.is_empty());
        if let Some(name) = names.clone().find(|name| Self::ALL.iter().all(|known| known.name() != *name)) {
            let known = Self::ALL.map(Self::name).join(", ");
            return Err(format!("{REQUIRE} names {name:?}, which is none of {known}"));
        }
        match names.find(|name| *name == self.name()) {
            Some(name) => Err(format!("{REQUIRE} names {name}, which is lacking")),
            None => Ok(()),
        }
    }
}

/// Returns whether there is a `python3`; otherwise the test is skipped.
///
/// # Panics
///
/// Like [`Prerequisite::pass_over`].
#[track_caller]
pub fn has_python() -> bool {
    static IS_THERE: OnceLock<bool> = OnceLock::new();
    let is_there = *IS_THERE.get_or_init(|| {
        let mut python = Command::new("python3");
        let ran = python.arg("--version").stdin(Stdio::null()).output();
        ran.is_ok_and(|ran| ran.status.success())
    });
    if !is_there {
        Prerequisite::Python.pass_over("there is no python3 here");
    }
    is_there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn required_prerequisite_must_be_present() {
        for required in ["python", "postgres,python", " postgres , python "] {
            let refusal = Prerequisite::Python.check_lacking(required).unwrap_err();
            assert_eq!(refusal, "ISHIGAKI_REQUIRE names python, which is lacking");
        }
        for required in ["", ",", "postgres", "postgres,tmux"] {
            assert_eq!(Prerequisite::Python.check_lacking(required), Ok(()), "{required}");
        }
    }

    #[test]
    fn unknown_prerequisite_name_is_rejected() {
        let refusal = Prerequisite::Node.check_lacking("node,postgre").unwrap_err();
        assert!(
            refusal.starts_with(r#"ISHIGAKI_REQUIRE names "postgre", which is none of postgres, "#),
            "{refusal}"
        );
    }
}
