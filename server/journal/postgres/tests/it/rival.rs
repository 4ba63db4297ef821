//! The other process of tests over one journal, and what both sides of such a test share.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};

use bytes::Bytes;
use ishigaki_journal::{Append, DatabaseUrl, Expected, Location, Sequence, StreamClaim, StreamId};
use ishigaki_journal_postgres::PostgresJournal;
use rustix::process::{Pid, Signal, kill_process};

/// Tells a process that it is the other one, and where the journal is.
pub(crate) const ELSEWHERE: &str = "ISHIGAKI_RIVAL_OF";

/// Where the journal is, if this is the other process.
pub(crate) fn place() -> Option<DatabaseUrl> {
    let url = std::env::var(ELSEWHERE).ok()?;
    match url.parse() {
        Ok(Location::Postgres(url)) => Some(url),
        other => panic!("{url} is a database: {other:?}"),
    }
}

pub(crate) fn open(url: &DatabaseUrl) -> PostgresJournal {
    PostgresJournal::open(url, Expected::JournalOrNothing).unwrap()
}

/// An append of one record.
pub(crate) fn append(stream: &StreamId, claim: StreamClaim, expected: Sequence, text: &str) -> Append {
    let records = vec![Bytes::copy_from_slice(text.as_bytes())];
    Append { stream: stream.clone(), epoch: claim.epoch, expected, records }
}

/// Another process, which runs one test of the same program and tells how it goes.
pub(crate) struct RivalProcess {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl RivalProcess {
    /// Starts it with this test and these variables in its environment.
    pub(crate) fn start(test: &str, variables: &[(&str, &str)]) -> Self {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", test, "--ignored", "--nocapture"])
            .envs(variables.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }

    /// The next thing it tells, after the sign that tells it from what the test's own frame says.
    pub(crate) fn told(&mut self) -> Option<String> {
        loop {
            let line = self.lines.next()?.unwrap();
            if let Some((_, told)) = line.split_once("rival: ") {
                return Some(told.to_owned());
            }
        }
    }
}

impl Drop for RivalProcess {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
