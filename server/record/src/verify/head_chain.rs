//! The chain over the exact bytes of the lines, and the signatures of its heads.

use super::{Report, TranscriptViolationKind};
use crate::branch::Branch;
use crate::chain::Head;
use crate::signing::{PublicKey, verify_head};
use crate::transcript::{EPOCH, EVENT, Signed};

/// State of the chain after the lines so far.
pub(super) struct HeadChain {
    head: Head,
    sequence: u64,
    signed: usize,
    last: Option<(u64, Head)>,
    /// Number of chained lines without a signed head after them.
    unsigned: usize,
    /// The first such line.
    since: usize,
}

impl HeadChain {
    pub(super) fn start(first: &str) -> Self {
        let head = Head::START.then(first.as_bytes());
        Self { head, sequence: 0, signed: 0, last: None, unsigned: 1, since: 1 }
    }

    /// Adds a line if it belongs to the chain, which its canonical beginning shows.
    pub(super) fn chain(&mut self, text: &str) {
        if Self::is_chained(text) {
            self.head = self.head.then(text.as_bytes());
            self.sequence += u64::from(text.starts_with(EVENT));
            self.unsigned += 1;
        }
    }

    pub(super) fn is_chained(text: &str) -> bool {
        text.starts_with(EVENT) || text.starts_with(EPOCH)
    }

    pub(super) fn signed(
        &mut self,
        line: usize,
        key: &PublicKey,
        branch: &Branch,
        signed: &Signed,
    ) -> Result<(), TranscriptViolationKind> {
        let Signed { sequence, head, signature } = signed;
        self.leads_to(*head)?;
        verify_head(key, branch, *sequence, *head, signature)
            .map_err(|source| TranscriptViolationKind::HeadSignature { sequence: *sequence, source })?;
        self.signed += 1;
        (self.last, self.unsigned, self.since) = (Some((*sequence, *head)), 0, line + 1);
        Ok(())
    }

    pub(super) fn result(&self, written: u64, head: Head) -> Result<(), TranscriptViolationKind> {
        if written != self.sequence {
            return Err(TranscriptViolationKind::WrongRecords { written, found: self.sequence });
        }
        self.leads_to(head)
    }

    pub(super) fn last(&self) -> Option<(u64, Head)> {
        self.last
    }

    pub(super) fn report(&self, report: &mut Report) {
        report.heads = self.signed;
        report.signed_to = self.last.map_or(0, |(sequence, _)| sequence);
        report.head = self.last.map(|(_, head)| head);
        report.unsigned = self.unsigned;
    }

    fn leads_to(&self, written: Head) -> Result<(), TranscriptViolationKind> {
        let Self { head: computed, sequence, since, .. } = *self;
        if computed == written {
            Ok(())
        } else {
            Err(TranscriptViolationKind::WrongHead { sequence, computed, written, since })
        }
    }
}
