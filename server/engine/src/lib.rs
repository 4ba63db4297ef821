//! The engine of a game or event, without network.
//!
//! [`games`] and [`tournaments`] open games and events. Each has one [`engine`] task, which decides by the
//! rules and writes to the journal before it publishes. [`feed`] projects what each audience may see;
//! [`archive`] keeps the record's lines; [`token`] manages tokens and roles; [`clock`] is the only place that
//! reads a clock.

pub mod archive;
pub mod authenticator;
pub mod checkpoint;
pub mod clock;
pub mod codec;
pub mod directory;
pub mod engine;
mod engine_tasks;
pub mod entropy;
pub mod evidence;
pub mod feed;
pub mod games;
pub mod key;
pub mod meter;
pub mod planned_config;
pub mod receipt_signer;
pub mod required_copy;
pub mod spool;
pub mod stop_reason;
pub mod token;
pub mod toml_error;
pub mod tournaments;
