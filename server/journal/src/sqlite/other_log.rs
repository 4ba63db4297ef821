//! The log of another file, as it stays behind where a server was killed and a backup is put in the place of its journal.
//!
//! SQLite would take it for the file's own, and write it over the backup. Records are only ever added, each in a place of its
//! own, so that a file's own log changes none of those that the file has without it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row};

use super::survey;

/// A record as it is told from every other one: place, stream, sequence, checksum.
type RecordMark = (i64, i64, i64, i64);

/// Whether the log beside a file is not its own: the file is a whole journal without it, and both together are none, or one
/// that does not go on with what the file has. `together` is the file with the log, if that is a sound journal; `is_journal`
/// knows one by its marks.
pub(super) fn is_beside(
    path: &Path,
    together: Option<&Connection>,
    is_journal: impl Fn(&Connection) -> bool,
) -> bool {
    let Some(alone) = without_log(path) else { return false };
    let goes_on = |together: &Connection| match last_record(&alone) {
        Ok(Some(last)) => record_at(together, last.0).is_ok_and(|there| there == Some(last)),
        Ok(None) | Err(_) => true,
    };
    // Nothing in it is damaged, as far as an opening sees.
    let is_whole = || is_journal(&alone) && survey::survey(&alone).is_ok_and(|(book, _)| book.is_sound());
    !together.is_some_and(goes_on) && is_whole()
}

/// The file without its log.
fn without_log(path: &Path) -> Option<Connection> {
    let name = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    // What nobody changes needs no log.
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
