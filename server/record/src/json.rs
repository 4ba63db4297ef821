//! Strings as JSON, the way the format spells them.

/// A string in quotes, escaped only where JSON demands it.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
