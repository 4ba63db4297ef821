//! A game's record in a file: read, and verified.

use std::path::Path;
use std::{fs, io};

use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, Transcript};
use ishigaki_record::verify::{Expected, Report, TranscriptViolation, VerifyError, verify_from};

/// Error of a file that cannot be played back.
#[derive(Debug)]
pub enum Unplayable {
    /// It cannot be read.
    File(io::Error),
    /// It is not in order: its first violation.
    NotInOrder(Box<TranscriptViolation>),
    /// It is the record of an event.
    OfEvent,
    /// It is in order as far as it could be checked, and that is not enough.
    Partly(String),
    NoRecord(transcript::LineError),
}

/// Reads a game's transcript, and verifies it.
///
/// # Errors
/// All of [`Unplayable`] but [`Unplayable::Partly`]: what is open is in the report.
pub fn read_record(file: &Path, expected: &Expected) -> Result<(Transcript, Report), Unplayable> {
    let text = fs::File::open(file).and_then(transcript::read_text).map_err(Unplayable::File)?;
    if tournament::is_record(&text) {
        return Err(Unplayable::OfEvent);
    }
    let report = verify_from(text.as_bytes(), expected, &mut ()).map_err(|failure| match failure {
        VerifyError::Io(error) => Unplayable::File(error),
        VerifyError::Violation(violation) => Unplayable::NotInOrder(Box::new(violation)),
    })?;
    Ok((transcript::read(&text).map_err(Unplayable::NoRecord)?, report))
}
