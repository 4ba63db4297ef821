//! The integration tests of this crate, in one program.

mod batches;
mod contract;
mod encryption;
mod members;
mod opening;
mod pair;
mod rival;
mod rivals;
