//! Fetching the public record of a game, with any token that may see the game.
//!
//! What the record says is not judged here: `verify` does that.

use std::fs;
use std::path::Path;

use ishigaki_client::Link;
use ishigaki_client::record::{self, Record};
use ishigaki_record::signing::Fingerprint;
use ishigaki_record::transcript;
use tonic::Status;

use super::failure::Failure;
use crate::listing::{Listed, Trouble};

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
    let record = record::download(link, game).await;
    Fetched::of(&record.map_err(Trouble::from)?)
}

/// The fingerprint of the server's key, which is one for all its games; `None` if no game has started.
pub(crate) async fn fingerprint(link: &Link, games: &[Listed]) -> Result<Option<Fingerprint>, Trouble> {
    let Some(started) = games.iter().find(|game| game.has_started()) else { return Ok(None) };
    let key: Result<_, Status> = record::server_key(link, &started.game).await;
    Ok(Some(key?.fingerprint()))
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
