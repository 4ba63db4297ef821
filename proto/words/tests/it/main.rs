//! The integration tests of this crate, in one program.

mod catalogue;
mod faults;
mod sentences;
mod violations;
