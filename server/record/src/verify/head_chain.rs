//! The chain over the exact bytes of the lines, and the signatures of its heads.

use super::{Report, TranscriptViolationKind};
use crate::branch::Branch;
use crate::chain::Head;
use crate::signing::{PublicKey, verify_head};
use crate::transcript::{EPOCH, EVENT, Signed};

/// State of the chain after the lines so far.
pub(super) struct HeadChain {
    head: Head,
    /// Number of events so far.
    sequence: u64,
    /// Number of heads that are signed.
    signed: usize,
    /// The last event whose head is signed, and that head.
    last: Option<(u64, Head)>,
    /// Lines of the chain that no signed head covers yet.
    unsigned: usize,
    /// The first line that no signed head covers yet.
    since: usize,
}

impl HeadChain {
    /// After line 1.
    pub(super) fn start(first: &str) -> Self {
        let head = Head::START.then(first.as_bytes());
        Self { head, sequence: 0, signed: 0, last: None, unsigned: 1, since: 1 }
    }

    /// Takes in a line, if it is one of the chain: in its one spelling it begins as one does.
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

    /// Checks a signed line, which is the last one that was taken in.
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

    /// Checks what the result line says of the chain.
    pub(super) fn result(&self, written: u64, head: Head) -> Result<(), TranscriptViolationKind> {
        if written != self.sequence {
            return Err(TranscriptViolationKind::WrongRecords { written, found: self.sequence });
        }
        self.leads_to(head)
    }

    /// The last event whose head is signed, and that head.
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
