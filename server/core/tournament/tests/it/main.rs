//! The integration tests of this crate, in one program.

mod chance;
mod desk;
mod groups;
mod messages;
mod pairing;
mod pairing_rulings;
mod refusals;
mod rules_page;
mod slips;
mod small;
mod vectors;
mod withdrawals;
