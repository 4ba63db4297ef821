//! Poolers before a database that give each transaction another session, such as pgbouncer in transaction mode.
//!
//! What a journal sets, prepares and is known by belongs to its sessions, so it cannot be kept over such a pooler.

use std::time::Duration;

use ishigaki_journal::{DatabaseFault, DatabaseUrl};
use tokio_postgres::{Client, SimpleQueryMessage};

use crate::place::place;

/// Longest time that the database may take to show its sessions; one that takes longer is told by whoever uses it.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Number of times that both connections are asked. A pooler gives the session that was free last, or all by turns.
const ROUNDS: usize = 4;

/// Query for what tells a session from every other one. Not prepared: a pooler may mix that up already.
const SESSION: &str = "SELECT pg_backend_pid() || ' since ' || pg_postmaster_start_time()";

/// Fails if two connections at a time are not two sessions that stay.
///
/// What keeps them from being asked is told by the connection that is made next.
///
/// # Errors
/// [`DatabaseFault::Pooled`].
pub(crate) async fn refuse(url: &DatabaseUrl) -> Result<(), DatabaseFault> {
    match tokio::time::timeout(TIMEOUT, is_pooled(url)).await {
        Ok(Some(true)) => Err(DatabaseFault::Pooled),
        Ok(Some(false) | None) | Err(_) => Ok(()),
    }
}

/// Returns whether sessions are shared; `None` if the database does not say.
async fn is_pooled(url: &DatabaseUrl) -> Option<bool> {
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
