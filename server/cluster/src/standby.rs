//! A second machine that could go on with the contest: it keeps a copy of the journal.
//!
//! [`CopySource`] gives a journal away, record by record, as soon as each is durable, and with it which tokens are good;
//! [`JournalCopy`] takes it in. Both know journals, digests and hashes of tokens, and neither knows what a record says.
//! What is not copied here is everything else that the second machine serves from, keys before all: it is put there by
//! hand, before the contest.
//!
//! Copying is asynchronous unless the copy is required ([`required_copy`](ishigaki_engine::required_copy)): an answer waits for the server's own disk, not for
//! the standby's. What was acknowledged in the last moments before a machine is lost for good may then be missing from
//! its copy; its clients' receipts show what it was.

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
