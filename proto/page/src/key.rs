//! The key in a private page's address.

use std::fmt;

use subtle::ConstantTimeEq as _;

/// Key of 128 bits that stands in the address of a private site. Whoever has it reads the page and acts on it, so it shows
/// in no debug output.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// A key that nobody can guess.
    ///
    /// # Errors
    /// If the machine has no randomness.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0; 16];
        fill(&mut bytes)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Whether this text is the key; the time it takes tells nothing of how much of it is right.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// The key as the address has it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

#[expect(clippy::disallowed_methods, reason = "a page's key is no part of any game")]
fn fill(bytes: &mut [u8]) -> std::io::Result<()> {
    getrandom::fill(bytes).map_err(std::io::Error::other)
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("key")
    }
}
