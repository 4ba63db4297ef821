//! Commands that run a server, one module each: their options, and what they print.

pub(crate) mod serve;
pub(crate) mod standby;
