//! The log of another file, left when a server was killed and a backup replaced its journal.
//!
//! SQLite would use it and overwrite the backup. Records are only ever added in new places, so a file's own
//! log changes none of its existing records.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row};

use super::survey;

type RecordMark = (i64, i64, i64, i64);

/// Returns whether the log next to a file isn't its own: the file is a whole journal without it, and with it
/// isn't or doesn't continue the file's records. `together` is the file with the log, if that is a sound
/// journal; `is_journal` checks the marks.
pub(super) fn is_sibling(
    path: &Path,
    together: Option<&Connection>,
    is_journal: impl Fn(&Connection) -> bool,
) -> bool {
    let Some(alone) = without_log(path) else { return false };
    let is_continued = |together: &Connection| match last_record(&alone) {
        Ok(Some(last)) => record_at(together, last.0).is_ok_and(|there| there == Some(last)),
        Ok(None) | Err(_) => true,
    };
    // Opening finds no damage.
    let is_whole = || is_journal(&alone) && survey::survey(&alone).is_ok_and(|(book, _)| book.is_sound());
    !together.is_some_and(is_continued) && is_whole()
}

fn without_log(path: &Path) -> Option<Connection> {
    let name = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // An immutable file needs no log.
    Connection::open_with_flags(format!("file:{name}?immutable=1"), flags).ok()
}

fn last_record(connection: &Connection) -> rusqlite::Result<Option<RecordMark>> {
    let last = "SELECT place, stream, sequence, sum FROM records ORDER BY place DESC LIMIT 1";
    connection.query_row(last, [], mark).optional()
}

fn record_at(connection: &Connection, place: i64) -> rusqlite::Result<Option<RecordMark>> {
    let there = "SELECT place, stream, sequence, sum FROM records WHERE place = ?1";
    connection.query_row(there, [place], mark).optional()
}

fn mark(row: &Row<'_>) -> rusqlite::Result<RecordMark> {
    Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
}
