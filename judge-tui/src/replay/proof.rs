//! The proof of a replayed record.

use ishigaki_record::verify::{Report, Signer};
use ishigaki_words::Words;

/// Gaps in the verification of a valid record: the signer, and unsigned records. `verify` has an exit code
/// for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProofGaps {
    signer: Signer,
    /// 0 if none is.
    signed_to: usize,
    unsigned: usize,
}

impl ProofGaps {
    /// Returns the gaps of a verification.
    pub fn of(report: &Report) -> Self {
        let signed_to = usize::try_from(report.signed_to).unwrap_or(usize::MAX);
        Self { signer: report.signer, signed_to, unsigned: report.unsigned }
    }

    /// Any key counts. The start counts as the first line.
    pub(super) fn is_signed(&self, moment: usize) -> bool {
        self.unsigned == 0 || moment <= self.signed_to
    }

    pub(super) fn gaps(&self, words: &Words) -> Option<String> {
        let signer = (self.signer == Signer::NotChecked).then(|| words.label("replay-gap-signer"));
        let count = [("count", self.unsigned.into())];
        let unsigned = (self.unsigned > 0).then(|| words.say("replay-gap-unsigned", &count));
        let gaps: Vec<String> = signer.into_iter().chain(unsigned).collect();
        let has_gaps = !gaps.is_empty();
        has_gaps.then(|| words.say("replay-partial", &[("gaps", words.list(gaps).into())]))
    }
}
