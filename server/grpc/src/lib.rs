//! The server's network: connections, limits, certificates, services.
//!
//! [`gate`] lets connections in; [`limits`] says how much each gets; [`service`] translates between gRPC and the engines;
//! [`certificate`] and [`tls`] say how clients know the server; [`presence`] says which computers are connected.

pub mod certificate;
pub mod gate;
pub mod limits;
pub mod presence;
pub mod service;
pub mod tls;
