//! A scratch journal: a schema of its own in a database, which is removed again. Rehearsals play in one.

use std::thread;

use ishigaki_journal::{DatabaseError, DatabaseFault, DatabaseUrl, Error, FatalError, StorageCause};
use tokio::runtime::Builder;
use tokio_postgres::SimpleQueryMessage;

use crate::database::fault;
use crate::place::place;

/// A place in a database where nothing is.
#[derive(Debug)]
pub struct Scratch {
    owner: DatabaseUrl,
    schema: String,
    url: DatabaseUrl,
}

impl Scratch {
    /// Makes a schema of this name, of which letters, digits and `_` are taken. Blocks.
    ///
    /// # Errors
    /// [`Error::Database`], also where one of this name is there.
    pub fn make(owner: &DatabaseUrl, name: &str) -> Result<Self, Error> {
        let is_taken = |sign: &char| sign.is_ascii_alphanumeric() || *sign == '_';
        let schema: String = name.chars().filter(is_taken).collect::<String>().to_lowercase();
        run(owner, format!("CREATE SCHEMA {schema}"))?;
        let url = owner.in_schema(&schema);
        Ok(Self { owner: owner.clone(), schema, url })
    }

    /// Returns the URL at which the journal may be made.
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Removes it with all that is in it. Blocks.
    ///
    /// # Errors
    /// [`Error::Database`].
    pub fn remove(self) -> Result<(), Error> {
        run(&self.owner, format!("DROP SCHEMA {} CASCADE", self.schema)).map(drop)
    }
}

/// Returns the bytes that a journal takes of the database's disk. Blocks.
///
/// # Errors
/// [`Error::Database`].
pub fn bytes(url: &DatabaseUrl) -> Result<u64, Error> {
    let told = run(
        url,
        "SELECT sum(pg_total_relation_size(name::regclass)) FROM (VALUES ('journal'), ('stream'), ('record')) t (name)"
            .into(),
    )?;
    Ok(told.and_then(|told| told.parse().ok()).unwrap_or(0))
}

/// Does one thing over a connection of its own; the first field of what comes back.
fn run(url: &DatabaseUrl, statement: String) -> Result<Option<String>, Error> {
    let failed = |fault| DatabaseError { url: url.clone(), fault };
    let (config, tls) = place(url).map_err(failed)?;
    let run = move || {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| DatabaseFault::Unusable(StorageCause::new(error)))?;
        runtime.block_on(async {
            let (client, connection) = config.connect(tls).await.map_err(fault)?;
            tokio::spawn(connection);
            let told = client.simple_query(&statement).await.map_err(fault)?;
            let first = told.iter().find_map(|message| match message {
                SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            });
            Ok(first)
        })
    };
    // Whoever asks may be within a runtime.
    match thread::spawn(run).join() {
        Ok(told) => Ok(told.map_err(failed)?),
        Err(_) => Err(FatalError::Closed.into()),
    }
}
