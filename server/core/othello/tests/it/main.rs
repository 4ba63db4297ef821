//! The integration tests of this crate, in one program.

mod figures;
mod perft;
mod reference;
