//! ChaCha20-Poly1305 (RFC 8439), with the cipher's nonce before the ciphertext.

use aws_lc_rs::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use zeroize::Zeroizing;

/// The length of the cipher's nonce, in bytes.
const NONCE: usize = 12;
/// Length of the tag after the ciphertext, in bytes.
const TAG: usize = 16;

/// Encrypts: nonce, ciphertext, tag. Decryption needs the same `context`. A nonce must not be used twice with
/// one key. `None` if the input is too long for the cipher.
pub(super) fn encrypt(key: &[u8; 32], nonce: [u8; NONCE], context: &[u8], plain: &[u8]) -> Option<Vec<u8>> {
    let mut sealed = Vec::with_capacity(NONCE + plain.len() + TAG);
    sealed.extend_from_slice(&nonce);
    sealed.extend_from_slice(plain);
    let nonce = Nonce::assume_unique_for_key(nonce);
    let text = sealed.get_mut(NONCE..)?;
    let tag = cipher(key)?.seal_in_place_separate_tag(nonce, Aad::from(context), text).ok()?;
    sealed.extend_from_slice(tag.as_ref());
    Some(sealed)
}

/// Decrypts the output of [`encrypt`]; `None` with another key or context, or if a byte was changed.
pub(super) fn decrypt(key: &[u8; 32], context: &[u8], sealed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE>()?;
    let nonce = Nonce::assume_unique_for_key(*nonce);
    let mut text = Zeroizing::new(sealed.to_vec());
    let length = cipher(key)?.open_in_place(nonce, Aad::from(context), &mut text).ok()?.len();
    text.truncate(length);
    Some(text)
}

fn cipher(key: &[u8; 32]) -> Option<LessSafeKey> {
    UnboundKey::new(&CHACHA20_POLY1305, key).ok().map(LessSafeKey::new)
}
