//! The schema of a journal in a database: its tables, their version, how they are made and recognised.
//!
//! `journal` has the version; `stream` has a row for each stream, with the epoch and the head that every append is
//! compared with; `record` has the records. Names are bytes, which sort as Rust's texts do and hold any sign. Who writes
//! needs to insert and read everywhere and to update streams, and nothing more: records are never changed.

use tokio_postgres::error::{DbError, SqlState};
use tokio_postgres::{Client, Error};

/// The version of the tables below.
pub(crate) const VERSION: i64 = 1;

/// Keeps two from making the tables at once; the number is the journal file's mark.
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

/// What a database has of a journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Nothing.
    Nothing,
    /// Its tables, of this version.
    Tables(i64),
    /// Other tables of their names.
    Foreign,
}

/// Looks for the tables.
pub(crate) async fn find(client: &Client) -> Result<Found, Error> {
    let names = "SELECT to_regclass('journal') IS NOT NULL, to_regclass('stream') IS NOT NULL,
                        to_regclass('record') IS NOT NULL";
    let row = client.query_one(names, &[]).await?;
    match [row.try_get(0)?, row.try_get(1)?, row.try_get(2)?] {
        [false, false, false] => return Ok(Found::Nothing),
        [true, true, true] => {}
        _ => return Ok(Found::Foreign),
    }
    match client.query("SELECT format FROM journal", &[]).await {
        Ok(rows) => match rows.as_slice() {
            [row] => Ok(row.try_get(0).map_or(Found::Foreign, Found::Tables)),
            _ => Ok(Found::Foreign),
        },
        Err(error) if error.as_db_error().map(DbError::code) == Some(&SqlState::UNDEFINED_COLUMN) => {
            Ok(Found::Foreign)
        }
        Err(error) => Err(error),
    }
}

/// Makes the tables, unless somebody else has meanwhile.
pub(crate) async fn make(client: &mut Client) -> Result<(), Error> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(LOCK).await?;
    if find(transaction.client()).await? == Found::Nothing {
        transaction.batch_execute(TABLES).await?;
        transaction.execute("INSERT INTO journal (format) VALUES ($1)", &[&VERSION]).await?;
    }
    transaction.commit().await
}
