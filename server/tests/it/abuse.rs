//! Attacks on the real server program.
//!
//! After each attack a normal game runs from its opening to its final round on the same server. Attacks on memory
//! also check that the process has not grown by more than [`fixture::GROWTH`]. The server serves a contest
//! directory over TLS, as on a contest day; attacks that TLS affects also run without it. Tests wait for events,
//! not for fixed times. `server/tests/it/service.rs` tests deadlines to the millisecond with a manual clock.
//! `README.md` in this directory lists the defence against each attack.
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a hall that cannot be set up is a failed test")]

mod branches;
mod calls;
mod crowds;
mod deploy;
mod disk;
mod fixture;
mod frames;
mod handshakes;
mod index;
mod limits;
mod lists;
mod messages;
mod readers;
mod rebids;
mod sizes;
mod tokens;
mod unauthenticated;
mod wire;
