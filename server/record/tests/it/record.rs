//! The public record: its format and its verification.

mod change;
mod clerk;
mod epochs;
mod forgery;
mod manual_entries;
mod notes;
mod random;
mod sealing;
mod signing;
mod table;
mod tamper;
mod team_receipts;
mod transcript;
mod verify;
mod witness;
