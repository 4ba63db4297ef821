//! Is what the team was given receipts for in the record, and is the record the one that everybody was shown?

use ishigaki_catalogue::Message;
use ishigaki_client::Link;
use ishigaki_client::record::{self, OtherHead};
use ishigaki_record::receipt::StoredReceipt;
use ishigaki_record::signing::PublicKey;
use ishigaki_record::transcript::{self, LineError, Signed};
use ishigaki_record::verify::{self, OwnReport, ReceiptViolation, TranscriptViolation, own_lists};

use super::Client;
use crate::Error;

/// Findings in order at an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The last signed head that the feed has shown; the record has it, and all before.
    pub head: Signed,
    /// Number of the record's records so far; all of them follow from the rules.
    pub records: usize,
    /// Outcome of the team's own lists: all that were sealed before that head are in the record.
    pub own: OwnReport,
}

/// Error of a record that is not in order.
#[derive(Debug, thiserror::Error, Message)]
#[message("record")]
pub enum CheckError {
    /// The record cannot be fetched.
    #[message(transparent)]
    Call(#[from] Error),
    /// The lines that were fetched are no record.
    Unreadable(#[from] LineError),
    /// The record does not hold in itself, or another key signed it.
    #[message(transparent)]
    NotInOrder(#[from] Box<TranscriptViolation>),
    /// The record is not the one whose heads were sent out.
    #[message(transparent)]
    OtherHead(#[from] OtherHead),
    /// The team's own lists are not in it as they were sent.
    #[message(transparent)]
    Own(#[from] ReceiptViolation),
    /// The record opens something as sealed by the team that the team's feed never showed.
    #[message("cli-own-foreign-sealing")]
    Foreign {
        /// Number of the sealing.
        #[message(display)]
        counter: u64,
    },
}

impl Client {
    /// Fetches the record as far as it is open, and checks it from the first line on: that it follows from the
    /// rules and is signed with the server's key, that it has every signed head that the feed has shown so far, and that
    /// every list the team had sealed by the last one is in it, unchanged. `None` as long as nothing was opened,
    /// and while the ranking is covered: a team gets the record from the end of the game on once the ranking is revealed.
    ///
    /// Meant for after each opening, the reveal and an abandonment. Takes time in proportion to the record.
    ///
    /// # Errors
    /// The record cannot be had, or does not say what it has to.
    pub async fn check_opening(&self) -> Result<Option<Checked>, CheckError> {
        let mirror = self.mirror();
        let (heads, Some(key)) = (mirror.heads(), mirror.server_key()) else { return Ok(None) };
        if heads.is_empty() || mirror.covered_rows() > 0 {
            return Ok(None);
        }
        let due: Vec<StoredReceipt> = self.receipts().due().cloned().collect();
        let (head, record, own) = fetch(&self.link, self.id(), key, heads, &due).await?;
        let due = self.receipts().closed();
        // A feed that is read late passes over the lists that were replaced.
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
) -> Result<(Option<Signed>, usize, OwnReport), CheckError> {
    let record = record::download(link, game).await.map_err(Error::from)?;
    let text = record.transcript()?;
    let report = verify::verify(&text, Some(&key.fingerprint())).map_err(Box::new)?;
    let transcript = transcript::read(&text)?;
    // The feed may be ahead of a record that is not complete.
    let is_open = |head: &&Signed| record.is_complete() || head.sequence <= report.records as u64;
    let heads: Vec<Signed> = heads.iter().filter(is_open).copied().collect();
    record::check_heads(&transcript, &heads)?;
    Ok((heads.last().copied(), report.records, own_lists(&transcript, due)?))
}
