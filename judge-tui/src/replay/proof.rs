//! The proof of a record that is played back.

use ishigaki_record::verify::{Report, Signer};
use ishigaki_words::Words;

/// Gaps that the verification of a record in order left open: whose key signed it, and what nobody signed. As `verify` tells
/// it by an exit code of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofGaps {
    signer: Signer,
    /// The last record whose head is signed; 0: none is.
    signed_to: usize,
    /// Lines behind the last signed head.
    unsigned: usize,
}

impl ProofGaps {
    /// Returns what this verification proved.
    pub fn of(report: &Report) -> Self {
        let signed_to = usize::try_from(report.signed_to).unwrap_or(usize::MAX);
        Self { signer: report.signer, signed_to, unsigned: report.unsigned }
    }

    /// Returns whether the record that led to a moment is signed, by whomever; the start is as good as the
    /// first line.
    pub(super) fn is_signed(&self, moment: usize) -> bool {
        self.unsigned == 0 || moment <= self.signed_to
    }

    /// Returns what is left open, in one sentence; nothing if the record proves all that it says.
    pub(super) fn gaps(&self, words: &Words) -> Option<String> {
        let signer = (self.signer == Signer::NotChecked).then(|| words.label("replay-gap-signer"));
        let count = [("count", self.unsigned.into())];
        let unsigned = (self.unsigned > 0).then(|| words.say("replay-gap-unsigned", &count));
        let gaps: Vec<String> = signer.into_iter().chain(unsigned).collect();
        let said = !gaps.is_empty();
        said.then(|| words.say("replay-partial", &[("gaps", words.list(gaps).into())]))
    }
}
