//! Connection errors that are more specific than a timeout.

use std::error::Error;
use std::io;

use ishigaki_catalogue::Message;
use tokio_rustls::rustls;
use tokio_rustls::rustls::CertificateError;
use tonic::Status;

/// Returns the innermost IO error behind a status that didn't come from a server.
pub fn io_error_behind(status: &Status) -> Option<&io::Error> {
    let mut link = status.source();
    let mut found = None;
    while let Some(error) = link {
        found = error.downcast_ref().or(found);
        link = error.source();
    }
    found
}

/// Connection error that a retry can't fix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("line")]
pub enum ConnectionError {
    /// The certificate isn't from the trusted authority: it is another server.
    WrongAuthority,
    Expired,
    /// The certificate isn't valid yet, or this machine's date is wrong.
    NotYet,
    WrongName,
    PlainServer,
    /// The server accepts only encrypted connections.
    EncryptedServer,
    UnknownHost,
    NoAgreement,
}

impl ConnectionError {
    /// All variants.
    pub const ALL: [Self; 8] = [
        Self::WrongAuthority,
        Self::Expired,
        Self::NotYet,
        Self::WrongName,
        Self::PlainServer,
        Self::EncryptedServer,
        Self::NoAgreement,
        Self::UnknownHost,
    ];

    /// Returns the meaning of a failed handshake; `None` if the connection was just cut.
    pub(crate) fn of_handshake(error: &io::Error) -> Option<Self> {
        let error = error.get_ref()?.downcast_ref::<rustls::Error>()?;
        Some(match error {
            rustls::Error::InvalidCertificate(error) => match error {
                CertificateError::Expired | CertificateError::ExpiredContext { .. } => Self::Expired,
                CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => Self::NotYet,
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
                    Self::WrongName
                }
                _ => Self::WrongAuthority,
            },
            rustls::Error::InvalidMessage(_) => Self::PlainServer,
            _ => Self::NoAgreement,
        })
    }

    /// Returns the connection error in an IO error.
    pub fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}
