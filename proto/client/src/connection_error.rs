//! The errors of a line to a server, where there is more to say than that nobody answers.

use std::error::Error;
use std::io;

use ishigaki_catalogue::Message;
use tokio_rustls::rustls;
use tokio_rustls::rustls::CertificateError;
use tonic::Status;

/// Returns the error of input or output behind a status that the line made and no server gave, if there is one: the innermost.
pub fn io_error_behind(status: &Status) -> Option<&io::Error> {
    let mut link = status.source();
    let mut found = None;
    while let Some(error) = link {
        found = error.downcast_ref().or(found);
        link = error.source();
    }
    found
}

/// Error of a line that no second try mends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("line")]
pub enum ConnectionError {
    /// The server's certificate is not from the authority that is trusted: it is another server.
    WrongAuthority,
    /// The server's certificate is over, or this machine's date is wrong.
    Expired,
    /// The server's certificate is not good yet, or this machine's date is wrong.
    NotYet,
    /// The certificate is for something else than a contest's server.
    WrongName,
    /// The server does not encrypt.
    PlainServer,
    /// The server takes nothing that is not encrypted.
    EncryptedServer,
    /// No host has the server's name.
    UnknownHost,
    /// No encryption could be agreed on.
    NoAgreement,
}

impl ConnectionError {
    /// All there are.
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

    /// Returns the meaning of a failed handshake; none if the line was merely cut.
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

    /// Returns what this library said of a line, if it was that.
    pub fn of(error: &io::Error) -> Option<Self> {
        error.get_ref()?.downcast_ref().copied()
    }
}
