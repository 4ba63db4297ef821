//! Poolers that give each transaction another session, such as pgbouncer in transaction mode.
//!
//! A journal's settings, prepared statements and identity belong to its sessions, so it can't use such a
//! pooler.

use std::time::Duration;

use ishigaki_journal::{DatabaseFault, DatabaseUrl};
use tokio_postgres::{Client, SimpleQueryMessage};

use crate::connection_config::place;

/// Timeout for showing sessions; later calls report slower databases.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Number of checks of both connections. A pooler gives the session that was free last, or rotates.
const ROUNDS: usize = 4;

/// Query that identifies a session. Not prepared, because a pooler may mix that up already.
const SESSION: &str = "SELECT pg_backend_pid() || ' since ' || pg_postmaster_start_time()";

/// Fails if two connections aren't two stable sessions.
///
/// Errors of the check itself are reported by the next connection.
///
/// # Errors
///
/// [`DatabaseFault::Pooled`].
pub(crate) async fn refuse(url: &DatabaseUrl) -> Result<(), DatabaseFault> {
    match tokio::time::timeout(TIMEOUT, probe_pooler(url)).await {
        Ok(Some(true)) => Err(DatabaseFault::Pooled),
        Ok(Some(false) | None) | Err(_) => Ok(()),
    }
}

/// Returns whether sessions are shared; `None` if unknown.
async fn probe_pooler(url: &DatabaseUrl) -> Option<bool> {
    let (first, second) = tokio::join!(connect(url), connect(url));
    let (first, second) = (first?, second?);
    let expected = (session(&first).await?, session(&second).await?);
    if expected.0 == expected.1 {
        return Some(true);
    }
    for _ in 0..ROUNDS {
        if (session(&first).await?, session(&second).await?) != expected {
            return Some(true);
        }
    }
    Some(false)
}

async fn connect(url: &DatabaseUrl) -> Option<Client> {
    let (config, tls) = place(url).ok()?;
    let (client, connection) = config.connect(tls).await.ok()?;
    // It ends with its client.
    tokio::spawn(connection);
    Some(client)
}

async fn session(client: &Client) -> Option<String> {
    let answers = client.simple_query(SESSION).await.ok()?;
    answers.iter().find_map(|answer| match answer {
        SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
        _ => None,
    })
}
