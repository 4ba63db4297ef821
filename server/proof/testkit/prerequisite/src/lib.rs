//! Prerequisites of tests: what some need beside Rust and a C compiler, and whether they may pass without it.
//!
//! A test that lacks one is passed over, and says so. Where [`REQUIRE`] names it, the test fails instead. `.ci/run` names all that
//! it has found or installed, so that nothing is green there for not having run. Knows no other room.

use std::env;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Names what must not be lacking, by [`Prerequisite::name`], with commas between.
pub const REQUIRE: &str = "ISHIGAKI_REQUIRE";

/// What a test, or a story that `.ci/run` plays, needs beside Rust and a C compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prerequisite {
    /// PostgreSQL's programs, and a user who may run them.
    Postgres,
    /// The connection pooler, beside PostgreSQL.
    Pgbouncer,
    /// `python3`, with its standard library.
    Python,
    /// Python's `venv`, with a registry of packages to ask.
    Venv,
    /// Node with npm, and a registry to ask.
    Node,
    Tmux,
    /// Chromium with what drives it.
    Chromium,
    /// An address that is not of this machine alone.
    Network,
    /// Networks of one's own: `ip netns`, as root on Linux.
    Netns,
    /// Disks of one's own: `unshare --mount`, on Linux.
    Mount,
    /// Files that nobody may change: `chattr +i`, as root on Linux.
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

    /// The name in [`REQUIRE`].
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

    /// Passes a test over that lacks this, and says why, past what captures a test's output.
    ///
    /// # Panics
    ///
    /// If [`REQUIRE`] names it, or something that is no prerequisite.
    #[track_caller]
    pub fn pass_over(self, why: &str) {
        let required = env::var(REQUIRE).unwrap_or_default();
        match self.check_lacking(&required) {
            Ok(()) => drop(writeln!(std::io::stderr(), "PASSED OVER what needs {}: {why}", self.name())),
            Err(refusal) => panic!("{refusal}: {why}"),
        }
    }

    /// `Err` says why a test must not be passed over for lack of this, with such a value of [`REQUIRE`].
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

/// Whether there is a `python3`; where there is none, the test is passed over.
///
/// # Panics
///
/// As [`Prerequisite::pass_over`].
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
    fn what_is_named_must_not_be_lacking() {
        for required in ["python", "postgres,python", " postgres , python "] {
            let refusal = Prerequisite::Python.check_lacking(required).unwrap_err();
            assert_eq!(refusal, "ISHIGAKI_REQUIRE names python, which is lacking");
        }
        for required in ["", ",", "postgres", "postgres,tmux"] {
            assert_eq!(Prerequisite::Python.check_lacking(required), Ok(()), "{required}");
        }
    }

    #[test]
    fn a_name_of_nothing_is_told_whatever_is_lacking() {
        let refusal = Prerequisite::Node.check_lacking("node,postgre").unwrap_err();
        assert!(
            refusal.starts_with(r#"ISHIGAKI_REQUIRE names "postgre", which is none of postgres, "#),
            "{refusal}"
        );
    }
}
