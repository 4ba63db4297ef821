//! The public record: its format, and what its verification finds.

#[path = "record/table.rs"]
mod table;
#[path = "record/transcript.rs"]
mod transcript;
#[path = "record/verify.rs"]
mod verify;
