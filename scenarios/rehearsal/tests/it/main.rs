//! The `rehearsal` program, and the whole: server, clients and screens together.
#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "helpers of tests may panic as tests do"
)]

mod console;
mod cut;
mod event;
mod leaving;
mod lively;
mod partition;
mod practice;
mod proofs;
mod rehearsal;
mod server_program;
mod story;
mod usage;
mod worlds;
