//! The public record: transcript format and its verification.
