//! The writer of a record's chain: heads, epochs, signatures, for games and events.

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

/// Chains and signs the lines of one record. It is decided ahead like the state, and lost with the engine if
/// the append fails.
pub struct ChainWriter {
    key: Arc<ServerKey>,
    entropy: Arc<dyn Entropy>,
    branch: Branch,
    /// Set until something is written after the recovery.
    is_untouched: bool,
    head: Head,
    sequence: u64,
}

impl fmt::Debug for ChainWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chain of {} after event {}", self.branch.game, self.sequence)
    }
}

pub(super) fn draw_instance(entropy: &dyn Entropy, id: &str) -> Result<Instance, Unavailable> {
    Ok(Instance(bytes(entropy, Purpose::Instance { game: id })?))
}

impl ChainWriter {
    pub(super) fn found(
        (key, entropy): (Arc<ServerKey>, Arc<dyn Entropy>),
        branch: Branch,
        head: Head,
    ) -> Self {
        Self { key, entropy, branch, is_untouched: false, head, sequence: 0 }
    }

    /// The chain of a recovered record, after its first line.
    pub(super) fn resume(keys: (Arc<ServerKey>, Arc<dyn Entropy>), branch: Branch, head: Head) -> Self {
        Self { is_untouched: true, ..Self::found(keys, branch, head) }
    }

    pub(super) fn branch(&self) -> &Branch {
        &self.branch
    }

    pub(super) fn head(&self) -> Head {
        self.head
    }

    pub(super) fn sequence(&self) -> u64 {
        self.sequence
    }

    /// The record and line of a new epoch, if nothing has been written since the recovery. It precedes the
    /// next record.
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

    pub(super) fn read_epoch(&mut self, epoch: &EpochRecord) {
        self.branch = self.branch.next(epoch.tag);
        self.head = epoch.head;
    }

    /// Restores the head after an event from the journal.
    pub(super) fn read(&mut self, head: Head) {
        self.sequence += 1;
        self.head = head;
    }

    pub(super) fn add(&mut self, line: &str) {
        self.sequence += 1;
        self.head = self.head.then(line.as_bytes());
    }

    pub(super) fn sign(&self) -> Signature {
        sign_head(self.key.signing(), &self.branch, self.sequence, self.head)
    }

    /// The head after the last event with this signature.
    pub(super) fn signed(&self, signature: Signature) -> SignedHead {
        let Self { head, sequence, .. } = *self;
        SignedHead { branch: self.branch.clone(), sequence, head, signature }
    }
}
