//! Tests and measurements of the system: crashes, load, bots against each other, fairness of scenarios, new
//! scenarios.
//!
//! The rehearsal doesn't depend on it.

pub mod arena;
pub mod crash;
pub mod error;
pub mod fairness;
pub mod generate;
pub mod load;
mod several;
mod standby;
