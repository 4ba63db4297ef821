//! The commitment, as the record spells it.

use crate::bytes::open_bytes;

open_bytes! {
    /// A commitment, as the record spells it: SHA-256 of settings and roster (`TV1`).
    Commitment, 32
}
