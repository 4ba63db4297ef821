//! The other process of tests with two writers of one journal, and helpers for both.

#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::io::{BufRead as _, BufReader, Lines};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

use bytes::Bytes;
use ishigaki_journal::{Append, DatabaseUrl, Expected, Location, Sequence, StreamClaim, StreamId};
use ishigaki_journal_postgres::PostgresJournal;
use ishigaki_journal_postgres::harness::Cluster;
use rustix::process::{Pid, Signal, kill_process};

/// Environment variable with the journal's URL, set only for the other process.
pub(crate) const ELSEWHERE: &str = "ISHIGAKI_RIVAL_OF";

/// Returns the journal's URL if this is the other process.
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

/// A place with a distinct application name, so that its connections can be distinguished from those of other
/// tests.
pub(crate) fn place_of(cluster: &Cluster, name: &str) -> DatabaseUrl {
    cluster.url(&format!("{}&application_name={name}", cluster.place().reveal()))
}

pub(crate) struct HeldRow {
    release: Sender<()>,
    holder: JoinHandle<()>,
}

impl HeldRow {
    pub(crate) fn of(url: &DatabaseUrl, game: &'static str) -> Self {
        let (hold, held) = channel();
        let (release, released) = channel();
        let url = url.clone();
        let holder = std::thread::spawn(move || hold_row(&url, game, &hold, &released));
        held.recv().unwrap();
        Self { release, holder }
    }

    pub(crate) fn release(self) {
        self.release.send(()).unwrap();
        self.holder.join().unwrap();
    }
}

fn hold_row(url: &DatabaseUrl, game: &str, hold: &Sender<()>, released: &Receiver<()>) {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
        let (client, connection) =
            tokio_postgres::connect(url.reveal(), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        let row = format!("BEGIN; SELECT * FROM stream WHERE name = '{game}' FOR UPDATE");
        client.batch_execute(&row).await.unwrap();
        hold.send(()).unwrap();
        released.recv().unwrap();
        client.batch_execute("COMMIT").await.unwrap();
    });
}

/// Waits until `count` sessions of this name wait for a lock.
pub(crate) fn await_waiting(cluster: &Cluster, name: &str, count: usize) {
    let waiting = format!(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND application_name = '{name}'"
    );
    while cluster.sql(&waiting).len() < count {
        std::thread::yield_now();
    }
}

pub(crate) fn append(stream: &StreamId, claim: StreamClaim, expected: Sequence, text: &str) -> Append {
    let records = vec![Bytes::copy_from_slice(text.as_bytes())];
    Append { stream: stream.clone(), epoch: claim.epoch, expected, records }
}

/// Another process that runs one test of the same program and reports its progress.
pub(crate) struct RivalProcess {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl RivalProcess {
    /// Starts it with this test and these environment variables.
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

    /// Returns the next line that it reports, without the prefix that separates it from the test harness's
    /// output.
    pub(crate) fn message(&mut self) -> Option<String> {
        loop {
            let line = self.lines.next()?.unwrap();
            if let Some((_, message)) = line.split_once("rival: ") {
                return Some(message.to_owned());
            }
        }
    }
}

impl Drop for RivalProcess {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
