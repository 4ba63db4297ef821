//! The public record: its format, and what its verification finds.

#[path = "record/by_hand.rs"]
mod by_hand;
#[path = "record/change.rs"]
mod change;
#[path = "record/clerk.rs"]
mod clerk;
#[path = "record/epochs.rs"]
mod epochs;
#[path = "record/forgery.rs"]
mod forgery;
#[path = "record/notes.rs"]
mod notes;
#[path = "record/own.rs"]
mod own;
#[path = "record/random.rs"]
mod random;
#[path = "record/sealing.rs"]
mod sealing;
#[path = "record/signing.rs"]
mod signing;
#[path = "record/table.rs"]
mod table;
#[path = "record/tamper.rs"]
mod tamper;
#[path = "record/transcript.rs"]
mod transcript;
#[path = "record/verify.rs"]
mod verify;
#[path = "record/witness.rs"]
mod witness;
