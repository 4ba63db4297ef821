//! The integration tests of this crate, in one program.

mod contest_day;
mod event;
mod faults;
mod golden;
mod lint;
mod readme;
mod shipped;
mod tour;
