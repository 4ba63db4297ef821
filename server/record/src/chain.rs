//! The hash chain over the lines of a game: a head fixes every byte of all lines before it.

use ishigaki_catalogue::Message;
use sha2::{Digest as _, Sha256};

use crate::bytes::open_bytes;

open_bytes! {
    /// State of the chain after some lines: SHA-256 over the previous head, the line's length and the line,
    /// in lower-case hexadecimal.
    Head, 32
}

impl Head {
    /// The head before the first line.
    pub const START: Self = Self([0; 32]);

    /// Returns the head after one more line, given without its line feed.
    #[must_use]
    pub fn then(self, line: &[u8]) -> Self {
        let length = u64::try_from(line.len()).unwrap_or(u64::MAX);
        let hash = Sha256::new().chain_update(self.0).chain_update(length.to_be_bytes()).chain_update(line);
        Self(hash.finalize().into())
    }

    /// Returns the form that people note and compare: the first 16 bytes as eight groups of four digits,
    /// `1a2b-3c4d-…`.
    pub fn short(&self) -> String {
        let mut text = String::new();
        for (place, pair) in self.0.chunks(2).take(NOTED / 2).enumerate() {
            text.push_str(if place == 0 { "" } else { "-" });
            text.push_str(&crate::bytes::spelled(pair));
        }
        text
    }
}

/// Number of bytes of a noted head.
const NOTED: usize = 16;

const FEWEST_DIGITS: usize = 16;

/// A head as noted from a screen or feed: its first 16 to 64 digits. Case, dashes and spaces are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotedHead(String);

/// Error of a text that isn't a noted head.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("usage-form-head")]
pub struct HeadError;

impl NotedHead {
    /// Returns whether the head begins with these digits.
    pub fn is_of(&self, head: &Head) -> bool {
        head.to_string().starts_with(&self.0)
    }
}

impl std::fmt::Display for NotedHead {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for (place, sign) in self.0.chars().enumerate() {
            let dash = if place > 0 && place % 4 == 0 { "-" } else { "" };
            write!(f, "{dash}{sign}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for NotedHead {
    type Err = HeadError;

    fn from_str(text: &str) -> Result<Self, HeadError> {
        let digits = text.chars().filter(|sign| *sign != '-' && !sign.is_whitespace());
        let digits: String = digits.map(|sign| sign.to_ascii_lowercase()).collect();
        let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let is_one = is_hex && (FEWEST_DIGITS..=2 * Head::START.0.len()).contains(&digits.len());
        if is_one { Ok(Self(digits)) } else { Err(HeadError) }
    }
}
