//! One engine per game or event, and what it needs: no network.
//!
//! [`games`] and [`tournaments`] say what is served; one [`engine`] task for each decides by the rules, writes to the journal,
//! and only then lets anything out; [`feed`] projects what each audience may see; [`archive`] keeps the record's lines;
//! [`token`] says who may call; [`clock`] is the only place that reads a clock.

pub mod archive;
pub mod authenticator;
pub mod checkpoint;
pub mod clock;
pub mod codec;
pub mod directory;
pub mod engine;
pub mod entropy;
pub mod evidence;
pub mod feed;
pub mod games;
pub mod key;
pub mod meter;
pub mod planned_config;
pub mod private_file;
pub mod receipt_signer;
pub mod required_copy;
pub mod spool;
pub mod stop_reason;
pub mod token;
pub mod toml_error;
pub mod tournaments;
