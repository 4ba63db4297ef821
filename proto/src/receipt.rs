//! Receipts of sealed lists as they travel.

use ishigaki_record::receipt::{InclusionPath, LeafIndex, Receipt, ReceiptSignature};
use ishigaki_record::sealing::{Commitment, Nonce};
use ishigaki_record::signing::Signature;
use ishigaki_rules::{GameTime, RoundNo};

use crate::{branch, wire};

/// Error of a malformed part of a receipt. It omits the contents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedReceiptError {
    pub field: &'static str,
}

/// Returns a receipt as the wire has it, with the nonce of its commitment.
pub fn to_wire(receipt: &Receipt, nonce: &Nonce) -> wire::SealReceipt {
    wire::SealReceipt {
        branch: Some(branch::to_wire(&receipt.branch)),
        game: receipt.branch.game.clone(),
        round: receipt.round.0,
        attempt: receipt.attempt,
        wave: receipt.wave,
        team: receipt.team.clone(),
        counter: receipt.counter,
        at_ms: receipt.at.0,
        commitment: receipt.commitment.0.into(),
        nonce: nonce.0.into(),
    }
}

/// Returns the signature of a receipt as the wire has it.
pub fn signature_to_wire(signature: &ReceiptSignature) -> wire::ReceiptSignature {
    let ReceiptSignature { root, leaf, path } = signature;
    wire::ReceiptSignature { root: root.0.into(), leaf: (*leaf).into(), path: path.0.into() }
}

/// Returns what [`to_wire`] made.
///
/// # Errors
///
/// [`MalformedReceiptError`] with the field that cannot be part of a receipt.
pub fn from_wire(sent: &wire::SealReceipt) -> Result<(Receipt, Nonce), MalformedReceiptError> {
    let branch = branch::from_wire(&sent.game, sent.branch.as_ref());
    let receipt = Receipt {
        branch: branch.ok_or(MalformedReceiptError { field: "branch" })?,
        round: RoundNo(sent.round),
        attempt: sent.attempt,
        wave: sent.wave,
        team: sent.team.clone(),
        counter: sent.counter,
        at: GameTime(sent.at_ms),
        commitment: Commitment(bytes(&sent.commitment, "commitment")?),
    };
    Ok((receipt, Nonce(bytes(&sent.nonce, "nonce")?)))
}

/// Returns what [`signature_to_wire`] made.
///
/// # Errors
///
/// [`MalformedReceiptError`] with the field that cannot be part of a signature.
pub fn signature_from_wire(sent: &wire::ReceiptSignature) -> Result<ReceiptSignature, MalformedReceiptError> {
    Ok(ReceiptSignature {
        root: Signature(bytes(&sent.root, "root")?),
        leaf: LeafIndex::try_from(sent.leaf).map_err(|_| MalformedReceiptError { field: "leaf" })?,
        path: InclusionPath(bytes(&sent.path, "path")?),
    })
}

fn bytes<const N: usize>(sent: &[u8], field: &'static str) -> Result<[u8; N], MalformedReceiptError> {
    sent.try_into().map_err(|_| MalformedReceiptError { field })
}
