//! The integration tests of this crate, in one program.

mod convert;
mod fault;
mod page;
mod schema;
