//! Pages in a browser: stylesheet, modules of the pages, the shell of their HTML, and HTTP without encryption.
//!
//! Knows bytes with a path, a state as text with a version, and who reads it ([`Hub`]); nothing of games. Only GET and HEAD
//! are answered, but for a private site ([`Site::private`]): that one is for this machine alone, stands behind a [`Key`] in
//! its address, and takes acts from its own page as bytes. Everything that a page needs comes from the program itself; its headers forbid any other
//! source, and scripts within the markup.
//!
//! A page keeps no state of its own. On every change it gets the whole state anew, made once and sent to all as
//! server-sent events (`state`), and between them beats (`beat`) with the program's time, by which a page knows how old
//! what it shows is. Whoever comes back gets the newest state, whatever he had. Files and events go out as gzip to whoever takes it,
//! but for a private site's, which do not leave the machine.

mod act_intake;
mod asset;
mod connection_table;
pub mod descriptors;
mod gzip;
#[cfg(feature = "harness")]
pub mod harness;
mod hub;
mod key;
mod sentences;
mod serve;
mod shell;

pub use act_intake::ActReception;
pub use asset::{Asset, FURNITURE, furniture};
pub use connection_table::{ConnectionTable, EldestConnection, eldest_of_busiest};
pub use hub::Hub;
pub use key::Key;
pub use sentences::{Sentence, sentences};
pub use serve::{Site, serve};
pub use shell::{Shell, StandalonePage};
