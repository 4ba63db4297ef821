//! The evidence published with an event: receipts and signed heads.
//!
//! A receipt's contents are its team's secret until the opening (`A4`), so `Debug` omits them.

use std::fmt;

use ishigaki_proto::wire;
use ishigaki_proto::{branch, receipt};
use ishigaki_record::branch::Branch;
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::Nonce;
use ishigaki_record::signing::Signature;

use crate::receipt_signer::PendingSignature;

/// A team's receipt for a submission.
#[derive(Clone)]
pub struct SealReceipt {
    pub receipt: Receipt,
    /// The server's signature of it, made on demand.
    pub signature: PendingSignature,
    pub nonce: Nonce,
}

impl fmt::Debug for SealReceipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

impl SealReceipt {
    /// Returns it without its signature for the wire.
    pub fn to_wire(&self) -> wire::SealReceipt {
        receipt::to_wire(&self.receipt, &self.nonce)
    }

    /// Returns its signature for the wire.
    pub fn signature_to_wire(&self) -> wire::ReceiptSignature {
        receipt::signature_to_wire(self.signature.get())
    }
}

/// Evidence published with an event: the receipt for the owner of a submission, and the signed head for all
/// after an event that changes the result.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub receipt: Option<SealReceipt>,
    /// For an event that changes the result, unless the record is held back.
    pub signed: Option<SignedHead>,
}

/// A signed head for publication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedHead {
    pub branch: Branch,
    pub sequence: u64,
    pub head: Head,
    pub signature: Signature,
}

/// Returns a signed head for the wire.
pub fn signed_to_wire(signed: &SignedHead) -> wire::Proof {
    let SignedHead { branch: of, sequence, head, signature } = signed;
    let branch = Some(branch::to_wire(of));
    wire::Proof { sequence: *sequence, head: head.0.into(), signature: signature.0.into(), branch }
}
