//! The hash chain over the lines of a game: whoever knows a head knows every byte of every line before it.

use sha2::{Digest as _, Sha256};

use crate::bytes::open_bytes;

open_bytes! {
    /// What the chain has come to after some lines: SHA-256 over the head before, the line's length and the
    /// line. Spelled in lower-case hexadecimal.
    Head, 32
}

impl Head {
    /// The head before the first line.
    pub const START: Self = Self([0; 32]);

    /// The head after one more line; `line` is its bytes without the line feed.
    #[must_use]
    pub fn then(self, line: &[u8]) -> Self {
        let length = u64::try_from(line.len()).unwrap_or(u64::MAX);
        let hash = Sha256::new().chain_update(self.0).chain_update(length.to_be_bytes()).chain_update(line);
        Self(hash.finalize().into())
    }
}
