//! Wire form of receipts and fixed-length byte strings.

use crate::fault::Fault;
use crate::wire;

/// Returns a byte string of exactly `N` bytes. The fault names the field without its contents.
pub fn bytes_from_wire<const N: usize>(bytes: &[u8], field: &str) -> Result<[u8; N], Fault> {
    bytes.try_into().map_err(|_| Fault::bad_field(field).with("least", N).with("most", N))
}

/// Adds the server's receipt to its submission. Only the owner's copy has a place for it; other events are
/// unchanged.
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
