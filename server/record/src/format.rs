//! The version of the format and its limits.

/// The version of the format that this crate writes and reads.
pub const FORMAT: u32 = 5;

/// Maximum length of a line without its line feed: 8 MiB.
pub const MOST_LINE: usize = 1 << 23;
