//! The contest server: engines, feeds, gRPC, recovery.
//!
//! [`run::run`] is the server from start to stop. [`gate`] lets connections in. [`games`] says which games are served;
//! one [`engine`] task per game decides by the rules, writes to the journal, and only then lets anything out; [`feed`]
//! projects what each audience may see; [`service`] translates between gRPC and the engines; [`token`] says who may call,
//! [`certificate`] and [`tls`] how clients know the server, [`folder`] where all of it is; [`presence`] who is there;
//! [`clock`] is the only place that reads a clock.

pub mod child;
pub mod config;
pub mod core_dump;
pub mod file_limit;
pub mod file_mode;
pub mod metrics;
pub mod run;
