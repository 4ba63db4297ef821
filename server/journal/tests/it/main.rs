//! The integration tests of this crate, in one program.

mod contract;
mod damage;
mod file;
mod segments;
