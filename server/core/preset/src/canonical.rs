//! The canonical text of an event's settings and roster, and its hash: the commitment (`TV1`).

use std::fmt::{self, Write};

use ishigaki_catalogue::Message;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

/// Hash of settings and roster, published before the first lottery is drawn. Displayed in lower-case hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Commitment(pub [u8; 32]);

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// Maximum nesting of settings and roster. Readers of records stop at 128, and a line uses some levels.
pub const MAX_DEPTH: usize = 64;

/// Error of settings or a roster without a canonical text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("canonical")]
pub enum NotCanonical {
    Number,
    #[message(most = MAX_DEPTH)]
    Depth,
}

/// Returns the commitment of settings and roster exactly as entered, including unknown members (`TV1`).
pub fn commitment(config: &Value, roster: &Value) -> Result<Commitment, NotCanonical> {
    Ok(Commitment::of(&canonical(config)?, &canonical(roster)?))
}

impl Commitment {
    /// Returns the commitment of the canonical texts of settings and roster (`TV1`).
    pub fn of(config: &str, roster: &str) -> Self {
        Self(Sha256::digest(format!(r#"{{"config":{config},"roster":{roster}}}"#)).into())
    }
}

/// Returns the canonical text of a value: keys sorted by code point, no spaces, decimal integers, minimal
/// escapes (`TV1`).
///
/// # Errors
///
/// Fails if a number isn't a 64-bit integer, or the nesting exceeds [`MAX_DEPTH`].
pub fn canonical(value: &Value) -> Result<String, NotCanonical> {
    let mut text = String::new();
    write(&mut text, value, MAX_DEPTH)?;
    Ok(text)
}

fn write(text: &mut String, value: &Value, depth: usize) -> Result<(), NotCanonical> {
    let within = || depth.checked_sub(1).ok_or(NotCanonical::Depth);
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) if number.is_i64() || number.is_u64() => text.push_str(&number.to_string()),
        Value::Number(_) => return Err(NotCanonical::Number),
        Value::String(string) => write_string(text, string),
        Value::Array(values) => {
            let within = within()?;
            text.push('[');
            for (at, value) in values.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(text, value, within)?;
            }
            text.push(']');
        }
        Value::Object(members) => write_object(text, members, within()?)?,
    }
    Ok(())
}

fn write_object(text: &mut String, members: &Map<String, Value>, within: usize) -> Result<(), NotCanonical> {
    // The order of UTF-8 bytes is that of code points. A map's own order depends on features of its crate.
    let mut sorted: Vec<(&String, &Value)> = members.iter().collect();
    sorted.sort_unstable_by_key(|(key, _)| key.as_bytes());
    text.push('{');
    for (at, (key, value)) in sorted.into_iter().enumerate() {
        if at > 0 {
            text.push(',');
        }
        write_string(text, key);
        text.push(':');
        write(text, value, within)?;
    }
    text.push('}');
    Ok(())
}

fn write_string(text: &mut String, string: &str) {
    text.push('"');
    for character in string.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\u{8}' => text.push_str("\\b"),
            '\u{c}' => text.push_str("\\f"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            control if control < ' ' => {
                // Writing into a string can't fail.
                let _ = write!(text, "\\u{:04x}", u32::from(control));
            }
            other => text.push(other),
        }
    }
    text.push('"');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn values_nested_deeper_than_the_limit_have_no_canonical_text() {
        let nested = |levels: usize| (0..levels).fold(json!(1), |value, _| json!({ "a": [value] }));
        assert_eq!(canonical(&nested(MAX_DEPTH / 2)).unwrap().len(), MAX_DEPTH / 2 * 8 + 1);
        assert_eq!(canonical(&json!([nested(MAX_DEPTH / 2)])), Err(NotCanonical::Depth));
        assert_eq!(canonical(&json!([1.5])), Err(NotCanonical::Number));
    }
}
