//! The `lab` program, command by command.
#![expect(clippy::unwrap_used, reason = "helpers of tests may panic as tests do")]

mod arena;
mod beside;
mod crash;
mod fairness;
mod generate;
mod load;
mod usage;
