//! The public record of a game: one file with all that happened and its proofs; and its verification by rules
//! and signatures.
//!
//! The crate has no server, network, clock or randomness: keys and nonces are arguments. `docs/reference/record-format.md`
//! documents format and checks.
//!
//! * [`transcript`] is the format, its writer and its reader; [`chain`] is the hash over its lines;
//!   [`branch`] is what every signature is bound to.
//! * [`sealing`] commits to a list and boxes it until the opening; [`receipt`] is its team's receipt;
//!   [`signing`] is the server's key.
//! * [`tournament`] is the same for events of many games: lines, result, verification.
//! * [`verifiers`] are the Python programs that verify records independently.
//! * [`verify`] replays a transcript and decides every fact again.
//! * [`figures`] spells ranking figures, also outside records.
//! * [`result`] derives results from the facts, for readers that don't know the rules.

pub mod branch;
mod bytes;
pub mod chain;
mod codes;
mod error;
pub mod figures;
mod format;
mod json;
mod order;
pub mod receipt;
pub mod result;
pub mod sealing;
pub mod signing;
pub mod tournament;
pub mod transcript;
pub mod verifiers;
pub mod verify;

pub use bytes::HexError;
