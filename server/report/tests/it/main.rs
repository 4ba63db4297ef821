//! The integration tests of this crate, in one program.

mod page;
mod sheet;
mod site;
mod table;
