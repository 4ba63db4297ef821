//! The public record of a game: one file that holds all that happened and what proves it, and the check that
//! what stands in it follows from the rules and is what the server signed.
//!
//! This room knows the rules, text and ciphers. It has no server, no network, no clock and no randomness: a
//! file in, a verdict out; keys and nonces come in from outside. Format and checks are written down in
//! `FORMAT.md` beside this crate.
//!
//! * [`transcript`] is the format, its writer and its reader; [`chain`] the hash over its lines; [`branch`] what every
//!   signature is bound to.
//! * [`sealing`] is how a list is committed to and boxed until the opening, [`receipt`] what its team gets for
//!   it, [`signing`] the server's key.
//! * [`tournament`] is the same for events around the games: their lines, what follows from them, their verification.
//! * [`verify`] replays a transcript and decides every fact again.
//! * [`figures`] spells what teams are ranked by, here and wherever else it is written.
//! * [`result`] is what follows from the facts, for readers that do not know the rules.

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
pub mod verify;

pub use bytes::HexError;
