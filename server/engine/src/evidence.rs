//! The evidence beside an event, for those who watch: receipts and signed heads.
//!
//! Knows the record's nouns and how the wire writes them. What is in a receipt is its team's secret until the
//! opening (`A4`), so its `Debug` is silent.

use std::fmt;

use ishigaki_proto::wire;
use ishigaki_proto::{branch, receipt};
use ishigaki_record::branch::Branch;
use ishigaki_record::chain::Head;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::Nonce;
use ishigaki_record::signing::Signature;

use crate::receipt_signer::PendingSignature;

/// Receipt that a team gets for a sealing.
#[derive(Clone)]
pub struct SealReceipt {
    /// Receipt for what the server holds.
    pub receipt: Receipt,
    /// The server's signature of that, which is made when it is asked for.
    pub signature: PendingSignature,
    /// Nonce of the commitment.
    pub nonce: Nonce,
}

impl fmt::Debug for SealReceipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

impl SealReceipt {
    /// As the wire has it, without its signature.
    pub fn to_wire(&self) -> wire::SealReceipt {
        receipt::to_wire(&self.receipt, &self.nonce)
    }

    /// Its signature as the wire has it.
    pub fn signature_to_wire(&self) -> wire::ReceiptSignature {
        receipt::signature_to_wire(self.signature.get())
    }
}

/// Proofs that go out beside an event: to the owner of a sealing its receipt, to everybody the head after an
/// event that changes the result. Most events have neither.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    pub receipt: Option<SealReceipt>,
    /// Of an event that changes the result, unless the record is held back.
    pub signed: Option<SignedHead>,
}

/// A signed head as it goes out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignedHead {
    /// The branch of the game that it is signed on.
    pub branch: Branch,
    /// The event it stands behind.
    pub sequence: u64,
    /// The head after that event.
    pub head: Head,
    /// The server's signature of it.
    pub signature: Signature,
}

/// A signed head, as the wire has it.
pub fn signed_to_wire(signed: &SignedHead) -> wire::Proof {
    let SignedHead { branch: of, sequence, head, signature } = signed;
    let branch = Some(branch::to_wire(of));
    wire::Proof { sequence: *sequence, head: head.0.into(), signature: signature.0.into(), branch }
}
