//! JSON in the format's spelling: one line, no spaces, fields in fixed order.

use serde::Serialize;

/// Initial capacity of a text. A receipt has about 350 bytes.
const ROOM: usize = 384;

pub(crate) fn spelled(mark: &str, value: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(ROOM);
    text.extend_from_slice(mark.as_bytes());
    // Values with fixed field names and strings can always be written, and are UTF-8.
    let _ = serde_json::to_writer(&mut text, value);
    String::from_utf8(text).unwrap_or_default()
}

/// Quotes a string, escaping only what JSON requires.
pub(crate) fn quoted(text: &str) -> String {
    // A string can always be written.
    serde_json::to_string(text).unwrap_or_default()
}
