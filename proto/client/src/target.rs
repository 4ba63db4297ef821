//! One server with the authority to trust.

use ishigaki_catalogue::Message;
use tonic::transport::Uri;

use crate::Authority;

#[derive(Clone, Debug)]
pub(crate) struct Trust {
    pub(crate) authority: Option<Authority>,
    pub(crate) plaintext: bool,
}

#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) uri: Uri,
    /// Authority to trust; unused without encryption.
    pub(crate) authority: Option<Authority>,
    pub(crate) is_exposed: bool,
}

/// Error of an invalid server address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("server-address")]
pub struct AddressError {
    #[message(debug)]
    pub given: String,
}

/// Error of an unsafe address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("unsafe")]
pub enum UnsafeAddressError {
    /// It is encrypted, but there is no authority to authenticate the server.
    NoAuthority,
    /// It isn't encrypted, and the server isn't this machine.
    Plaintext,
}

impl Target {
    pub(crate) fn place(&self) -> (&str, u16) {
        place(&self.uri)
    }

    pub(crate) fn name(&self) -> String {
        self.uri.authority().map_or("", |authority| authority.as_str()).to_ascii_lowercase()
    }
}

pub(crate) fn place(uri: &Uri) -> (&str, u16) {
    let host = uri.host().unwrap_or_default();
    (host.trim_matches(['[', ']']), uri.port_u16().unwrap_or_default())
}
