//! The public record of a game: one file that holds all that the public may know, and the check that what
//! stands in it follows from the rules.
//!
//! This room knows the rules and text. It has no server, no network, no clock and no secrets: a file in, a
//! verdict out. What is sealed cannot be written into a transcript, and reading one that has it is an error.
//!
//! * [`transcript`] is the format, its writer and its reader.
//! * [`verify`] replays a transcript and decides every fact again.
//! * [`result`] is what follows from the facts, for readers that do not know the rules.

mod bytes;
pub mod chain;
mod codes;
mod json;
pub mod receipt;
pub mod result;
pub mod sealing;
pub mod signing;
pub mod transcript;
pub mod verify;
