//! The wait for a primary: a server that is started while only a database's second copy answers begins as soon as there is one
//! that takes changes.

use std::pin::Pin;
use std::time::Duration;

use ishigaki_journal::{DatabaseError, DatabaseFault, Error, Expected, Location};
use tokio::task::spawn_blocking;

use super::reopening::Reopening;

/// How soon the database is asked again.
const AGAIN: Duration = Duration::from_millis(500);

/// Opens the journal in a database. Where the database takes no changes, as a second copy does that nobody has promoted yet,
/// that is told and waited out; `None` if `given_up` ends before.
///
/// # Errors
/// As [`Reopening::open`], for any other reason.
pub async fn open(
    location: &Location,
    expected: Expected,
    mut given_up: Pin<&mut (impl Future<Output = ()> + Send)>,
) -> Result<Option<Reopening>, Error> {
    let mut is_told = false;
    loop {
        let place = location.clone();
        let opening = spawn_blocking(move || Reopening::open(&place, expected));
        let opened = tokio::select! {
            opened = opening => opened.unwrap_or_else(|panic| Err(ishigaki_journal::FatalError::Poisoned {
                doing: "while opening",
                source: ishigaki_journal::StorageCause::new(panic),
            }
            .into())),
            () = given_up.as_mut() => return Ok(None),
        };
        match opened {
            Err(error) if takes_no_changes(&error) => {
                if !is_told {
                    tracing::warn!(
                        journal = %location,
                        "THE DATABASE TAKES NO CHANGES: only its second copy answers, or it is set read-only. This server begins \
                         as soon as a primary answers: promote the second copy, or bring the first one back; Ctrl-C ends the wait"
                    );
                    is_told = true;
                }
            }
            opened => {
                if is_told && opened.is_ok() {
                    tracing::warn!(journal = %location, "the database takes changes: this server begins");
                }
                return opened.map(Some);
            }
        }
        tokio::select! {
            () = tokio::time::sleep(AGAIN) => {}
            () = given_up.as_mut() => return Ok(None),
        }
    }
}

fn takes_no_changes(error: &Error) -> bool {
    matches!(error, Error::Database(DatabaseError { fault: DatabaseFault::ReadOnly, .. }))
}
