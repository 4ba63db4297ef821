//! Access to a server: address and authority.

use ishigaki_client::{Address, channel};
use tonic::transport::Channel;

#[derive(Clone, Debug)]
pub(super) struct ServerLine {
    address: Address,
}

impl ServerLine {
    pub(super) fn to(address: Address) -> Self {
        Self { address }
    }

    pub(super) fn channel(&self) -> Channel {
        channel(&self.address)
    }
}
