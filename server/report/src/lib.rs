//! A game as one page, as tables for spreadsheets and programs, and as sheets to be printed: everything that its public record says, to be opened as a file without a server and without internet.
//!
//! Knows records and words, and nothing of servers, wires and clocks: a record in, HTML out. The record is verified before
//! anything is made of it; the page has the record in it, checks chain, signatures and opened lists once more by itself, and works out
//! everything that it draws from the lines that it has checked: whoever gets it need not trust whoever made it.

mod export;
mod page;
mod particulars;
mod sheet;
mod table;

use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, LineError, Transcript};
use ishigaki_record::verify::{
    Expected, Report as VerifyReport, TranscriptViolation, VerifyError, verify_from,
};
use ishigaki_words::Lang;

pub use export::GameExport;
pub use particulars::{NamesError, Particulars};
pub use sheet::{GameSheet, SHEETS};
pub use table::{GameTable, NAMES};

/// Error of a record's page that cannot be made.
#[derive(Debug, thiserror::Error, Message)]
#[message("record")]
pub enum Error {
    #[message(transparent)]
    NotInOrder(#[from] TranscriptViolation),
    /// It is the record of an event.
    #[message("record-of-event")]
    OfEvent,
    /// Its lines are no transcript.
    Unreadable(#[from] LineError),
}

/// The page of a game's record, in this language at first; `key` is the fingerprint of the server's key, if it is known.
///
/// # Errors
/// If the record does not hold.
pub fn report(record: &str, key: Option<&Fingerprint>, lang: Lang) -> Result<String, Error> {
    let expected = Expected { key: key.copied(), head: None };
    Ok(GameExport::of(record, &expected)?.page(record, lang))
}

/// A game's record, verified.
fn read(record: &str, expected: &Expected) -> Result<(Transcript, VerifyReport), Error> {
    if tournament::is_record(record) {
        return Err(Error::OfEvent);
    }
    let verified = verify_from(record.as_bytes(), expected, &mut ()).map_err(|failure| match failure {
        VerifyError::Violation(violation) => Error::NotInOrder(violation),
        VerifyError::Io(error) => {
            Error::Unreadable(LineError { line: 1, error: transcript::Error::Io(error) })
        }
    })?;
    Ok((transcript::read(record)?, verified))
}
