//! Strings as JSON, the way the format spells them.

/// A string in quotes, escaped only where JSON demands it.
pub(crate) fn quoted(text: &str) -> String {
    // A string can be written, always.
    serde_json::to_string(text).unwrap_or_default()
}
