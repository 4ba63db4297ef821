//! The writer of a record's chain: heads, epochs, signatures. Games and events have the same one.

use std::fmt;
use std::sync::Arc;

use ishigaki_record::branch::{Branch, EpochTag, Instance};
use ishigaki_record::chain::Head;
use ishigaki_record::signing::{Signature, sign_head};
use ishigaki_record::transcript::epoch_line;

use crate::clock::UnixMillis;
use crate::codec::EpochRecord;
use crate::entropy::{Entropy, Purpose, Unavailable, bytes};
use crate::evidence::SignedHead;
use crate::key::ServerKey;

/// Chains and signs the lines of one record. Like the state it is decided ahead, and dies with the engine if the append
/// fails.
pub struct ChainWriter {
    key: Arc<ServerKey>,
    entropy: Arc<dyn Entropy>,
    /// The branch that goes on here.
    branch: Branch,
    /// Whether it was brought back from its journal, and nothing has been written since.
    is_untouched: bool,
    head: Head,
    /// Number of events of the record.
    sequence: u64,
}

impl fmt::Debug for ChainWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chain of {} after event {}", self.branch.game, self.sequence)
    }
}

/// Draws which game or event of its name a new one is.
pub(super) fn draw_instance(entropy: &dyn Entropy, id: &str) -> Result<Instance, Unavailable> {
    Ok(Instance(bytes(entropy, Purpose::Instance { game: id })?))
}

impl ChainWriter {
    /// The chain of a new record, which has its first line.
    pub(super) fn found(
        (key, entropy): (Arc<ServerKey>, Arc<dyn Entropy>),
        branch: Branch,
        head: Head,
    ) -> Self {
        Self { key, entropy, branch, is_untouched: false, head, sequence: 0 }
    }

    /// The chain of a record that is brought back from its journal, after its first line.
    pub(super) fn resume(keys: (Arc<ServerKey>, Arc<dyn Entropy>), branch: Branch, head: Head) -> Self {
        Self { is_untouched: true, ..Self::found(keys, branch, head) }
    }

    /// The branch that goes on here.
    pub(super) fn branch(&self) -> &Branch {
        &self.branch
    }

    /// The last head.
    pub(super) fn head(&self) -> Head {
        self.head
    }

    /// Returns the number of events of the record.
    pub(super) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The record of a new epoch, if nothing has been written since the stream was brought back: it goes before whatever is
    /// written now. Its line comes with it.
    pub(super) fn take_up(
        &mut self,
        written: UnixMillis,
    ) -> Result<Option<(EpochRecord, String)>, Unavailable> {
        if !std::mem::take(&mut self.is_untouched) {
            return Ok(None);
        }
        let tag = EpochTag(bytes(&*self.entropy, Purpose::Epoch { game: &self.branch.game })?);
        self.branch = self.branch.next(tag);
        let Branch { epoch: number, tag, .. } = self.branch;
        let line = epoch_line(number, tag, written.0);
        self.head = self.head.then(line.as_bytes());
        Ok(Some((EpochRecord { number, tag, written, head: self.head }, line)))
    }

    /// Takes an epoch from the journal.
    pub(super) fn read_epoch(&mut self, epoch: &EpochRecord) {
        self.branch = self.branch.next(epoch.tag);
        self.head = epoch.head;
    }

    /// Takes an event from the journal, after which the chain has this head.
    pub(super) fn read(&mut self, head: Head) {
        self.sequence += 1;
        self.head = head;
    }

    /// Adds the line of the next event.
    pub(super) fn add(&mut self, line: &str) {
        self.sequence += 1;
        self.head = self.head.then(line.as_bytes());
    }

    /// Signs the head after the last event.
    pub(super) fn sign(&self) -> Signature {
        sign_head(self.key.signing(), &self.branch, self.sequence, self.head)
    }

    /// The head after the last event, as it goes out with this signature.
    pub(super) fn signed(&self, signature: Signature) -> SignedHead {
        let Self { head, sequence, .. } = *self;
        SignedHead { branch: self.branch.clone(), sequence, head, signature }
    }
}
