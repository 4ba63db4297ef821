//! The integration tests of this crate, in one program.

mod record;
mod tournament;
