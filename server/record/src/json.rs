//! JSON the way the format spells it: in one line, without a space, each field in its place.

use serde::Serialize;

/// The room that a text has at first: a receipt's has some 350 bytes.
const ROOM: usize = 384;

/// Returns the text of a mark and behind it a value.
pub(crate) fn spelled(mark: &str, value: &impl Serialize) -> String {
    let mut text = Vec::with_capacity(ROOM);
    text.extend_from_slice(mark.as_bytes());
    // What has fields of fixed names and strings for values can be written, always, and is UTF-8.
    let _ = serde_json::to_writer(&mut text, value);
    String::from_utf8(text).unwrap_or_default()
}

/// A string in quotes, escaped only where JSON demands it.
pub(crate) fn quoted(text: &str) -> String {
    // A string can be written, always.
    serde_json::to_string(text).unwrap_or_default()
}
