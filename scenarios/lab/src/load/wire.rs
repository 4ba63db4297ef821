//! The access to a server: its address, and the authority by which it is known.

use ishigaki_client::{Address, channel};
use tonic::transport::Channel;

/// The way to a server.
#[derive(Clone, Debug)]
pub(super) struct ServerLine {
    address: Address,
}

impl ServerLine {
    /// The way to the server at this address.
    pub(super) fn to(address: Address) -> Self {
        Self { address }
    }

    /// A connection of its own, made with the first call.
    pub(super) fn channel(&self) -> Channel {
        channel(&self.address)
    }
}
