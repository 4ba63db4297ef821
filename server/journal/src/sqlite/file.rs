//! The journal file: its format, and how it is opened and refused.
//!
//! A SQLite database with an `application_id` of its own and the format's version as `user_version`. Four
//! tables: `streams` numbers the streams and keeps their epochs, `records` keeps the records of all streams in the order in
//! which they were written, both with checksums (see [`crate::seal`]). A stream's head is not kept: it is the last
//! record there is. Where a stream's records stand is gathered when the file is opened (see [`super::survey`]), of what was
//! written long ago from `segments` ([`super::segments`]). `checkpoints` has what writers know their streams by.

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

/// "ISGK" in ASCII: marks a file as a journal.
const APPLICATION: i64 = 0x4953_474B;

/// The version of the format below.
const VERSION: i64 = 4;

/// Time for which to wait for somebody who holds the file and may be about to end.
const PATIENCE: Duration = Duration::from_millis(500);

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

/// Journal file held exclusively, with what it says about its streams.
pub(super) struct JournalFile {
    pub(super) file: PathBuf,
    pub(super) connection: Connection,
    pub(super) book: StreamTable,
    pub(super) index: RecordIndex,
}

/// Opens the file or makes it, as [`super::SqliteJournal::open`] tells.
pub(super) fn open(path: &Path) -> Result<JournalFile, Error> {
    let log = log_of(path);
    let has_log = fs::metadata(&log).is_ok_and(|log| log.len() > 0);
    match open_with_log(path, &log, has_log) {
        Err(Error::Broken { .. } | Error::Foreign { .. })
            if has_log && other_log::is_beside(path, None, is_journal) =>
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
    // Without `SQLITE_OPEN_URI`, so that a path is a path whatever it looks like.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags).map_err(|error| refusal(path, error))?;
    leave_log(&connection, true).map_err(|error| refusal(path, error))?;
    // SQLite falls back to reading when it may not write.
    if connection.is_readonly("main").map_err(|error| refusal(path, error))? {
        return Err(Error::ReadOnly { place: path.to_owned() });
    }
    let is_new = match hold(&connection).map_err(|error| refusal(path, error))? {
        // A crash in the middle of making a journal leaves a blank file, too.
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
    // What cannot be read may be either's; what is broken is looked at outside.
    if has_log
        && let Ok((book, _)) = &surveyed
        && other_log::is_beside(path, book.is_sound().then_some(&connection), is_journal)
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
        // Not before it is known to be this file's: both are left as they are if it is another one's.
        move_log(&connection, path)?;
    }
    leave_log(&connection, false).map_err(|error| refusal(path, error))?;
    Ok(JournalFile { file: path.to_owned(), connection, book, index })
}

/// Refuses a place from which a journal is gone, as [`super::SqliteJournal::open_expected`] tells.
///
/// A new journal in the place of a lost one would take the `-wal` file beside it for its own, or leave one there that
/// spoils the old journal when that is put back. So nothing begins anew unless somebody has cleared the place.
pub(super) fn refuse_if_gone(path: &Path, expected: Expected) -> Result<(), Error> {
    let length = fs::metadata(path).map(|found| found.len()).ok();
    let log = log_of(path);
    let is_expected = expected.is_journal();
    let is_gone = match length {
        None => is_expected || log.exists(),
        // What is not in the file yet may still be in its log.
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

/// All files of a journal: its own, the log, and the index of the log.
pub(super) fn parts(path: &Path) -> [PathBuf; 3] {
    let mut index = path.to_owned().into_os_string();
    index.push("-shm");
    [path.to_owned(), log_of(path), index.into()]
}

/// The file of SQLite's write-ahead log.
fn log_of(path: &Path) -> PathBuf {
    let mut log = path.to_owned().into_os_string();
    log.push("-wal");
    log.into()
}

/// Sees to it that nobody but its owner reads the file, the log and the index of the log: they hold what is sealed, if
/// encrypted. What SQLite makes beside the file is as open as the file is. One that somebody else owns stays as it is.
#[cfg(unix)]
fn make_private(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
    // A folder that only its owner may read, and nobody enter, would be lost to its owner.
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

/// Refuses what is marked read-only. The system would not stop a privileged user, who then would write into a
/// file that somebody has put away.
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

/// Sets whether closing the connection leaves the log as it is, or moves it into the file.
///
/// It is left while the file may still turn out not to be ours, and after a failure: SQLite would sync again what
/// could not be synced, and a system may say yes then without having written anything.
pub(super) fn leave_log(connection: &Connection, leave: bool) -> rusqlite::Result<()> {
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, leave).map(drop)
}

/// Takes the file for this connection alone and reads its marks, before anything is written: another program's
/// file stays as it is. Tells the application, the version, and how many tables and the like there are.
fn hold(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |_| Ok(()))?;
    // In this locking mode the lock taken here outlives the transaction.
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

/// Whether it is a journal of this format, by its marks.
fn is_journal(connection: &Connection) -> bool {
    marks(connection).is_ok_and(|(application, version, _)| (application, version) == (APPLICATION, VERSION))
}

/// Sets the connection up for durable writing.
fn keep_log(connection: &Connection, path: &Path) -> Result<(), Error> {
    let refused = |error| refusal(path, error);
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).map_err(refused)?;
    if mode != "wal" {
        let source = StorageCause::new("SQLite keeps no write-ahead log for this file");
        return Err(Error::Unopenable { file: path.to_owned(), source });
    }
    // FULL syncs the log at every commit; less would lose answered appends in a power cut.
    connection.pragma_update(None, "synchronous", "FULL").map_err(refused)?;
    // Left to SQLite, moving the log into the file could fail unheard; the committer does it.
    connection.pragma_update_and_check(None, "wal_autocheckpoint", 0, |_| Ok(())).map_err(refused)
}

/// Makes durable what the log holds.
fn move_log(connection: &Connection, path: &Path) -> Result<(), Error> {
    // A killed process may have left records in the log that were never synced. They are there as long as the system
    // runs; whoever reads them now and tells others has to be sure that they stay.
    let is_busy: bool = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map_err(|error| refusal(path, error))?;
    if is_busy {
        return Err(Error::InUse { file: path.to_owned() });
    }
    Ok(())
}

/// Makes the tables and sets the marks, all at once.
fn make_tables(connection: &Connection) -> rusqlite::Result<()> {
    connection.execute_batch(&format!(
        "BEGIN IMMEDIATE;
         {TABLES}
         PRAGMA application_id = {APPLICATION};
         PRAGMA user_version = {VERSION};
         COMMIT"
    ))
}

/// Returns the error of SQLite's refusal to open or prepare the file, for people.
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
    fn a_new_file_and_an_old_one_are_held_and_synced_alike() {
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
