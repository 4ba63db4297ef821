//! Joining: meeting a server for the first time, and finding out what is wrong with a line to one.

use std::io;
use std::time::Duration;

use ishigaki_record::signing::Fingerprint;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::authority::introduce;
use crate::{Address, Authority, ConnectionError, Pin, ServerUrl};

/// How long a server may take to show who it is.
const PATIENCE: Duration = Duration::from_secs(4);

/// What every client of HTTP/2 says first.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// How a server that encrypts answers to that: an alert, of whichever version.
const ALERT: [u8; 2] = [0x15, 0x03];

/// Why a server was not joined.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// Its address says that nothing is to be encrypted: there is nothing to be known of it.
    #[error("{server} says http://")]
    Plain {
        /// The address.
        server: ServerUrl,
    },
    /// It cannot be reached.
    #[error("the server cannot be reached")]
    Unreachable(#[source] io::Error),
    /// It is another server than the fingerprint is of.
    #[error("the server's authority has the fingerprint {found}")]
    Other {
        /// The fingerprint it has.
        found: Fingerprint,
    },
    /// There is something else wrong with it.
    #[error(transparent)]
    Connection(ConnectionError),
}

impl JoinError {
    /// The key of its sentence in the catalogue of words, and the gap in it.
    pub fn key(&self) -> (&'static str, Option<(&'static str, String)>) {
        match self {
            Self::Plain { server } => ("join-plain", Some(("server", server.to_string()))),
            Self::Unreachable(error) => ("join-unreachable", Some(("what", error.to_string()))),
            Self::Other { found } => ("join-other", Some(("found", found.to_string()))),
            Self::Connection(trouble) => (trouble.key(), None),
        }
    }
}

/// Returns what is wrong with the line to a server, asked when a call has failed for no reason that the server gave: none if
/// it is in order, or nobody answers at all. Takes a few seconds at most.
pub async fn examine(address: &Address) -> Option<ConnectionError> {
    let looked = timeout(PATIENCE, async {
        if is_unknown(address.place()).await {
            return Some(ConnectionError::UnknownHost);
        }
        let line = TcpStream::connect(address.place()).await.ok()?;
        match address.authority() {
            Some(authority) => authority.greet(line).await.err().as_ref().and_then(ConnectionError::of),
            None => sound(line).await,
        }
    });
    looked.await.ok().flatten()
}

/// Whether nobody knows a host of the name: what is no address by itself, and becomes none.
async fn is_unknown(place: impl tokio::net::ToSocketAddrs) -> bool {
    tokio::net::lookup_host(place).await.map_or(true, |mut found| found.next().is_none())
}

/// Whether there is encryption where none is expected.
async fn sound(mut line: TcpStream) -> Option<ConnectionError> {
    line.write_all(PREFACE).await.ok()?;
    let mut answer = [0; 2];
    line.read_exact(&mut answer).await.ok()?;
    (answer == ALERT).then_some(ConnectionError::EncryptedServer)
}

/// Meets a server of which only the fingerprint of its authority's certificate, or its code, is known from a sheet, and
/// gives the authority to trust from then on. Nothing is sent to it before it has shown that it is the one.
pub async fn join(server: &ServerUrl, pin: &Pin) -> Result<Authority, JoinError> {
    if server.is_plain() {
        return Err(JoinError::Plain { server: server.clone() });
    }
    let met = timeout(PATIENCE, async {
        if is_unknown(server.place()).await {
            return Err(JoinError::Connection(ConnectionError::UnknownHost));
        }
        let line = TcpStream::connect(server.place()).await.map_err(JoinError::Unreachable)?;
        introduce(line, pin).await.map_err(|(error, found)| match (ConnectionError::of(&error), found) {
            (_, Some(found)) => JoinError::Other { found },
            (Some(trouble), None) => JoinError::Connection(trouble),
            (None, None) => JoinError::Unreachable(error),
        })
    });
    met.await.unwrap_or_else(|_| Err(JoinError::Unreachable(io::ErrorKind::TimedOut.into())))
}
