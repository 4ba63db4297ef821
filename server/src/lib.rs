//! The contest server: engines, feeds, gRPC, recovery.
//!
//! [`run::run`] is the server from start to stop. [`gate`] lets connections in. [`games`] says which games are served;
//! one [`engine`] task per game decides by the rules, writes to the journal, and only then lets anything out; [`feed`]
//! projects what each audience may see; [`service`] translates between gRPC and the engines; [`token`] says who may call,
//! [`certificate`] and [`tls`] how clients know the server, [`folder`] where all of it is; [`presence`] who is there;
//! [`clock`] is the only place that reads a clock.

pub mod archive;
mod authenticator;
pub mod certificate;
mod checkpoint;
pub mod child;
pub mod clock;
pub mod cluster;
pub mod codec;
pub mod config;
pub mod core_dump;
pub mod directory;
mod disk;
pub mod doctor;
pub mod engine;
pub mod entropy;
pub mod evidence;
pub mod explanation;
pub mod feed;
pub mod file_limit;
pub mod file_mode;
pub mod folder;
pub mod games;
pub mod gate;
pub mod journal;
pub mod key;
pub mod limits;
mod machine;
pub mod meter;
pub mod metrics;
pub mod planned_config;
pub mod presence;
mod private_file;
mod receipt_signer;
pub mod run;
mod served;
pub mod service;
pub mod spool;
pub mod standby;
mod stop_reason;
pub mod tls;
pub mod token;
mod toml_error;
pub mod tournaments;
