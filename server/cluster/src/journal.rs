//! The opener of journals: the one place that knows which engine keeps what stands at a location.
//!
//! Everybody else has a [`Journal`], and asks it.

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

/// Error of the journal that a server or a command needs.
#[derive(Debug, thiserror::Error, Message)]
#[message("run-journal")]
pub struct OpenError {
    /// Location of the journal.
    pub location: Location,
    /// What is wrong with it.
    pub source: Error,
}

/// Error of a journal that did not close well.
#[derive(Debug, thiserror::Error, Message)]
#[message("run-closing")]
pub struct CloseError(#[source] pub Error);

/// Opens the journal at a location, or makes it there if nothing says that there has to be one.
///
/// Blocks while it reads.
///
/// # Errors
/// Those of [`SqliteJournal::open_expected`] or [`PostgresJournal::open`]: [`Error::Gone`] if a journal is expected and
/// none is there.
pub fn open(location: &Location, expected: Expected) -> Result<Arc<dyn Journal>, Error> {
    Ok(match location {
        Location::File(file) => Arc::new(SqliteJournal::open_expected(file, expected)?),
        Location::Postgres(url) => Arc::new(PostgresJournal::open(url, expected)?),
    })
}

/// The form of a location, as it is told to whoever typed what is none.
pub fn location_form(error: &LocationError) -> ValueError {
    let form = ValueError::of(error);
    if *error == LocationError::Empty { form } else { form.of_secret() }
}

/// How many bytes of a disk the journal at a location takes, with what stands beside it.
///
/// # Errors
/// [`Error::Database`] if the database does not say.
pub fn bytes(location: &Location) -> Result<u64, Error> {
    match location {
        Location::File(file) => Ok(SqliteJournal::bytes(file)),
        Location::Postgres(url) => ishigaki_journal_postgres::bytes(url),
    }
}

/// The path of what belongs to a journal and stands on this machine, by its ending: beside the journal's file, under its
/// name. What belongs to a database stands beside the key file.
pub fn companion(location: &Location, key: &Path, ending: &str) -> PathBuf {
    location.file().unwrap_or(key).with_extension(ending)
}
