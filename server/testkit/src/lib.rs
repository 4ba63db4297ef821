//! Test support for the server side: a clock moved by hand, and a whole server on a free port.
//!
//! A dev-dependency only; nothing that ships may know it.
#![expect(clippy::expect_used, reason = "test support: what cannot be set up is a failed test")]

mod clock;
mod journal;
mod server;

pub use clock::ManualClock;
pub use journal::FaultyJournal;
pub use server::TestServer;
