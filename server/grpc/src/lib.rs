//! The server's network: connections, limits, certificates, services.
//!
//! [`gate`] accepts connections; [`limits`] limits them; [`service`] translates between gRPC and the engines;
//! [`certificate`] and [`tls`] identify the server; [`presence`] counts connected computers.

pub mod certificate;
pub mod gate;
pub mod limits;
pub mod presence;
pub mod service;
pub mod tls;
