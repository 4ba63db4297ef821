//! One server to be dialled, and whom to trust there.

use ishigaki_catalogue::Message;
use tonic::transport::Uri;

use crate::Authority;

/// Certificates that a client trusts.
#[derive(Clone, Debug)]
pub(crate) struct Trust {
    /// The authority by which servers are known.
    pub(crate) authority: Option<Authority>,
    /// Whether it may send without encryption to other machines.
    pub(crate) plaintext: bool,
}

/// One server to be dialled.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// With `http://` or `https://`, a host and a port.
    pub(crate) uri: Uri,
    /// Authority to trust there; nobody is asked for that where nothing is encrypted.
    pub(crate) authority: Option<Authority>,
    /// Whether others read along.
    pub(crate) is_exposed: bool,
}

/// Error of a text that is no address of a server.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("server-address")]
pub struct AddressError {
    /// Text that was given.
    #[message(debug)]
    pub given: String,
}

/// An address to which nothing may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("unsafe")]
pub enum UnsafeAddressError {
    /// It takes encryption, and nobody said by which authority the server is known.
    NoAuthority,
    /// Nothing would be encrypted, and the server is not this machine.
    Plaintext,
}

impl Target {
    /// Host and port, to be dialled.
    pub(crate) fn place(&self) -> (&str, u16) {
        place(&self.uri)
    }

    /// Host and port as text, as servers name each other.
    pub(crate) fn name(&self) -> String {
        self.uri.authority().map_or("", |authority| authority.as_str()).to_ascii_lowercase()
    }
}

/// Host and port of a server's address.
pub(crate) fn place(uri: &Uri) -> (&str, u16) {
    let host = uri.host().unwrap_or_default();
    (host.trim_matches(['[', ']']), uri.port_u16().unwrap_or_default())
}
