//! The commitment in records.

use crate::bytes::open_bytes;

open_bytes! {
    /// The commitment: SHA-256 of settings and roster (`TV1`).
    Commitment, 32
}
