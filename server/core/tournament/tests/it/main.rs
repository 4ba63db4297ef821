//! The integration tests of this crate, in one program.

mod chance;
mod groups;
mod pairing;
mod refusals;
mod rules_page;
mod slips;
mod vectors;
mod withdrawals;
