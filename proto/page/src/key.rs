//! The key in a private page's address.

use std::fmt;

use subtle::ConstantTimeEq as _;

/// Key of 128 bits in the address of a private site. It allows reading and acting, so debug output omits it.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// Returns a random key.
    pub fn random() -> std::io::Result<Self> {
        let mut bytes = [0; 16];
        fill(&mut bytes)?;
        Ok(Self(format!("{:032x}", u128::from_be_bytes(bytes))))
    }

    /// Returns whether this text is the key, in constant time.
    pub fn is(&self, text: &str) -> bool {
        self.0.as_bytes().ct_eq(text.as_bytes()).into()
    }

    /// Returns the key for the address.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

#[expect(clippy::disallowed_methods, reason = "a page's key belongs to no game")]
fn fill(bytes: &mut [u8]) -> std::io::Result<()> {
    getrandom::fill(bytes).map_err(std::io::Error::other)
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("key")
    }
}
