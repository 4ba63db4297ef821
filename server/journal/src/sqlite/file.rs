//! The journal file: its format, and how it is opened and refused.
//!
//! A SQLite database with an `application_id` of its own and the format's version as `user_version`. Two tables:
//! `streams` numbers the streams and keeps their epochs, `records` keeps the records of all streams in the order in
//! which they were written. A stream's head is not kept: it is the last record there is. Where a stream's records
//! stand is not kept either, but gathered when the file is opened (see [`super::places`]).

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::error::Error as StdError;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OpenFlags};

use super::places::Places;
use crate::book::{Book, Entry};
use crate::error::{Cause, Error};
use crate::stream::{Epoch, Sequence, StreamId};

/// "ISGK" in ASCII: marks a file as a journal.
const APPLICATION: i64 = 0x4953_474B;

/// The version of the format below.
const VERSION: i64 = 2;

/// How long to wait for somebody who holds the file and may be about to end.
const PATIENCE: Duration = Duration::from_millis(500);

const TABLES: &str = "
    CREATE TABLE streams (
        number INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        epoch INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE records (
        place INTEGER PRIMARY KEY,
        stream INTEGER NOT NULL,
        sequence INTEGER NOT NULL,
        bytes BLOB NOT NULL
    ) STRICT;";

/// A journal file held exclusively, and what it says about its streams.
pub(super) struct Opened {
    pub(super) connection: Connection,
    pub(super) book: Book,
    pub(super) places: Places,
}

/// The file marks itself as a journal and is none that this program would write.
#[derive(Debug, thiserror::Error)]
enum Damage {
    #[error("record {sequence} of stream {stream} is missing")]
    Missing { stream: StreamId, sequence: Sequence },
    #[error("record {sequence} of stream {stream} is there twice, or late")]
    OutOfOrder { stream: StreamId, sequence: Sequence },
    #[error("there are records of stream number {0}, which has no name")]
    Nameless(i64),
}

/// Opens the file or makes it, as [`super::SqliteJournal::open`] tells.
pub(super) fn open(path: &Path) -> Result<Opened, Error> {
    respect_read_only(path)?;
    // Without `SQLITE_OPEN_URI`, so that a path is a path whatever it looks like.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
        | OpenFlags::SQLITE_OPEN_CREATE
        | OpenFlags::SQLITE_OPEN_NO_MUTEX
        | OpenFlags::SQLITE_OPEN_EXRESCODE;
    let connection = Connection::open_with_flags(path, flags).map_err(refusal)?;
    // SQLite falls back to reading when it may not write.
    if connection.is_readonly("main").map_err(refusal)? {
        return Err(Error::ReadOnly);
    }
    let is_new = hold(&connection)?;
    make_durable(&connection)?;
    if is_new {
        make_tables(&connection).map_err(refusal)?;
    }
    let (book, places) = load(&connection).map_err(|error| Error::Unopenable(Cause::new(error)))?;
    Ok(Opened { connection, book, places })
}

/// Refuses what is marked read-only. The system would not stop a privileged user, who then would write into a
/// file that somebody has put away.
fn respect_read_only(path: &Path) -> Result<(), Error> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    for place in [folder, path] {
        match fs::metadata(place) {
            Ok(metadata) if metadata.permissions().readonly() => return Err(Error::ReadOnly),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound && place == path => {}
            Err(error) => return Err(Error::Unopenable(Cause::new(error))),
        }
    }
    Ok(())
}

/// Takes the file for this connection alone and reads its marks, before anything is written: another program's
/// file stays as it is. Tells whether the file is still blank.
fn hold(connection: &Connection) -> Result<bool, Error> {
    connection.busy_timeout(PATIENCE).map_err(refusal)?;
    connection.pragma_update_and_check(None, "locking_mode", "EXCLUSIVE", |_| Ok(())).map_err(refusal)?;
    // In this locking mode the lock taken here outlives the transaction.
    connection.execute_batch("BEGIN EXCLUSIVE").map_err(refusal)?;
    let marks = marks(connection);
    connection.execute_batch("COMMIT").map_err(refusal)?;
    match marks.map_err(refusal)? {
        // A crash in the middle of making a journal leaves a blank file, too.
        (0, 0, 0) => Ok(true),
        (APPLICATION, VERSION, _) => Ok(false),
        (APPLICATION, found, _) => Err(Error::UnknownVersion { found, known: VERSION }),
        _ => Err(Error::Foreign),
    }
}

/// The application, the version, and how many tables and the like there are.
fn marks(connection: &Connection) -> rusqlite::Result<(i64, i64, i64)> {
    let application = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let objects = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    Ok((application, version, objects))
}

/// Sets the connection up for durable writing.
fn make_durable(connection: &Connection) -> Result<(), Error> {
    let mode: String =
        connection.pragma_update_and_check(None, "journal_mode", "WAL", |row| row.get(0)).map_err(refusal)?;
    if mode != "wal" {
        return Err(Error::Unopenable(Cause::new("SQLite keeps no write-ahead log for this file")));
    }
    // FULL syncs the log at every commit; less would lose answered appends in a power cut.
    connection.pragma_update(None, "synchronous", "FULL").map_err(refusal)
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

/// Reads where every stream stands, and where its records do.
fn load(connection: &Connection) -> Result<(Book, Places), Box<dyn StdError + Send + Sync>> {
    let mut streams = BTreeMap::new();
    let mut statement = connection.prepare("SELECT number, name, epoch FROM streams")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let name = StreamId::new(row.get::<_, String>(1)?)?;
        streams.insert(row.get(0)?, (name, Epoch(u64::try_from(row.get::<_, i64>(2)?)?)));
    }
    let mut places = Places::default();
    let mut statement = connection.prepare("SELECT place, stream, sequence FROM records ORDER BY place")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let number = row.get(1)?;
        let sequence = Sequence(u64::try_from(row.get::<_, i64>(2)?)?);
        let next = places.head(number).next();
        let Some((stream, _)) = streams.get(&number) else { return Err(Damage::Nameless(number).into()) };
        match sequence.cmp(&next) {
            Ordering::Equal => places.enter(number, row.get(0)?),
            Ordering::Greater => {
                return Err(Damage::Missing { stream: stream.clone(), sequence: next }.into());
            }
            Ordering::Less => return Err(Damage::OutOfOrder { stream: stream.clone(), sequence }.into()),
        }
    }
    let mut book = Book::default();
    for (number, (stream, epoch)) in streams {
        book.enter(stream, Entry { number, epoch, head: places.head(number) });
    }
    Ok((book, places))
}

/// What SQLite's refusal to open or prepare the file means for people.
fn refusal(error: rusqlite::Error) -> Error {
    match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Error::InUse,
        Some(ErrorCode::NotADatabase) => Error::Foreign,
        Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Error::ReadOnly,
        _ => Error::Unopenable(Cause::new(error)),
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

    #[test]
    fn damage_is_noticed_in_opening_and_named() {
        for (damage, cause) in [
            ("DELETE FROM records WHERE sequence = 2", "record 2 of stream game is missing"),
            ("UPDATE records SET sequence = 1", "record 1 of stream game is there twice, or late"),
            ("UPDATE records SET stream = 7", "there are records of stream number 7, which has no name"),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("journal");
            let opened = open(&path).unwrap();
            opened
                .connection
                .execute_batch(&format!(
                    "INSERT INTO streams VALUES (1, 'game', 1);
                     INSERT INTO records VALUES (1, 1, 1, x'00'), (2, 1, 2, x'00'), (3, 1, 3, x'00');
                     {damage}"
                ))
                .unwrap();
            drop(opened);
            let Err(Error::Unopenable(found)) = open(&path) else { panic!("opened after {damage}") };
            assert_eq!(found.to_string(), cause);
        }
    }
}
