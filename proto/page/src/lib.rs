//! Browser pages: stylesheet, modules, HTML shell, and their HTTP server.
//!
//! The crate serves assets by path and a versioned state ([`Hub`]), without knowing games. A [`public_site`]
//! can only be read. A [`private_site`] is only for this machine, has a [`Key`] in its address, and accepts
//! acts from its page. All assets come from the program; headers forbid other sources and inline scripts.
//!
//! A page has no state of its own. On every change it gets the whole state as a server-sent event (`state`),
//! and in between beats (`beat`) with the program's time, so that it knows how old its data is. A returning
//! client gets the newest state. Assets and events are compressed for clients that accept it, except the
//! events of a private site.

mod asset;
mod certificate;
mod connection_table;
pub mod descriptors;
mod gzip;
#[cfg(feature = "harness")]
pub mod harness;
mod hub;
mod key;
mod rules_page;
mod sentences;
mod serve;
mod shell;
mod site;

pub use asset::{Asset, FURNITURE, furniture};
pub use certificate::{CertificateError, CertificateFiles, HTTP_1, HTTP_2, read_chain};
pub use connection_table::{ConnectionTable, EldestConnection, eldest_of_busiest};
pub use hub::{Hub, WantedLangs};
pub use key::Key;
pub use rules_page::rules_pages;
pub use sentences::{Sentence, sentences};
pub use serve::{ClientAddress, serve, serve_encrypted};
pub use shell::{Shell, StandalonePage};
pub use site::{
    ActReception, assets_router, check_origin, events_response, private_site, public_site, public_state,
    state_response, with_headers,
};
