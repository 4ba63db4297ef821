//! The server's signatures: ed25519 (RFC 8032), strictly verified; and key fingerprints.

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

/// Prefix of the text of a signed head, so that its signature is valid for nothing else.
const HEAD: &str = "ishigaki head\n";

const FILLING: &[u8] = b"ishigaki receipt filling\n";

/// Error of an invalid signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("violation")]
pub enum Error {
    /// The public key isn't a point of the curve, or is weak.
    BadKey,
    /// The signature isn't by this key for these bytes.
    WrongSignature,
}

/// A server's signing key. `Debug` omits it; wiped from memory on drop.
pub struct SigningKey {
    pair: Ed25519KeyPair,
    /// Derived from the seed; fills the trees of receipts signed together.
    filling: hmac::Key,
}

open_bytes! {
    /// A server's public key, encoded by RFC 8032.
    PublicKey, 32
}

open_bytes! {
    /// A signature, encoded by RFC 8032.
    Signature, 64
}

/// Fingerprint of a server's key: the first 16 bytes of SHA-256 over the public key. Certificates of a
/// contest's authority have fingerprints of the same form.
///
/// Written as eight groups of four hexadecimal digits, `1a2b-3c4d-…`; case, dashes and spaces are ignored,
/// but parts are not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint([u8; 16]);

/// Error of a text that isn't a whole fingerprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("usage-form-fingerprint")]
pub struct FingerprintError;

impl SigningKey {
    /// Returns the key derived from 32 secret bytes.
    pub fn from_seed(seed: [u8; 32]) -> Self {
        #[expect(clippy::expect_used, reason = "a seed is refused for its length only")]
        let pair = Ed25519KeyPair::from_seed_unchecked(&seed).expect("32 bytes are a seed");
        let filling = hmac::sign(&hmac::Key::new(HMAC_SHA256, &seed), FILLING);
        Self { pair, filling: hmac::Key::new(HMAC_SHA256, filling.as_ref()) }
    }

    /// Returns the public key.
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

    /// Derives 32 bytes from these parts and the key, which look random without the key.
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
    /// Returns the fingerprint that people compare.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint::of(&self.0)
    }

    /// Accepts only the canonical spelling of a signature, unlike some verifiers.
    pub(crate) fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), Error> {
        let key = VerifyingKey::from_bytes(&self.0).map_err(|_| Error::BadKey)?;
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        key.verify_strict(message, &signature).map_err(|_| Error::WrongSignature)
    }
}

impl Fingerprint {
    /// Returns the fingerprint of a public key, or of a certificate in DER.
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
