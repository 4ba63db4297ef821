//! The integration tests of this crate, in one program.

mod adjudicate;
mod event;
