//! Joining: meeting a server for the first time, and finding out what is wrong with a line to one.

use std::collections::BTreeMap;
use std::io;

use ishigaki_catalogue::Message;
use ishigaki_record::signing::Fingerprint;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::authority::introduce;
use crate::patience::CONNECT;
use crate::target::Target;
use crate::{Address, Authority, ConnectionError, Pin, ServerUrl};

/// First bytes of every client of HTTP/2.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0";

/// Beginning of the answer of a server that encrypts to that: an alert, of whichever version.
const ALERT: [u8; 2] = [0x15, 0x03];

/// Error of joining a server.
#[derive(Debug, thiserror::Error, Message)]
#[message("join")]
pub enum JoinError {
    /// Its address says that nothing is to be encrypted: there is nothing to be known of it.
    Plain { server: ServerUrl },
    /// It cannot be reached.
    Unreachable(#[message("what")] io::Error),
    /// It is another server than the fingerprint is of.
    Other {
        #[message(display)]
        found: Fingerprint,
    },
    /// There is something else wrong with it.
    #[message(transparent)]
    Connection(ConnectionError),
}

/// Returns what is wrong with the line to the servers, asked when a call has failed for no reason that a server gave: none if
/// one of them is in order, or nobody answers at all. Takes a few seconds at most.
pub async fn examine(address: &Address) -> Option<ConnectionError> {
    let mut looks = JoinSet::new();
    for (place, target) in address.targets().iter().enumerate() {
        let target = target.clone();
        looks.spawn(async move { (place, timeout(CONNECT, look(&target)).await.unwrap_or(Line::Silent)) });
    }
    let mut troubles = BTreeMap::new();
    while let Some(looked) = looks.join_next().await {
        match looked {
            Ok((_, Line::Sound)) => return None,
            Ok((place, Line::Bad(trouble))) => _ = troubles.insert(place, trouble),
            Ok((_, Line::Silent)) | Err(_) => {}
        }
    }
    troubles.into_values().next()
}

/// State of the line to one server.
enum Line {
    /// It is in order.
    Sound,
    Silent,
    /// No second try mends it.
    Bad(ConnectionError),
}

async fn look(target: &Target) -> Line {
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

/// Returns whether nobody knows a host of the name: what is no address by itself, and becomes none.
async fn is_unknown(place: impl tokio::net::ToSocketAddrs) -> bool {
    tokio::net::lookup_host(place).await.map_or(true, |mut found| found.next().is_none())
}

/// Finds out whether there is encryption where none is expected.
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

/// Meets the servers of which only the fingerprint of their authority's certificate, or its code, is known from a sheet, and
/// gives the authority to trust from then on: as soon as one of them has shown that it is the one. Nothing is sent before.
///
/// # Errors
/// [`JoinError`]: no server answers, or one has another certificate than the one the sheet names.
pub async fn join(servers: &impl AsRef<[ServerUrl]>, pin: &Pin) -> Result<Authority, JoinError> {
    let servers = servers.as_ref();
    if let Some(server) = servers.iter().find(|server| server.is_plain()) {
        return Err(JoinError::Plain { server: server.clone() });
    }
    let mut failed = JoinError::Unreachable(io::ErrorKind::NotFound.into());
    for server in servers {
        match meet(server, pin).await {
            Ok(authority) => return Ok(authority),
            // What another one has to say is more than that one cannot be reached.
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
