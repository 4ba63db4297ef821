//! The token that a client sends with its calls.

use std::fmt;
use std::str::FromStr;

use ishigaki_catalogue::Message;
use tonic::metadata::{Ascii, MetadataValue};

/// Maximum length of a token in bytes; no server accepts a longer header.
const LONGEST: usize = 1_024;

/// A token from the organiser. Debug output omits it.
#[derive(Clone, PartialEq, Eq)]
pub struct Token {
    header: MetadataValue<Ascii>,
}

/// Error of an invalid token. It isn't quoted, because it may be a mistyped one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("cli-bad-token")]
pub struct InvalidTokenError;

impl Token {
    /// Returns the token, for storage that only its owner can read.
    pub fn reveal(&self) -> &str {
        let header = self.header.to_str().unwrap_or_default();
        header.strip_prefix("Bearer ").unwrap_or_default()
    }

    pub(crate) fn header(&self) -> MetadataValue<Ascii> {
        self.header.clone()
    }
}

impl FromStr for Token {
    type Err = InvalidTokenError;

    fn from_str(given: &str) -> Result<Self, Self::Err> {
        let word = given.trim();
        if word.is_empty() || word.len() > LONGEST || !word.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(InvalidTokenError);
        }
        let mut header: MetadataValue<Ascii> =
            format!("Bearer {word}").parse().map_err(|_| InvalidTokenError)?;
        header.set_sensitive(true);
        Ok(Self { header })
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[cfg(test)]
mod tests {
    use super::Token;

    #[test]
    fn token_is_one_word_and_hidden_in_debug() {
        assert!("x".repeat(100_000).parse::<Token>().is_err(), "no server would take it");
        let token: Token = " s3cret-word\n".parse().unwrap();
        assert_eq!(token.header().to_str().unwrap(), "Bearer s3cret-word");
        assert!(!format!("{token:?} {:?}", token.header()).contains("s3cret"));
        assert!("".parse::<Token>().is_err());
        assert!("two words".parse::<Token>().is_err());
    }
}
