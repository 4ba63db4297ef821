//! Where the keys of boxes come from, and how the key of a round is kept. The record never shows either: an
//! opening shows a box's own key, and that it opens the box is all a verifier needs.

use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{ChaCha20Poly1305, KeyInit as _};
use hkdf::Hkdf;
use sha2::Sha256;
use zeroize::Zeroizing;

use super::boxed::AEAD_NONCE;
use super::{Error, ListKey, RoundKey, WrappingKey};

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
    let payload = Payload { msg: &key.0, aad: context.as_bytes() };
    let cipher = ChaCha20Poly1305::new(&wrapping.0.into());
    let wrapped = cipher.encrypt(&aead_nonce.into(), payload).map_err(|_| Error::Unsealable)?;
    Ok([&aead_nonce[..], &wrapped].concat())
}

/// Unwraps the key of a round. [`Error::WrongKey`]: another wrapping key, another context, or changed bytes.
pub fn unwrap(wrapped: &[u8], wrapping: &WrappingKey, context: &str) -> Result<RoundKey, Error> {
    let (aead_nonce, wrapped) = wrapped.split_first_chunk::<AEAD_NONCE>().ok_or(Error::WrongKey)?;
    let context = format!("{ROUND}{context}");
    let payload = Payload { msg: wrapped, aad: context.as_bytes() };
    let cipher = ChaCha20Poly1305::new(&wrapping.0.into());
    let key = cipher.decrypt(&(*aead_nonce).into(), payload).map_err(|_| Error::WrongKey)?;
    let key = Zeroizing::new(key);
    key.as_slice().try_into().map(RoundKey).map_err(|_| Error::Malformed)
}
