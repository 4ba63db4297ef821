//! The public record of a game, as anybody may hand it to a verifier.

use std::error::Error;

use ishigaki_record::verify::verify;

/// A transcript: verified, or told where it is wrong.
pub fn transcript(bytes: &[u8]) -> bool {
    let Ok(text) = str::from_utf8(bytes) else { return false };
    match verify(text) {
        Ok(_) => true,
        Err(finding) => {
            let mut told = finding.to_string();
            let mut source = finding.source();
            while let Some(error) = source {
                told.push_str(&error.to_string());
                source = error.source();
            }
            assert!(!told.is_empty());
            false
        }
    }
}
