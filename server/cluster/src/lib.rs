//! A server in a cluster: journals, leases, takeovers, and copies on a second machine.
//!
//! [`journal`] opens journals; [`cluster`] moves games between servers of one journal; [`standby`] copies a
//! journal to a second machine.

pub mod cluster;
pub mod journal;
pub mod standby;
