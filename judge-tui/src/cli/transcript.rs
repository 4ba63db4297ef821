//! Fetching the public record of a game, with the organiser's token or a judge's.
//!
//! Knows which service answers whom. What the record says is not judged here: `verify` does that.

use std::fs;
use std::path::Path;

use ishigaki_link::Link;
use ishigaki_link::record::{self, Reader, Record};
use ishigaki_proto::fault::ErrorReason;
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript;
use tonic::Status;

use super::failure::Failure;
use crate::listing::{Listing, Trouble};

/// A record that was fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fetched {
    /// The transcript, its result included.
    pub(crate) text: String,
    /// How many events it has.
    pub(crate) records: usize,
    /// Whether the game is over, so that there will never be more.
    pub(crate) complete: bool,
    /// Of the key that the record names as the server's.
    pub(crate) fingerprint: Fingerprint,
}

/// Fetches the record of a game as far as it is open.
pub(crate) async fn fetch(link: &Link, game: &str) -> Result<Fetched, Failure> {
    let record = match record::download(link, Reader::Organiser, game).await.map_err(Trouble::from) {
        Err(trouble) if is_denied(&trouble) => record::download(link, Reader::Judge, game).await,
        fetched => Ok(fetched?),
    };
    Fetched::of(&record.map_err(Trouble::from)?)
}

/// The fingerprint of the server's key, which is one for all its games; `None` if no game has started.
pub(crate) async fn fingerprint(link: &Link, listing: &Listing) -> Result<Option<Fingerprint>, Trouble> {
    let reader = if listing.complete { Reader::Organiser } else { Reader::Judge };
    let Some(started) = listing.games.iter().find(|game| game.standing.is_some()) else { return Ok(None) };
    let key: Result<_, Status> = record::server_key(link, reader, &started.game).await;
    Ok(Some(key?.fingerprint()))
}

fn is_denied(trouble: &Trouble) -> bool {
    matches!(trouble, Trouble::Refused(fault) if fault.reason == ErrorReason::PermissionDenied)
}

impl Fetched {
    fn of(record: &Record) -> Result<Self, Failure> {
        let text = record.transcript().map_err(Failure::NoRecord)?;
        let transcript = transcript::read(&text).map_err(Failure::NoRecord)?;
        let (records, complete) = (transcript.entries.len(), record.is_complete());
        Ok(Self { text, records, complete, fingerprint: transcript.server_key.fingerprint() })
    }

    /// Writes it to a file; one that exists is replaced.
    pub(crate) fn write(&self, file: &Path) -> Result<(), Failure> {
        fs::write(file, &self.text)
            .map_err(|error| Failure::File { file: file.display().to_string(), what: error.to_string() })
    }
}
