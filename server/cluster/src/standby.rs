//! A standby: a second machine with a copy of the journal, which could continue the contest.
//!
//! [`CopySource`] sends a journal record by record, as soon as each is durable, with the valid tokens;
//! [`JournalCopy`] stores it. Both know only journals, digests and token hashes. Everything else that the
//! second machine needs, above all keys, must be copied by hand before the contest.
//!
//! Copying is asynchronous unless the copy is required ([`required_copy`](ishigaki_engine::required_copy)):
//! answers wait for the server's own disk, not for the standby's. If a machine is lost for good, its copy may
//! lack the last acknowledged records; clients' receipts show what they were.

mod copy;
mod follow;
mod source;

pub use copy::{CopyError, JournalCopy};
pub use follow::{CopyProgress, FollowError, LostCause, follow};
pub use source::{CopyPiece, CopySource, DifferentJournalError, SourceError};

use ishigaki_engine::required_copy::RecordDigest;
use sha2::{Digest as _, Sha256};

fn digest(record: &[u8]) -> RecordDigest {
    Sha256::digest(record).into()
}
