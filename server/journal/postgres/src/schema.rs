//! The schema of a journal in a database: tables, version, creation and detection.
//!
//! `journal` has the version. `stream` has a row for each stream: epoch and head, which every append is
//! compared with, and holder. `record` has the records, `member` all members ever, `note` their notes and the
//! streams' checkpoints. Names are bytes, which sort like Rust strings and may contain any character. Writers
//! need to insert and read everywhere and to update all except records; records never change, and nothing is
//! ever deleted.

use ishigaki_journal::{DatabaseFault, StorageCause};
use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::{Client, Error};

use crate::database::fault;

pub(crate) const VERSION: i64 = 2;

const LONELY: i64 = 1;

/// Keeps two processes from creating the tables at once; the number is the journal file's mark.
const LOCK: &str = "SELECT pg_advisory_xact_lock(1230194507)";

const TABLES: &str = "
    CREATE TABLE journal (format bigint NOT NULL);
    CREATE TABLE stream (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        name bytea NOT NULL UNIQUE CHECK (octet_length(name) > 0),
        epoch bigint NOT NULL CHECK (epoch > 0),
        head bigint NOT NULL DEFAULT 0 CHECK (head >= 0),
        sum bigint NOT NULL
    ) WITH (fillfactor = 50);
    CREATE TABLE record (
        stream bigint NOT NULL,
        sequence bigint NOT NULL,
        epoch bigint NOT NULL,
        sum bigint NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (stream, sequence)
    );
    ALTER TABLE record ALTER bytes SET STORAGE EXTERNAL;";

/// Statements of version 2. Moving a head touches no index, so its row's next version stays on the page.
const MEMBERS: &str = "
    CREATE TABLE member (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        address text NOT NULL,
        seen timestamptz NOT NULL,
        lease interval NOT NULL,
        is_draining boolean NOT NULL DEFAULT false,
        is_gone boolean NOT NULL DEFAULT false
    ) WITH (fillfactor = 50);
    CREATE TABLE note (
        name bytea PRIMARY KEY,
        version bigint NOT NULL CHECK (version > 0),
        bytes bytea NOT NULL
    );
    ALTER TABLE stream ADD holder bigint, ADD is_claimed boolean NOT NULL DEFAULT false;
    CREATE INDEX stream_holder ON stream (holder, is_claimed);";

/// Query for tables without the required permissions.
const LACKING: &str = "
    SELECT name || ' (' || privilege || ')'
    FROM (VALUES ('journal', 'SELECT'), ('record', 'SELECT'), ('record', 'INSERT'), ('stream', 'SELECT'),
                 ('stream', 'INSERT'), ('stream', 'UPDATE'), ('member', 'SELECT'), ('member', 'INSERT'),
                 ('member', 'UPDATE'), ('note', 'SELECT'), ('note', 'INSERT'), ('note', 'UPDATE')) t (name, privilege)
    WHERE NOT has_table_privilege(name, privilege)";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SchemaState {
    Nothing,
    Tables(i64),
    Foreign,
}

pub(crate) async fn find(client: &Client) -> Result<SchemaState, Error> {
    // Reads catalogue rows, because a failed name look-up is cached until the transaction ends.
    let names =
        "SELECT coalesce(bool_or(relname = 'journal'), false), coalesce(bool_or(relname = 'stream'), false),
                        coalesce(bool_or(relname = 'record'), false)
                 FROM pg_class WHERE relname IN ('journal', 'stream', 'record') AND pg_table_is_visible(oid)";
    let row = client.query_one(names, &[]).await?;
    match [row.try_get(0)?, row.try_get(1)?, row.try_get(2)?] {
        [false, false, false] => return Ok(SchemaState::Nothing),
        [true, true, true] => {}
        _ => return Ok(SchemaState::Foreign),
    }
    match client.query("SELECT format FROM journal", &[]).await {
        Ok(rows) => match rows.as_slice() {
            [row] => Ok(row.try_get(0).map_or(SchemaState::Foreign, SchemaState::Tables)),
            _ => Ok(SchemaState::Foreign),
        },
        Err(error) if error.as_db_error().map(DbError::code) == Some(&SqlState::UNDEFINED_COLUMN) => {
            Ok(SchemaState::Foreign)
        }
        Err(error) => Err(error),
    }
}

/// Upgrades the schema: creates missing tables, and adds what an older version lacks, if the role may and the
/// caller `may_change` it. Concurrent upgrades wait.
pub(crate) async fn bring(
    client: &mut Client,
    found: SchemaState,
    may_change: bool,
) -> Result<(), DatabaseFault> {
    match found {
        SchemaState::Tables(found @ LONELY) if !may_change => {
            return Err(DatabaseFault::OlderVersion { found, known: VERSION });
        }
        SchemaState::Nothing | SchemaState::Tables(LONELY) => raise(client).await?,
        SchemaState::Tables(VERSION) => {}
        SchemaState::Tables(found) => return Err(DatabaseFault::UnknownVersion { found, known: VERSION }),
        SchemaState::Foreign => return Err(DatabaseFault::Foreign),
    }
    let lacking = client.query(LACKING, &[]).await.map_err(fault)?;
    let lacking: Vec<String> = lacking.iter().filter_map(|row| row.try_get(0).ok()).collect();
    if lacking.is_empty() {
        return Ok(());
    }
    let lacking = format!("this role may not use {} (docs/how-to/several-servers.md)", lacking.join(", "));
    Err(DatabaseFault::Refused(StorageCause::new(lacking)))
}

async fn raise(client: &mut Client) -> Result<(), DatabaseFault> {
    let transaction = client.transaction().await.map_err(fault)?;
    transaction.batch_execute(LOCK).await.map_err(fault)?;
    // Another process may have done it during the wait.
    match find(transaction.client()).await.map_err(fault)? {
        SchemaState::Nothing => {
            transaction.batch_execute(TABLES).await.map_err(fault)?;
            transaction.batch_execute(MEMBERS).await.map_err(fault)?;
            let mark = "INSERT INTO journal (format) VALUES ($1)";
            transaction.execute(mark, &[&VERSION]).await.map_err(fault)?;
        }
        SchemaState::Tables(LONELY) => {
            let older = |error: Error| match error.as_db_error().map(DbError::code) {
                Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {
                    DatabaseFault::UnknownVersion { found: LONELY, known: VERSION }
                }
                _ => fault(error),
            };
            transaction.batch_execute(MEMBERS).await.map_err(older)?;
            transaction.execute("UPDATE journal SET format = $1", &[&VERSION]).await.map_err(older)?;
        }
        SchemaState::Tables(_) | SchemaState::Foreign => {}
    }
    transaction.commit().await.map_err(fault)
}
