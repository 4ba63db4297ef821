//! Waiting for a primary: if only a database's copy answers at the start, the server waits until a primary
//! accepts changes.

use std::pin::Pin;
use std::time::Duration;

use ishigaki_journal::{DatabaseError, DatabaseFault, Error, Expected, Location};
use tokio::task::spawn_blocking;

use super::reopening::Reopening;

const RETRY_DELAY: Duration = Duration::from_millis(500);

/// Opens the journal in a database. Reports a read-only database, such as an unpromoted copy, and waits for a
/// primary; `None` if `given_up` ends first.
pub async fn open(
    location: &Location,
    expected: Expected,
    mut given_up: Pin<&mut (impl Future<Output = ()> + Send)>,
) -> Result<Option<Reopening>, Error> {
    let mut is_notified = false;
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
                if !is_notified {
                    tracing::warn!(
                        journal = %location,
                        "the database is read-only, or only its second copy answers. The server starts once a primary answers: \
                         promote the second copy or restart the first one. Ctrl-C stops waiting"
                    );
                    is_notified = true;
                }
            }
            opened => {
                if is_notified && opened.is_ok() {
                    tracing::warn!(journal = %location, "the database accepts writes: the server starts");
                }
                return opened.map(Some);
            }
        }
        tokio::select! {
            () = tokio::time::sleep(RETRY_DELAY) => {}
            () = given_up.as_mut() => return Ok(None),
        }
    }
}

fn takes_no_changes(error: &Error) -> bool {
    matches!(error, Error::Database(DatabaseError { fault: DatabaseFault::ReadOnly, .. }))
}
