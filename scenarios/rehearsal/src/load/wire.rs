//! The way to a server: its address, and what its connections are encrypted with.

use std::time::Duration;

use tonic::transport::{Channel, Endpoint};

use crate::server::Server;

/// How long a connection may take: many are made at once, and each needs its handshake.
const CONNECT: Duration = Duration::from_secs(20);

/// The way to a server.
#[derive(Clone, Debug)]
pub(super) struct Wire {
    endpoint: Endpoint,
}

impl Wire {
    /// The way to this server.
    pub(super) fn to(server: &Server) -> anyhow::Result<Self> {
        Self::new(&format!("http://{}", server.address()))
    }

    /// The way to a server at this address.
    pub(super) fn new(address: &str) -> anyhow::Result<Self> {
        let endpoint = Endpoint::from_shared(address.to_owned())?.connect_timeout(CONNECT).tcp_nodelay(true);
        Ok(Self { endpoint })
    }

    /// A connection of its own, made with the first call.
    pub(super) fn channel(&self) -> Channel {
        self.endpoint.connect_lazy()
    }
}
