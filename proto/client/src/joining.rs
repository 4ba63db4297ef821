//! Joining a new server, and diagnosing a connection.

use std::collections::BTreeMap;
use std::io;

use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::authority::introduce;
use crate::target::Target;
use crate::timeouts::CONNECT;
use crate::{Address, Authority, ConnectionError, Pin, ServerUrl};

/// First bytes of every HTTP/2 client.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Beginning of an encrypting server's answer to [`PREFACE`]: an alert of any version.
const ALERT: [u8; 2] = [0x15, 0x03];

/// Error of joining a server.
#[derive(Debug, thiserror::Error, Message)]
#[message("join")]
pub enum JoinError {
    /// Its address is unencrypted, so there is no authority to store.
    Plain {
        server: ServerUrl,
    },
    Unreachable(#[message("what")] io::Error),
    Other {
        #[message(display)]
        found: Fingerprint,
    },
    #[message(transparent)]
    Connection(ConnectionError),
}

/// Diagnoses the connection after a call failed without a server's reason. `None` if a server is fine or none
/// answers. Takes a few seconds at most.
pub async fn examine(address: &Address) -> Option<ConnectionError> {
    let mut checks = JoinSet::new();
    for (place, target) in address.targets().iter().enumerate() {
        let target = target.clone();
        checks.spawn(async move { (place, timeout(CONNECT, check(&target)).await.unwrap_or(Line::Silent)) });
    }
    let mut troubles = BTreeMap::new();
    while let Some(checked) = checks.join_next().await {
        match checked {
            Ok((_, Line::Sound)) => return None,
            Ok((place, Line::Bad(trouble))) => _ = troubles.insert(place, trouble),
            Ok((_, Line::Silent)) | Err(_) => {}
        }
    }
    troubles.into_values().next()
}

enum Line {
    /// The connection works.
    Sound,
    Silent,
    /// A retry can't fix it.
    Bad(ConnectionError),
}

async fn check(target: &Target) -> Line {
    if is_unknown(target.place()).await {
        return Line::Bad(ConnectionError::UnknownHost);
    }
    let Ok(line) = TcpStream::connect(target.place()).await else { return Line::Silent };
    match &target.authority {
        Some(authority) => match authority.greet(line).await {
            Ok(_) => Line::Sound,
            Err(error) => ConnectionError::of(&error).map_or(Line::Silent, Line::Bad),
        },
        None => sound(line).await,
    }
}

/// Returns whether a host name can't be resolved.
async fn is_unknown(place: impl tokio::net::ToSocketAddrs) -> bool {
    tokio::net::lookup_host(place).await.map_or(true, |mut found| found.next().is_none())
}

async fn sound(mut line: TcpStream) -> Line {
    let mut answer = [0; 2];
    let spoken = async {
        line.write_all(PREFACE).await?;
        line.read_exact(&mut answer).await
    };
    match spoken.await {
        Err(_) => Line::Silent,
        Ok(_) if answer == ALERT => Line::Bad(ConnectionError::EncryptedServer),
        Ok(_) => Line::Sound,
    }
}

/// Contacts servers known only by their authority's fingerprint or its code, and returns the authority once
/// one of them has proved to be right. Nothing is sent before.
///
/// # Errors
///
/// [`JoinError`] if no server answers, or one has another certificate.
pub async fn join(servers: &impl AsRef<[ServerUrl]>, pin: &Pin) -> Result<Authority, JoinError> {
    let servers = servers.as_ref();
    if let Some(server) = servers.iter().find(|server| server.is_plain()) {
        return Err(JoinError::Plain { server: server.clone() });
    }
    let mut failed = JoinError::Unreachable(io::ErrorKind::NotFound.into());
    for server in servers {
        match meet(server, pin).await {
            Ok(authority) => return Ok(authority),
            // Any other error is more informative than an unreachable server.
            Err(JoinError::Unreachable(_)) if !matches!(failed, JoinError::Unreachable(_)) => {}
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

async fn meet(server: &ServerUrl, pin: &Pin) -> Result<Authority, JoinError> {
    let met = timeout(CONNECT, async {
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
