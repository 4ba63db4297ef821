//! Test support for the server side: a clock moved by hand, journals that fail, a whole server on a free port, and
//! somebody who runs the real program from a contest's folder.
//!
//! A dev-dependency only; nothing that ships may know it.
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
