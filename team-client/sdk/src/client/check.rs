//! Checks of the public record against the team's receipts and the heads in the feed.

use ishigaki_catalogue::Message;
use ishigaki_client::Link;
use ishigaki_client::record::{self, OtherHead};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::signing::PublicKey;
use ishigaki_record::transcript::{self, LineError, Signed};
use ishigaki_record::verify::{self, ReceiptReport, ReceiptViolation, TranscriptViolation, own_lists};

use super::Client;
use crate::Error;

/// Result of a successful check at an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The last signed head in the feed; the record contains it and all earlier ones.
    pub head: Signed,
    /// Number of records so far; all of them follow from the rules.
    pub records: usize,
    /// All of the team's submissions before that head are in the record.
    pub own: ReceiptReport,
}

/// Failure of a check.
#[derive(Debug, thiserror::Error, Message)]
#[message("record")]
pub enum CheckError {
    #[message(transparent)]
    Call(#[from] Error),
    Unreadable(#[from] LineError),
    /// The record is invalid, or signed with another key.
    #[message(transparent)]
    NotInOrder(#[from] Box<TranscriptViolation>),
    /// The record contradicts a head in the feed.
    #[message(transparent)]
    OtherHead(#[from] OtherHead),
    /// The record lacks a list of the team, or contains a different one.
    #[message(transparent)]
    Own(#[from] ReceiptViolation),
    /// The record opens a submission of the team that its feed never showed.
    #[message("cli-own-foreign-sealing")]
    Foreign {
        #[message(display)]
        counter: u64,
    },
}

impl Client {
    /// Fetches and verifies the open part of the record: it follows from the rules and is signed with the
    /// server's key, it contains every signed head in the feed, and it contains unchanged every list that the
    /// team submitted before the last head. `None` before the first opening and while the ranking is covered:
    /// after the end a team gets the record once the ranking is revealed.
    ///
    /// Meant for after each opening, the reveal and an abandonment. Takes time in proportion to the record.
    ///
    /// # Errors
    /// If the record can't be fetched or fails a check.
    pub async fn check_opening(&self) -> Result<Option<Checked>, CheckError> {
        let mirror = self.mirror();
        let (heads, Some(key)) = (mirror.heads(), mirror.server_key()) else { return Ok(None) };
        if heads.is_empty() || mirror.covered_rows() > 0 {
            return Ok(None);
        }
        let due: Vec<StoredReceipt> = self.receipts().due().cloned().collect();
        let (head, record, own) = fetch(&self.link, self.id(), key, heads, &due).await?;
        let due = self.receipts().closed();
        // A feed that is read late skips replaced lists.
        match own.uncovered.iter().find(|uncovered| uncovered.is_opened && uncovered.counter <= due) {
            Some(uncovered) => Err(CheckError::Foreign { counter: uncovered.counter }),
            None => Ok(head.map(|head| Checked { head, records: record, own })),
        }
    }
}

async fn fetch(
    link: &Link,
    game: &str,
    key: &PublicKey,
    heads: &[Signed],
    due: &[StoredReceipt],
) -> Result<(Option<Signed>, usize, ReceiptReport), CheckError> {
    let record = record::download(link, game).await.map_err(Error::from)?;
    let text = record.transcript()?;
    let report = verify::verify(&text, Some(&key.fingerprint())).map_err(Box::new)?;
    let transcript = transcript::read(&text)?;
    // The feed may be ahead of an incomplete record.
    let is_open = |head: &&Signed| record.is_complete() || head.sequence <= report.records as u64;
    let heads: Vec<Signed> = heads.iter().filter(is_open).copied().collect();
    record::check_heads(&transcript, &heads)?;
    Ok((heads.last().copied(), report.records, own_lists(&transcript, due)?))
}
