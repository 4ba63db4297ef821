//! The public record: its format, and what its verification finds.

#[path = "record/clerk.rs"]
mod clerk;
#[path = "record/table.rs"]
mod table;
#[path = "record/tamper.rs"]
mod tamper;
#[path = "record/transcript.rs"]
mod transcript;
#[path = "record/verify.rs"]
mod verify;
