//! Proofs and measurements of the whole: crashes, load, bots against each other, fairness of scenarios, new scenarios.
//!
//! Who plays, practises or holds an event needs the rehearsal and nothing of this.

pub mod arena;
pub mod crash;
pub mod error;
pub mod fairness;
pub mod generate;
pub mod load;
mod several;
mod standby;
