//! The `lab` program, command by command.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

mod arena;
mod crash;
mod fairness;
mod generate;
mod load;
mod server_program;
mod usage;
