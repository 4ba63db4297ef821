//! The journal's file: durability, and rejected files.
#![expect(clippy::unwrap_used, reason = "a failed step fails the test")]

use std::env;
use std::error::Error as _;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use bytes::Bytes;
use ishigaki_journal::{
    Append, AppendError, Epoch, Error, FatalError, Journal as _, Sequence, SqliteJournal, StreamClaim,
    StreamId,
};
use rusqlite::Connection;
use rusqlite::config::DbConfig;

/// Environment variable with the file, for processes started by the tests.
const FILE: &str = "ISHIGAKI_JOURNAL_TEST_FILE";

fn game() -> StreamId {
    StreamId::new("game").unwrap()
}

fn append(claim: StreamClaim, expected: Sequence, record: &str) -> Append {
    Append {
        stream: game(),
        epoch: claim.epoch,
        expected,
        records: vec![Bytes::copy_from_slice(record.as_bytes())],
    }
}

/// Writes each record's own number into it, up to `head`.
async fn write_up_to(journal: &SqliteJournal, head: u64) -> StreamClaim {
    let claim = journal.claim(game()).await.unwrap();
    for known in claim.head.0..head {
        journal.append(append(claim, Sequence(known), &(known + 1).to_string())).await.unwrap();
    }
    claim
}

/// Reads the whole stream, checks that each record has its number, and returns the head.
async fn check(journal: &SqliteJournal) -> Sequence {
    let records = journal.read(game(), Sequence(1), usize::MAX).await.unwrap();
    for (number, record) in (1..).zip(&records) {
        assert_eq!(record.sequence, Sequence(number));
        assert_eq!(record.bytes, number.to_string());
    }
    Sequence(records.len() as u64)
}

fn other_process(test: &str, file: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", test, "--ignored", "--nocapture"]).env(FILE, file).stdout(Stdio::piped());
    command
}

#[tokio::test]
async fn reopening_keeps_everything() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    for round in 1..=3 {
        let journal = SqliteJournal::open(&file).unwrap();
        let claim = write_up_to(&journal, round * 5).await;
        assert_eq!(claim, StreamClaim { epoch: Epoch(round), head: Sequence((round - 1) * 5) });
        assert_eq!(check(&journal).await, Sequence(round * 5));
        journal.close().await.unwrap();
    }
    // Closing leaves a single file.
    let names: Vec<_> =
        fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(names, ["journal"]);
}

#[tokio::test]
async fn earlier_claim_stays_fenced_after_reopening() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let journal = SqliteJournal::open(&file).unwrap();
    let old = write_up_to(&journal, 1).await;
    journal.claim(game()).await.unwrap();
    journal.close().await.unwrap();
    let journal = SqliteJournal::open(&file).unwrap();
    let error = journal.append(append(old, Sequence(1), "2")).await.unwrap_err();
    assert!(matches!(error, AppendError::Fenced { held: Epoch(1), current: Epoch(2) }), "{error}");
}

#[tokio::test]
async fn dropping_the_last_handle_frees_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let journal = SqliteJournal::open(&file).unwrap();
    let clone = journal.clone();
    write_up_to(&journal, 3).await;
    drop(journal);
    assert_eq!(check(&clone).await, Sequence(3));
    drop(clone);
    assert_eq!(check(&SqliteJournal::open(&file).unwrap()).await, Sequence(3));
}

#[tokio::test]
async fn closed_journal_rejects_calls_of_other_handles() {
    let folder = tempfile::tempdir().unwrap();
    let journal = SqliteJournal::open(folder.path().join("journal")).unwrap();
    let other = journal.clone();
    let claim = write_up_to(&journal, 1).await;
    journal.close().await.unwrap();
    let error = other.append(append(claim, Sequence(1), "2")).await.unwrap_err();
    assert!(matches!(error, AppendError::Failed(FatalError::Closed)), "{error}");
    assert!(matches!(other.streams().await, Err(Error::Failed(FatalError::Closed))));
    assert!(matches!(other.close().await, Err(Error::Failed(FatalError::Closed))));
}

#[tokio::test]
async fn closing_completes_pending_appends() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let journal = SqliteJournal::open(&file).unwrap();
    let claim = journal.claim(game()).await.unwrap();
    let (one, two, closed) = tokio::join!(
        biased;
        journal.append(append(claim, Sequence(0), "1")),
        journal.append(append(claim, Sequence(1), "2")),
        journal.close(),
    );
    assert_eq!((one.unwrap(), two.unwrap()), (Sequence(1), Sequence(2)));
    closed.unwrap();
    assert_eq!(check(&SqliteJournal::open(&file).unwrap()).await, Sequence(2));
}

#[tokio::test]
async fn second_handle_in_same_process_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let journal = SqliteJournal::open(&file).unwrap();
    assert!(matches!(SqliteJournal::open(&file), Err(Error::InUse { .. })));
    write_up_to(&journal, 2).await;
    assert_eq!(check(&journal).await, Sequence(2));
}

#[tokio::test]
async fn second_process_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let journal = SqliteJournal::open(&file).unwrap();
    write_up_to(&journal, 2).await;
    let output = other_process("file::process_that_finds_the_file_in_use", &file).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("1 passed"), "{text}");
    write_up_to(&journal, 4).await;
    assert_eq!(check(&journal).await, Sequence(4));
}

#[tokio::test]
#[ignore = "runs in a process of its own, started by second_process_is_rejected"]
async fn process_that_finds_the_file_in_use() {
    let Some(file) = env::var_os(FILE) else { return };
    let error = SqliteJournal::open(&file).unwrap_err();
    assert!(matches!(error, Error::InUse { .. }), "{error}");
}

#[tokio::test]
async fn answered_appends_outlive_a_killed_process() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let mut answered = 0;
    for round in 1..=3 {
        let mut child = other_process("file::process_that_writes_until_killed", &file).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut news = lines.filter_map(|line| line.unwrap().strip_prefix("answered ")?.parse().ok());
        answered = news.nth(20).unwrap();
        child.kill().unwrap();
        answered = news.last().unwrap_or(answered);
        child.wait().unwrap();
        assert!(answered > round * 20, "every round writes on: {answered}");
    }
    let journal = SqliteJournal::open(&file).unwrap();
    let head = check(&journal).await;
    assert!(head >= Sequence(answered), "answered up to {answered}, found up to {head}");
}

#[tokio::test]
#[ignore = "runs in a process of its own, started by answered_appends_outlive_a_killed_process"]
async fn process_that_writes_until_killed() {
    let Some(file) = env::var_os(FILE) else { return };
    let journal = SqliteJournal::open(file).unwrap();
    let claim = journal.claim(game()).await.unwrap();
    println!();
    for known in claim.head.0..100_000 {
        let head = journal.append(append(claim, Sequence(known), &(known + 1).to_string())).await.unwrap();
        println!("answered {head}");
    }
}

/// The operating system limits the files of the process to 400 blocks.
#[cfg(unix)]
#[tokio::test]
async fn file_limit_stops_the_journal_and_loses_nothing_answered() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let limited = "trap '' XFSZ; ulimit -f 400; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limited])
        .arg(env::current_exe().unwrap())
        .args(["--exact", "file::process_that_writes_until_file_limit", "--ignored", "--nocapture"])
        .env(FILE, &file)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
    let answered = text.lines().filter_map(|line| line.strip_prefix("answered ")?.parse().ok()).next_back();
    let answered: u64 = answered.unwrap();
    assert!(answered > 5, "{text}");
    let journal = SqliteJournal::open(&file).unwrap();
    assert_eq!(journal.claim(game()).await.unwrap().head, Sequence(answered));
}

#[tokio::test]
#[ignore = "runs in a process of its own, started by file_limit_stops_the_journal_and_loses_nothing_answered"]
async fn process_that_writes_until_file_limit() {
    let Some(file) = env::var_os(FILE) else { return };
    let journal = SqliteJournal::open(&file).unwrap();
    let claim = journal.claim(game()).await.unwrap();
    let mut head = claim.head;
    println!();
    let failure = loop {
        match journal.append(append(claim, head, &"record ".repeat(1_000))).await {
            Ok(next) => head = next,
            Err(error) => break error,
        }
        println!("answered {head}");
        assert!(head < Sequence(1_000), "there is no limit");
    };
    assert!(matches!(failure, AppendError::Failed(FatalError::Poisoned { .. })), "{failure}");
    let later = journal.append(append(claim, head, "small")).await.unwrap_err();
    assert_eq!(later.to_string(), failure.to_string());
    assert_eq!(journal.close().await.unwrap_err().to_string(), failure.to_string());
}

#[tokio::test]
async fn another_version_is_refused_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let journal = SqliteJournal::open(&file).unwrap();
    write_up_to(&journal, 1).await;
    journal.close().await.unwrap();
    for found in [5, 3] {
        // As left by a killed program, with a log that isn't moved into the file yet.
        let other = Connection::open(&file).unwrap();
        other.pragma_update(None, "user_version", found).unwrap();
        other.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true).unwrap();
        other.close().unwrap();
        let log = folder.path().join("journal-wal");
        let before = (fs::read(&file).unwrap(), fs::read(&log).unwrap());
        assert!(!before.1.is_empty(), "there is a log");
        let error = SqliteJournal::open(&file).unwrap_err();
        assert!(
            matches!(error, Error::UnknownVersion { found: reported, known: 4, is_newer, .. } if reported == found && is_newer == (found > 4)),
            "{error}"
        );
        assert!(
            (fs::read(&file).unwrap(), fs::read(&log).unwrap()) == before,
            "the file or its log was changed"
        );
    }
}

#[test]
fn foreign_file_is_rejected_and_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("text");
    fs::write(&text, "not a database, but long enough to be taken for the head of one. ".repeat(99)).unwrap();
    let unmarked = folder.path().join("unmarked");
    Connection::open(&unmarked).unwrap().execute_batch("CREATE TABLE streams (number)").unwrap();
    let marked = folder.path().join("marked");
    Connection::open(&marked).unwrap().execute_batch("PRAGMA application_id = 7; VACUUM").unwrap();
    for file in [text, unmarked, marked] {
        let before = fs::read(&file).unwrap();
        let error = SqliteJournal::open(&file).unwrap_err();
        assert!(matches!(error, Error::Foreign { .. }), "{}: {error}", file.display());
        assert!(fs::read(&file).unwrap() == before, "{} was changed", file.display());
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing is left beside them");
}

#[tokio::test]
async fn empty_file_becomes_journal() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    fs::write(&file, "").unwrap();
    let journal = SqliteJournal::open(&file).unwrap();
    write_up_to(&journal, 1).await;
    assert_eq!(check(&journal).await, Sequence(1));
}

fn mark_read_only(place: &Path, read_only: bool) {
    let mut permissions = fs::metadata(place).unwrap().permissions();
    permissions.set_readonly(read_only);
    fs::set_permissions(place, permissions).unwrap();
}

#[tokio::test]
async fn read_only_file_or_log_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal");
    let log = folder.path().join("journal-wal");
    SqliteJournal::open(&file).unwrap().close().await.unwrap();
    fs::write(&log, "").unwrap();
    for place in [file.clone(), log] {
        mark_read_only(&place, true);
        let error = SqliteJournal::open(&file).unwrap_err();
        mark_read_only(&place, false);
        assert!(matches!(error, Error::ReadOnly { place: ref reported } if *reported == place), "{error}");
    }
}

#[test]
fn read_only_folder_is_rejected() {
    let folder = tempfile::tempdir().unwrap();
    mark_read_only(folder.path(), true);
    let error = SqliteJournal::open(folder.path().join("journal")).unwrap_err();
    mark_read_only(folder.path(), false);
    assert!(matches!(error, Error::ReadOnly { ref place } if place == folder.path()), "{error}");
}

#[test]
fn file_name_without_folder_uses_current_folder() {
    // An existing file that isn't a journal, so that no file is created here.
    let error = SqliteJournal::open("Cargo.toml").unwrap_err();
    assert!(matches!(error, Error::Foreign { .. }), "{error}");
}

#[test]
fn impossible_path_is_rejected_with_cause() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for place in [folder.path().join("missing/journal"), file.join("journal"), folder.path().to_owned()] {
        let error = SqliteJournal::open(&place).unwrap_err();
        assert!(matches!(error, Error::Unopenable { .. }), "{}: {error}", place.display());
        assert!(error.source().is_some(), "it says why");
    }
}

/// Returns the log that a killed process would leave next to its file. Writes it in a temporary directory.
async fn left_log(file: &Path, heads: u64) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let killed = folder.path().join("journal");
    let journal = SqliteJournal::open(&killed).unwrap();
    write_up_to(&journal, heads).await;
    let log = folder.path().join("journal-wal");
    let bytes = fs::read(&log).unwrap();
    assert!(!bytes.is_empty());
    fs::write(file, &bytes).unwrap();
    bytes
}

#[tokio::test]
async fn log_of_other_file_is_rejected_and_both_are_kept() {
    for records in [5, 500, 2_500] {
        let folder = tempfile::tempdir().unwrap();
        let (file, log) = (folder.path().join("journal"), folder.path().join("journal-wal"));
        let backup = SqliteJournal::open(&file).unwrap();
        let other = StreamId::new("other").unwrap();
        let claim = backup.claim(other.clone()).await.unwrap();
        let kept = (0..300).map(|number| Bytes::from(format!("a record of the backup, {number}"))).collect();
        let kept = Append { stream: other, epoch: claim.epoch, expected: claim.head, records: kept };
        backup.append(kept).await.unwrap();
        write_up_to(&backup, 40).await;
        backup.close().await.unwrap();
        let whole = fs::read(&file).unwrap();
        let left = left_log(&log, records).await;
        for _ in 0..2 {
            let refused = SqliteJournal::open(&file).unwrap_err();
            assert!(matches!(refused, Error::OtherLog { .. }), "{records}: {refused}");
            assert!(fs::read(&file).unwrap() == whole && fs::read(&log).unwrap() == left, "both are left");
        }
        fs::rename(&log, folder.path().join("away")).unwrap();
        let journal = SqliteJournal::open(&file).unwrap();
        assert_eq!(check(&journal).await, Sequence(40));
    }
}
