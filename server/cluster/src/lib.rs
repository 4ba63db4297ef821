//! A server among others: journals, leases and takeovers, copies on a second machine.
//!
//! [`journal`] opens a journal wherever it is; [`cluster`] takes and gives away games over one journal; [`standby`] copies a
//! journal to a second machine.

pub mod cluster;
pub mod journal;
pub mod standby;
