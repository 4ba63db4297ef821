//! A game as a page, as tables for spreadsheets and programs, and as sheets for printing, from its public
//! record, usable without a server or internet.
//!
//! The record is verified first. The page contains the record, checks chain, signatures and opened lists
//! again, and derives its drawings from the checked lines, so that readers needn't trust its author.

//!
//! A whole contest is a [`Site`] of static pages, a [press text](press_text), and an [archive](archive_files)
//! of its records with the means to verify them.

mod archive;
mod event;
mod export;
mod guide;
mod page;
mod particulars;
mod placing;
mod record;
mod sheet;
mod site;
mod table;

use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, LineError, Transcript};
use ishigaki_record::verify::{
    Expected, Report as VerifyReport, TranscriptViolation, VerifyError, verify_from,
};
use ishigaki_words::Lang;

pub use archive::{OutputFile, archive_files};
pub use event::{EventError, EventExport};
pub use export::GameExport;
pub use particulars::{NamesError, Particulars};
pub use record::{Publication, RecordError, RecordSubject, VerifiedRecord};
pub use sheet::{GameSheet, SHEETS};
pub use site::{Site, press_text};
pub use table::{GameTable, NAMES};

/// Error of a record's page that cannot be made.
#[derive(Debug, thiserror::Error, Message)]
#[message("record")]
pub enum Error {
    #[message(transparent)]
    NotInOrder(#[from] TranscriptViolation),
    #[message("record-of-event")]
    OfEvent,
    Unreadable(#[from] LineError),
}

/// Returns the page of a game's record, in this language at first; `key` is the fingerprint of the server's
/// key, if it is known.
pub fn report(record: &str, key: Option<&Fingerprint>, lang: Lang) -> Result<String, Error> {
    let expected = Expected { key: key.copied(), head: None };
    Ok(GameExport::of(record, &expected)?.page(record, lang))
}

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
