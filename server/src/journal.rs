//! The opener of journals: the one place that knows which engine keeps what stands at a location.
//!
//! Everybody else has a [`Journal`], and asks it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ishigaki_journal::{Cause, DatabaseError, DatabaseFault, Error, Expected, Journal, Location, SqliteJournal};

/// Opens the journal at a location, or makes it there if nothing says that there has to be one.
///
/// Blocks while it reads. Fails as the engine's own opening does, with [`Error::Gone`] if a journal is expected and none
/// is there.
pub fn open(location: &Location, expected: Expected) -> Result<Arc<dyn Journal>, Error> {
    Ok(match location {
        Location::File(file) => Arc::new(SqliteJournal::open_expected(file, expected)?),
        Location::Postgres(url) => {
            let fault = DatabaseFault::Unusable(Cause::new("this program has no engine for it"));
            return Err(DatabaseError { url: url.clone(), fault }.into());
        }
    })
}

/// The path of what belongs to a journal and stands on this machine, by its ending: beside the journal's file, under its
/// name. What belongs to a database stands beside the key file.
pub fn companion(location: &Location, key: &Path, ending: &str) -> PathBuf {
    location.file().unwrap_or(key).with_extension(ending)
}
