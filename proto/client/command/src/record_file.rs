//! Reads and verifies a game's record in a file.

use std::fs::File;
use std::path::Path;

use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, Transcript};
use ishigaki_record::verify::{Report, verify_from};
use ishigaki_words::Words;

use super::{Error, ProofArgs};

/// Reads and verifies a game's transcript. The report has the unproved parts.
///
/// # Errors
/// Returns an error if the file can't be read or isn't a game's record, if the record is invalid, or if it
/// leaves more unproved than `proof` accepts.
pub fn read_record(file: &Path, proof: &ProofArgs, words: &Words) -> Result<(Transcript, Report), Error> {
    let text = File::open(file).and_then(transcript::read_text);
    let text = text.map_err(|what| Error::Unreadable { file: file.to_path_buf(), what })?;
    if tournament::is_record(&text) {
        return Err(Error::OfEvent);
    }
    let report = verify_from(text.as_bytes(), &proof.expected(), &mut ());
    let report = report.map_err(|error| Error::unverified(file, error))?;
    match proof.refusal(&report.gaps(), words) {
        Some(open) => Err(Error::Partly(open)),
        None => Ok((transcript::read(&text)?, report)),
    }
}
