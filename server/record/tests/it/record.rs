//! The public record: its format, and what its verification finds.

mod by_hand;
mod change;
mod clerk;
mod epochs;
mod forgery;
mod notes;
mod own;
mod random;
mod sealing;
mod signing;
mod table;
mod tamper;
mod transcript;
mod verify;
mod witness;
