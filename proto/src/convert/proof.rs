//! Receipts and byte strings of a fixed length: what makes a game verifiable, as it travels.

use crate::fault::Fault;
use crate::wire;

/// A byte string of exactly `N` bytes; the field is named in the fault, and nothing of what it held.
///
/// # Errors
/// [`Fault`]: there are more or fewer bytes.
pub fn bytes_from_wire<const N: usize>(bytes: &[u8], field: &str) -> Result<[u8; N], Fault> {
    bytes.try_into().map_err(|_| Fault::bad_field(field).with("least", N).with("most", N))
}

/// Puts the server's receipt with what it is for. Of a sealing only the owner's copy has a place for it; every
/// other event is left as it is.
pub fn attach_receipt(event: &mut wire::Event, receipt: wire::SealReceipt) {
    match &mut event.fact {
        Some(wire::event::Fact::BidsSealed(wire::BidsSealed { sealed: Some(sealed), .. })) => {
            sealed.receipt = Some(receipt);
        }
        Some(wire::event::Fact::RebidSealed(wire::RebidSealed { sealed: Some(sealed), .. })) => {
            sealed.receipt = Some(receipt);
        }
        _ => {}
    }
}
