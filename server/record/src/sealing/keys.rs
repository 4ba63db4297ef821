//! The keys of boxes, and how the key of a round is kept. The record never shows either: an opening shows a box's own
//! key, and that it opens the box is all a verifier needs.

use hkdf::Hkdf;
use sha2::Sha256;

use super::{Error, ListKey, RoundKey, WrappingKey, cipher};

/// What the keys of lists are derived for.
const LIST: &[u8] = b"ishigaki list key\n";
/// What the keys of rounds are wrapped for.
const ROUND: &str = "ishigaki round key\n";

impl RoundKey {
    /// The key of one box of this attempt: HKDF-SHA-256 over wave (0 for lists), the team's counter and its
    /// code.
    pub fn list_key(&self, team: &str, wave: u32, counter: u64) -> Result<ListKey, Error> {
        // Numbers of fixed length first: two different boxes never have the same information.
        let info = [LIST, &wave.to_be_bytes(), &counter.to_be_bytes(), team.as_bytes()];
        let mut key = ListKey([0; 32]);
        Hkdf::<Sha256>::new(None, &self.0)
            .expand_multi_info(&info, &mut key.0)
            .map_err(|_| Error::Unsealable)?;
        Ok(key)
    }
}

/// Wraps the key of a round for keeping; `context` says what it is for, such as game, round and attempt, and
/// it comes back for nothing else.
pub fn wrap(
    key: &RoundKey,
    wrapping: &WrappingKey,
    aead_nonce: [u8; 12],
    context: &str,
) -> Result<Vec<u8>, Error> {
    let context = format!("{ROUND}{context}");
    cipher::encrypt(&wrapping.0, aead_nonce, context.as_bytes(), &key.0).ok_or(Error::Unsealable)
}

/// Unwraps the key of a round. [`Error::WrongKey`]: another wrapping key, another context, or changed bytes.
pub fn unwrap(wrapped: &[u8], wrapping: &WrappingKey, context: &str) -> Result<RoundKey, Error> {
    let context = format!("{ROUND}{context}");
    let key = cipher::decrypt(&wrapping.0, context.as_bytes(), wrapped).ok_or(Error::WrongKey)?;
    key.as_slice().try_into().map(RoundKey).map_err(|_| Error::Malformed)
}
