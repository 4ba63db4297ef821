//! Test support for the server side: a manual clock, failing journals, a whole server on a free port, and an
//! operator of the real program with a contest's directory.
//!
//! A dev-dependency only; nothing shipped may depend on it.
#![expect(clippy::expect_used, reason = "test support: what cannot be set up is a failed test")]

mod clock;
mod disk;
mod entropy;
mod journal;
mod operator;
mod server;

pub use clock::ManualClock;
pub use disk::{AppendOutcome, CheckpointOutcome, SimJournal};
pub use entropy::SeededEntropy;
pub use journal::FaultyJournal;
pub use operator::{Operator, Program, connector};
pub use server::{TestServer, metrics};
