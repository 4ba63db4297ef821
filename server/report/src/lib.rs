//! A game as one page, as tables for spreadsheets and programs, and as sheets to be printed: everything that its public record says, to be opened as a file without a server and without internet.
//!
//! Knows records and words, and nothing of servers, wires and clocks: a record in, HTML out. The record is verified before
//! anything is made of it; the page has the record in it and checks chain, signatures and opened lists once more by
//! itself, so that whoever gets it need not trust whoever made it. What only the rules can show the page says as what it is:
//! the word of the program that made it.

mod chapter;
mod export;
mod page;
mod particulars;
mod sheet;
mod table;

use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, LineError, Transcript};
use ishigaki_record::verify::{Report as VerifyReport, TranscriptViolation, verify};
use ishigaki_words::Lang;

pub use export::GameExport;
pub use particulars::{NamesError, Particulars};
pub use sheet::{GameSheet, SHEETS};
pub use table::{GameTable, NAMES};

/// Error of a record's page that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// It is not in order.
    #[error("the record is not in order")]
    NotInOrder(#[from] TranscriptViolation),
    /// It is the record of an event.
    #[error("this is the record of an event, not of a game")]
    OfEvent,
    /// Its lines are no transcript.
    #[error("the record cannot be read")]
    Unreadable(#[from] LineError),
}

/// The page of a game's record, in this language at first; `key` is the fingerprint of the server's key, if it is known.
///
/// # Errors
/// If the record does not hold.
pub fn report(record: &str, key: Option<&Fingerprint>, lang: Lang) -> Result<String, Error> {
    let (transcript, verified) = read(record, key)?;
    let game = chapter::game(&transcript, &verified);
    Ok(page::html(&game, record, lang))
}

/// A game's record, verified.
fn read(record: &str, key: Option<&Fingerprint>) -> Result<(Transcript, VerifyReport), Error> {
    if tournament::is_record(record) {
        return Err(Error::OfEvent);
    }
    let verified = verify(record, key)?;
    Ok((transcript::read(record)?, verified))
}
