//! The server's signatures: ed25519 (RFC 8032), strictly verified, and the fingerprint people compare.

use ishigaki_catalogue::Message;
use std::fmt;
use std::str::FromStr;

use aws_lc_rs::hmac::{self, HMAC_SHA256};
use aws_lc_rs::signature::{Ed25519KeyPair, KeyPair as _};
use ed25519_dalek::VerifyingKey;
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::branch::Branch;
use crate::bytes::open_bytes;
use crate::chain::Head;
use crate::json::spelled;

/// Prefix of the text of a signed head, so that no signature counts for anything else.
const HEAD: &str = "ishigaki head\n";

/// Purpose of the key that fills the trees of receipts.
const FILLING: &[u8] = b"ishigaki receipt filling\n";

/// Error of a signature that does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("violation")]
pub enum Error {
    /// The public key is no point of the curve, or a weak one.
    BadKey,
    /// The key did not make this signature of these bytes.
    WrongSignature,
}

/// The key a server signs with. Silent in `Debug`; wiped from memory when dropped.
pub struct SigningKey {
    pair: Ed25519KeyPair,
    /// Follows from the seed, and fills the trees of receipts that are signed together.
    filling: hmac::Key,
}

open_bytes! {
    /// The public half of a server's key, as RFC 8032 encodes it.
    PublicKey, 32
}

open_bytes! {
    /// A signature, as RFC 8032 encodes it.
    Signature, 64
}

/// Fingerprint that people compare a server's key by: the first 16 bytes of SHA-256 over the public key. The certificate of a
/// contest's authority is compared in the same way.
///
/// Written as eight groups of four hexadecimal digits, `1a2b-3c4d-…`; read without regard to case, dashes and
/// spaces, but never in part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 16]);

/// A text that is no whole fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("usage-form-fingerprint")]
pub struct FingerprintError;

impl SigningKey {
    /// The key that follows from 32 secret bytes.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        #[expect(clippy::expect_used, reason = "a seed is refused for its length only")]
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).expect("32 bytes are a seed");
        let filling = hmac::sign(&hmac::Key::new(HMAC_SHA256, &seed), FILLING);
        Self { pair, filling: hmac::Key::new(HMAC_SHA256, filling.as_ref()) }
    }

    /// The half that everybody may know.
    pub fn public(&self) -> PublicKey {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(self.pair.public_key().as_ref());
        PublicKey(bytes)
    }

    pub(crate) fn sign(&self, message: &[u8]) -> Signature {
        let mut bytes = [0; 64];
        bytes.copy_from_slice(self.pair.sign(message).as_ref());
        Signature(bytes)
    }

    /// 32 bytes that follow from these and the key: to whoever lacks it they are chance.
    pub(crate) fn filling<'b>(&self, parts: impl Iterator<Item = &'b [u8]>) -> [u8; 32] {
        let mut context = hmac::Context::with_key(&self.filling);
        parts.for_each(|part| context.update(part));
        let mut bytes = [0; 32];
        bytes.copy_from_slice(context.sign().as_ref());
        bytes
    }
}

impl fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SigningKey(secret)")
    }
}

impl PublicKey {
    /// Returns what people compare it by.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.0)
    }

    /// Strict: of the spellings of one signature that some verifiers take, only the canonical one counts.
    pub(crate) fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        let key = VerifyingKey::from_bytes(&self.0).map_err(|_| Error::BadKey)?;
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        key.verify_strict(message, &signature).map_err(|_| Error::WrongSignature)
    }
}

impl Fingerprint {
    /// Returns what people compare these bytes by: a public key, or a certificate in DER.
    pub fn of(bytes: &[u8]) -> Self {
        let hash: [u8; 32] = Sha256::digest(bytes).into();
        let mut first = [0; 16];
        first.copy_from_slice(&hash[..16]);
        Self(first)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, pair) in self.0.chunks(2).enumerate() {
            let dash = if place == 0 { "" } else { "-" };
            write!(f, "{dash}{}", hex::encode(pair))?;
        }
        Ok(())
    }
}

impl Serialize for Fingerprint {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl FromStr for Fingerprint {
    type Err = FingerprintError;

    fn from_str(text: &str) -> Result<Self, FingerprintError> {
        let digits: String = text.chars().filter(|sign| *sign != '-' && !sign.is_whitespace()).collect();
        crate::bytes::read(&digits.to_ascii_lowercase()).map(Self).map_err(|_| FingerprintError)
    }
}

/// Signs the head of a game after its event `sequence`.
pub fn sign_head(key: &SigningKey, branch: &Branch, sequence: u64, head: Head) -> Signature {
    key.sign(head_text(branch, sequence, head).as_bytes())
}

/// Checks the signature of a head.
///
/// # Errors
/// [`Error::BadKey`] or [`Error::WrongSignature`].
pub fn verify_head(
    key: &PublicKey,
    branch: &Branch,
    sequence: u64,
    head: Head,
    signature: &Signature,
) -> Result<(), Error> {
    key.verify(head_text(branch, sequence, head).as_bytes(), signature)
}

fn head_text(branch: &Branch, sequence: u64, head: Head) -> String {
    #[derive(Serialize)]
    struct HeadFields<'b> {
        #[serde(flatten)]
        branch: &'b Branch,
        sequence: u64,
        head: Head,
    }
    spelled(HEAD, &HeadFields { branch, sequence, head })
}
