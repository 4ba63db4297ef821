//! The server under attack: the real program, and people who do everything wrong on purpose.
//!
//! After each attack a normal game runs from its opening to its final round on the same server, and where an attack
//! aims at memory the process has not grown by more than [`fixture::GROWTH`]. The server serves a contest's folder, encrypted
//! as on a contest day; where encryption makes a difference the same is tried without. Nobody waits for a time here: they
//! wait for what must happen. The deadline to the millisecond is tested with a clock moved by hand
//! (`server/tests/it/service.rs`). What holds each attack stands in `README.md` beside this file.
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
mod strangers;
mod tokens;
mod wire;
