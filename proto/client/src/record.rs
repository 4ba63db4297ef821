//! Downloading the public record of a game or event, as far as it is open (`A4`).
//!
//! [`ishigaki_record`] reads and verifies the lines.

use std::time::Duration;

use ishigaki_catalogue::Message;
use ishigaki_proto::fault::{ErrorReason, Fault};
use ishigaki_proto::watch::{ReadRecordRequest, ReadRecordResponse};
use ishigaki_record::signing::PublicKey;
use ishigaki_record::tournament;
use ishigaki_record::transcript::{self, LineError, Signed, Transcript};
use tonic::Status;

use crate::Link;

/// The lines of a record so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    text: String,
    next_line: u64,
    is_complete: bool,
}

/// Error of a record that lacks a head published by its server: it has been changed since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("cli-head-not-sent")]
pub struct OtherHead {
    #[message(display)]
    pub sequence: u64,
}

/// Downloads the open part of a record. The empty id means the only visible game that isn't over.
///
/// # Errors
///
/// The server's status; [`Code::DataLoss`](tonic::Code::DataLoss) if an answer doesn't continue the previous
/// one.
pub async fn download(link: &Link, game: &str) -> Result<Record, Status> {
    let mut record = Record::default();
    record.read_on(link, game).await?;
    Ok(record)
}

/// Returns the server's key in a game's record.
///
/// # Errors
///
/// Like [`download`]; [`Code::DataLoss`](tonic::Code::DataLoss) if the first line is invalid.
pub async fn server_key(link: &Link, game: &str) -> Result<PublicKey, Status> {
    let mut record = Record::default();
    record.take(page(link, game, 1, 1).await?)?;
    let text = record.transcript().and_then(|text| transcript::read(&text));
    text.map(|transcript| transcript.server_key)
        .map_err(|_| Status::data_loss("the first line of the record is not that of a game"))
}

/// Checks that a transcript has all these published heads.
pub fn check_heads(transcript: &Transcript, heads: &[Signed]) -> Result<(), OtherHead> {
    let is_there = |head: &&Signed| {
        transcript.signed.iter().any(|signed| (signed.sequence, signed.head) == (head.sequence, head.head))
    };
    match heads.iter().find(|head| !is_there(head)) {
        Some(head) => Err(OtherHead { sequence: head.sequence }),
        None => Ok(()),
    }
}

impl Default for Record {
    fn default() -> Self {
        Self { text: String::new(), next_line: 1, is_complete: false }
    }
}

impl Record {
    /// Downloads lines opened since the last call.
    pub async fn read_on(&mut self, link: &Link, game: &str) -> Result<(), Status> {
        while !self.is_complete && self.take(page(link, game, self.next_line, 0).await?)? {}
        Ok(())
    }

    /// Returns the lines with line feeds, byte for byte as in the transcript.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether the record is closed, so that only the derived result is missing.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Returns the transcript: the lines with the derived result.
    ///
    /// # Errors
    ///
    /// [`LineError`] with the first invalid line.
    pub fn transcript(&self) -> Result<String, LineError> {
        if tournament::is_record(&self.text) {
            return tournament::complete(&self.text);
        }
        transcript::complete(&self.text)
    }

    fn take(&mut self, page: ReadRecordResponse) -> Result<bool, Status> {
        let ReadRecordResponse { lines, next_line, is_complete } = page;
        let given = lines.len() as u64;
        if next_line != self.next_line.saturating_add(given) || lines.iter().any(|line| line.contains('\n')) {
            return Err(Status::data_loss("the lines of the record do not follow each other"));
        }
        for line in lines {
            self.text.push_str(&line);
            self.text.push('\n');
        }
        (self.next_line, self.is_complete) = (next_line, is_complete);
        Ok(given > 0)
    }
}

/// Requests the lines from this one on. If the server limits the rate, it waits as told.
async fn page(link: &Link, game: &str, from_line: u64, limit: u32) -> Result<ReadRecordResponse, Status> {
    loop {
        let request = ReadRecordRequest { game: game.to_owned(), from_line, limit };
        match link.watch().read_record(request).await {
            Err(status) => match too_fast(&status) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => return Err(status),
            },
            Ok(page) => return Ok(page.into_inner()),
        }
    }
}

/// Returns how long to wait after a rate limit.
fn too_fast(status: &Status) -> Option<Duration> {
    Fault::from_status(status).filter(|fault| fault.reason == ErrorReason::TooFast)?.retry_after()
}

#[cfg(test)]
mod tests {
    use tonic::Code;

    use super::*;

    fn page(lines: &[&str], next_line: u64, is_complete: bool) -> ReadRecordResponse {
        ReadRecordResponse {
            lines: lines.iter().map(|&line| line.to_owned()).collect(),
            next_line,
            is_complete,
        }
    }

    #[test]
    fn pages_are_joined_line_by_line() {
        let mut record = Record::default();
        assert!(record.take(page(&["one", "two"], 3, false)).unwrap());
        assert!(!record.take(page(&[], 3, false)).unwrap());
        assert!(record.take(page(&["three"], 4, true)).unwrap());
        assert_eq!((record.text(), record.is_complete()), ("one\ntwo\nthree\n", true));
    }

    #[test]
    fn pages_that_do_not_follow_each_other_are_no_record() {
        for invalid in [page(&["one"], 3, false), page(&[], 2, false), page(&["one\ntwo"], 2, false)] {
            assert_eq!(Record::default().take(invalid).unwrap_err().code(), Code::DataLoss);
        }
    }
}
