//! The journal file: format, opening and rejection.
//!
//! A SQLite database with its own `application_id` and the format's version as `user_version`. Four tables:
//! `streams` has numbers and epochs of streams, `records` has the records of all streams in writing order,
//! both with checksums (see [`crate::seal`]). A stream's head isn't stored: it is its last record. Positions
//! of records are collected on opening (see [`super::survey`]), for old ones from `segments`
//! ([`super::segments`]). `checkpoints` has the writers' checkpoints.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::index::RecordIndex;
use super::other_log;
use super::survey::{self, SurveyError};
use crate::error::{Error, StorageCause};
use crate::location::{Expected, Location};
use crate::stream_table::StreamTable;

const APPLICATION: i64 = 0x4953_474B;

const VERSION: i64 = 4;

/// Time to wait for another process that may be about to release the file.
const BUSY_TIMEOUT: Duration = Duration::from_millis(500);

const TABLES: &str = "
    CREATE TABLE streams (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        epoch INTEGER NOT NULL,
        sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE records (
        place INTEGER PRIMARY KEY,
        stream INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        sum INTEGER NOT NULL,
        bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE segments (
        number INTEGER PRIMARY KEY,
        last INTEGER NOT NULL,
        runs BLOB NOT NULL,
        sum INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE checkpoints (
        stream INTEGER PRIMARY KEY,
        bytes BLOB NOT NULL
    ) STRICT;";

/// An exclusively locked journal file with its streams.
pub(super) struct JournalFile {
    pub(super) file: PathBuf,
    pub(super) connection: Connection,
    pub(super) book: StreamTable,
    pub(super) index: RecordIndex,
}

/// Opens or creates the file, as in [`super::SqliteJournal::open`].
pub(super) fn open(path: &Path) -> Result<JournalFile, Error> {
    let log = log_of(path);
    let has_log = fs::metadata(&log).is_ok_and(|log| log.len() > 0);
    match open_with_log(path, &log, has_log) {
        Err(Error::Broken { .. } | Error::Foreign { .. })
            if has_log && other_log::is_sibling(path, None, is_journal) =>
        {
            Err(Error::OtherLog { file: path.to_owned(), log })
        }
        opened => opened,
    }
}

fn open_with_log(path: &Path, log: &Path, has_log: bool) -> Result<JournalFile, Error> {
    respect_read_only(path, log)?;
    make_private(path)
        .map_err(|source| Error::Unopenable { file: path.to_owned(), source: StorageCause::new(source) })?;
    // Without `SQLITE_OPEN_URI`, so that every path is a path.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| refusal(path, error))?;
    leave_log(&connection, true).map_err(|error| refusal(path, error))?;
    // SQLite falls back to read-only without permission to write.
    if connection.is_readonly("main").map_err(|error| refusal(path, error))? {
        return Err(Error::ReadOnly { place: path.to_owned() });
    }
    let is_new = match hold(&connection).map_err(|error| refusal(path, error))? {
        // A crash while creating a journal also leaves an empty file.
        (0, 0, 0) => true,
        (APPLICATION, VERSION, _) => false,
        (APPLICATION, found, _) => {
            let is_newer = found > VERSION;
            return Err(Error::UnknownVersion { file: path.to_owned(), found, known: VERSION, is_newer });
        }
        _ => return Err(Error::Foreign { file: path.to_owned() }),
    };
    keep_log(&connection, path)?;
    if is_new {
        move_log(&connection, path)?;
        make_tables(&connection).map_err(|error| refusal(path, error))?;
    }
    let surveyed = survey::survey(&connection);
    // An unreadable one may be either's; errors are reported later.
    if has_log
        && let Ok((book, _)) = &surveyed
        && other_log::is_sibling(path, book.is_sound().then_some(&connection), is_journal)
    {
        return Err(Error::OtherLog { file: path.to_owned(), log: log.to_owned() });
    }
    let (book, index) = surveyed.map_err(|broken| match broken {
        SurveyError::Sqlite(error) if error.sqlite_error_code() == Some(ErrorCode::SystemIoFailure) => {
            refusal(path, error)
        }
        broken @ SurveyError::Unreadable(_) => {
            Error::Unopenable { file: path.to_owned(), source: StorageCause::new(broken) }
        }
        broken => Error::Broken { file: path.to_owned(), source: StorageCause::new(broken) },
    })?;
    if !is_new {
        // Only once the log is known to be this file's, because another file's is left unchanged.
        move_log(&connection, path)?;
    }
    leave_log(&connection, false).map_err(|error| refusal(path, error))?;
    Ok(JournalFile { file: path.to_owned(), connection, book, index })
}

/// Rejects a missing journal, as in [`super::SqliteJournal::open_expected`].
///
/// A new journal in place of a lost one would use the `-wal` file next to it, or leave one that spoils the
/// old journal when it is restored. Therefore a new journal is only created without such a file.
pub(super) fn refuse_if_gone(path: &Path, expected: Expected) -> Result<(), Error> {
    let length = fs::metadata(path).map(|found| found.len()).ok();
    let log = log_of(path);
    let is_expected = expected.is_journal();
    let is_gone = match length {
        None => is_expected || log.exists(),
        // Data may still be only in the log.
        Some(0) => is_expected && !fs::metadata(&log).is_ok_and(|log| log.len() > 0),
        Some(_) => false,
    };
    if !is_gone {
        return Ok(());
    }
    let there = length.map(|_| path.to_owned());
    let left = there.into_iter().chain(Some(log).filter(|log| log.exists())).collect();
    Err(Error::Gone { location: Location::File(path.to_owned()), is_empty: length.is_some(), left })
}

pub(super) fn parts(path: &Path) -> [PathBuf; 3] {
    let mut index = path.to_owned().into_os_string();
    index.push("-shm");
    [path.to_owned(), log_of(path), index.into()]
}

fn log_of(path: &Path) -> PathBuf {
    let mut log = path.to_owned().into_os_string();
    log.push("-wal");
    log.into()
}

/// Makes the file, its log and the log's index readable only by the owner, because they contain encrypted
/// secrets. SQLite's side files have the file's permissions. A file of another owner is left unchanged.
#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    // A directory with these permissions would be unusable for its owner.
    if path.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    let made = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    if let Err(error) = made
        && error.kind() != io::ErrorKind::AlreadyExists
    {
        return Err(error);
    }
    for file in &parts(path) {
        let mode = match fs::metadata(file) {
            Ok(found) => found.permissions().mode(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            Err(error) => return Err(error),
        };
        if mode & 0o077 != 0
            && let Err(error) = fs::set_permissions(file, fs::Permissions::from_mode(0o600))
            && error.kind() != io::ErrorKind::PermissionDenied
        {
            return Err(error);
        }
    }
    Ok(())
}

#[cfg(not(unix))]
fn make_private(_: &Path) -> io::Result<()> {
    Ok(())
}

/// Rejects read-only files. A privileged user could otherwise write to a file that was set aside.
fn respect_read_only(path: &Path, log: &Path) -> Result<(), Error> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    for place in [folder, path, log] {
        match fs::metadata(place) {
            Ok(metadata) if metadata.permissions().readonly() => {
                return Err(Error::ReadOnly { place: place.to_owned() });
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound && place != folder => {}
            Err(error) => {
                return Err(Error::Unopenable { file: path.to_owned(), source: StorageCause::new(error) });
            }
        }
    }
    Ok(())
}

/// Sets whether closing the connection keeps the log or moves it into the file.
///
/// It is kept while the file may turn out to be foreign, and after an error: SQLite would sync again, and the
/// system may report success without writing.
pub(super) fn leave_log(connection: &Connection, leave: bool) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave).map(drop)
}

/// Locks the file for this connection and reads its marks before writing, so that another program's file is
/// unchanged. Returns application, version, and number of schema objects.
fn hold(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    connection.pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |_| Ok(()))?;
    // In this locking mode the lock outlives the transaction.
    connection.execute_batch("BEGIN EXCLUSIVE")?;
    let marks = marks(connection);
    connection.execute_batch("COMMIT")?;
    marks
}

fn marks(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    let application = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let objects = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok((application, version, objects))
}

fn is_journal(connection: &Connection) -> bool {
    marks(connection).is_ok_and(|(application, version, _)| (application, version) == (APPLICATION, VERSION))
}

fn keep_log(connection: &Connection, path: &Path) -> Result<(), Error> {
    let refused = |error| refusal(path, error);
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).map_err(refused)?;
    if mode != "wal" {
        let source = StorageCause::new("SQLite keeps no write-ahead log for this file");
        return Err(Error::Unopenable { file: path.to_owned(), source });
    }
    // FULL syncs the log at every commit; less would lose acknowledged appends in a power cut.
    connection.pragma_update(None, "synchronous", "FULL").map_err(refused)?;
    // SQLite's automatic checkpoints hide errors, so the committer does them.
    connection.pragma_update_and_check(None, "wal_autocheckpoint", 0, |_| Ok(())).map_err(refused)
}

fn move_log(connection: &Connection, path: &Path) -> Result<(), Error> {
    // A killed process may have left unsynced records in the log, which are visible until the system stops.
    // They must be durable before they are served.
    let is_busy: bool = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map_err(|error| refusal(path, error))?;
    if is_busy {
        return Err(Error::InUse { file: path.to_owned() });
    }
    Ok(())
}

/// Creates the tables and sets the marks in one transaction.
fn make_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE;
         {TABLES}
         PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {VERSION};
         COMMIT"
    ))
}

fn refusal(path: &Path, error: rusqlite::Error) -> Error {
    let file = path.to_owned();
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::InUse { file },
        Some(ErrorCode::NotADatabase) => Error::Foreign { file },
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Error::ReadOnly { place: file },
        Some(ErrorCode::DiskFull) => Error::DiskFull { file },
        Some(ErrorCode::DatabaseCorrupt) => Error::Broken { file, source: StorageCause::new(error) },
        _ => Error::Unopenable { file, source: StorageCause::new(error) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_and_existing_file_use_same_pragmas() {
        let folder = tempfile::tempdir().unwrap();
        for _ in 0..2 {
            let opened = open(&folder.path().join("journal")).unwrap();
            let text = |name| opened.connection.pragma_query_value(None, name, |row| row.get::<_, String>(0));
            let number = |name| opened.connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
            assert_eq!(text("journal_mode").unwrap(), "wal");
            assert_eq!(text("locking_mode").unwrap(), "exclusive");
            assert_eq!(number("synchronous").unwrap(), 2, "2 is FULL");
            assert_eq!(number("application_id").unwrap(), APPLICATION);
            assert_eq!(number("user_version").unwrap(), VERSION);
        }
    }
}
