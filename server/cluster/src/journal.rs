//! Opens journals. Only this module maps locations to storage engines.

pub mod copy;
pub mod primary;
pub mod reopening;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishigaki_catalogue::Message;
use ishigaki_command::ValueError;
pub use ishigaki_journal::{DatabaseUrl, Error, Expected, Location, LocationError};
use ishigaki_journal::{Journal, SqliteJournal};
use ishigaki_journal_postgres::PostgresJournal;
pub use ishigaki_journal_postgres::Scratch;

/// Error of opening a journal.
#[derive(Debug, thiserror::Error, Message)]
#[message("run-journal")]
pub struct OpenError {
    pub location: Location,
    pub source: Error,
}

/// Error of closing a journal.
#[derive(Debug, thiserror::Error, Message)]
#[message("run-closing")]
pub struct CloseError(#[source] pub Error);

/// Opens the journal at a location, or creates it unless it is expected to exist.
///
/// Blocks while reading.
///
/// # Errors
///
/// Those of [`SqliteJournal::open_expected`] or [`PostgresJournal::open`]: [`Error::Gone`] if an expected
/// journal is missing.
pub fn open(location: &Location, expected: Expected) -> Result<Arc<dyn Journal>, Error> {
    Ok(match location {
        Location::File(file) => Arc::new(SqliteJournal::open_expected(file, expected)?),
        Location::Postgres(url) => Arc::new(PostgresJournal::open(url, expected)?),
    })
}

/// Returns the error of an argument that isn't a location.
pub fn location_form(error: &LocationError) -> ValueError {
    let form = ValueError::of(error);
    if *error == LocationError::Empty { form } else { form.of_secret() }
}

/// Returns the size on disk of the journal at a location, with its side files.
///
/// # Errors
///
/// [`Error::Database`] if the database doesn't answer.
pub fn bytes(location: &Location) -> Result<u64, Error> {
    match location {
        Location::File(file) => Ok(SqliteJournal::bytes(file)),
        Location::Postgres(url) => ishigaki_journal_postgres::bytes(url),
    }
}

/// Returns the path of a journal's companion file with this extension. It is next to the journal's file and
/// has its name. For a database it is next to the key file.
pub fn companion(location: &Location, key: &Path, ending: &str) -> PathBuf {
    location.file().unwrap_or(key).with_extension(ending)
}
