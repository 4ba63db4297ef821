//! What makes an event verifiable for those who watch: receipts and signed heads.
//!
//! Knows the record's nouns and how the wire writes them. What is in a receipt is its team's secret until the
//! opening (`A4`), so its `Debug` is silent.

use std::fmt;

use ishigaki_proto::wire;
use ishigaki_record::receipt::Receipt;
use ishigaki_record::sealing::Nonce;
use ishigaki_record::signing::Signature;
use ishigaki_record::transcript::Signed;

/// What a team gets for a sealing.
#[derive(Clone, PartialEq, Eq)]
pub struct SealReceipt {
    /// What the server says it holds.
    pub receipt: Receipt,
    /// The server's signature of that.
    pub signature: Signature,
    /// What the commitment was made with.
    pub nonce: Nonce,
}

impl fmt::Debug for SealReceipt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("sealed")
    }
}

impl SealReceipt {
    /// As the wire has it.
    pub fn to_wire(&self) -> wire::SealReceipt {
        let Receipt { game, round, attempt, wave, team, counter, at, commitment } = self.receipt.clone();
        wire::SealReceipt {
            game,
            round: round.0,
            attempt,
            wave,
            team,
            counter,
            at_ms: at.0,
            commitment: commitment.0.into(),
            signature: self.signature.0.into(),
            nonce: self.nonce.0.into(),
        }
    }
}

/// What goes out beside an event: to the owner of a sealing its receipt, to everybody the head after a closing
/// event. Most events have neither.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// Of a sealing.
    pub receipt: Option<SealReceipt>,
    /// Of a closing event.
    pub signed: Option<Signed>,
}

/// A signed head, as the wire has it.
pub fn signed_to_wire(signed: &Signed) -> wire::Proof {
    let Signed { sequence, head, signature } = signed;
    wire::Proof { sequence: *sequence, head: head.0.into(), signature: signature.0.into() }
}
