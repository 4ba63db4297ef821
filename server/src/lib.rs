//! The contest server, put together from its crates.
//!
//! [`run::run`] is the server from start to stop; [`child`] is the server as a process of a rehearsal;
//! [`metrics`] shows its figures. [`ishigaki_engine`] decides games and events. [`ishigaki_cluster`] opens
//! journals and shares games between servers. [`ishigaki_grpc`] is the network. [`ishigaki_admin`] has the
//! commands that need no running server.

pub mod child;
pub mod config;
pub mod core_dump;
pub mod file_limit;
pub mod file_mode;
pub mod metrics;
pub mod run;
