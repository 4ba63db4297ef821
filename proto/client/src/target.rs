//! One server to be dialled, and whom to trust there.

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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is no address of a server; one looks like https://192.168.0.10:7150")]
pub struct AddressError {
    /// Text that was given.
    pub given: String,
}

/// An address to which nothing may be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnsafeAddressError {
    /// It takes encryption, and nobody said by which authority the server is known.
    #[error("the server is not known: name its authority's certificate, or join it with the fingerprint")]
    NoAuthority,
    /// Nothing would be encrypted, and the server is not this machine.
    #[error("nothing would be encrypted on the way to the server")]
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
