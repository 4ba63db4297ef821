//! Commands that run a server, one module each, with their options and output.

pub(crate) mod pages;
pub(crate) mod serve;
pub(crate) mod standby;
