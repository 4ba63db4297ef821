//! A scratch journal for rehearsals: a separate schema in a database, which is removed again.

use std::thread;

use ishigaki_journal::{DatabaseError, DatabaseFault, DatabaseUrl, Error, FatalError, StorageCause};
use tokio::runtime::Builder;
use tokio_postgres::SimpleQueryMessage;

use crate::connection_config::place;
use crate::database::fault;

/// An empty schema.
#[derive(Debug)]
pub struct Scratch {
    owner: DatabaseUrl,
    schema: String,
    url: DatabaseUrl,
}

impl Scratch {
    /// Creates a schema with this name, reduced to letters, digits and `_`. Blocks.
    pub fn make(owner: &DatabaseUrl, name: &str) -> Result<Self, Error> {
        let is_taken = |sign: &char| sign.is_ascii_alphanumeric() || *sign == '_';
        let schema: String = name.chars().filter(is_taken).collect::<String>().to_lowercase();
        run(owner, format!("CREATE SCHEMA {schema}"))?;
        let url = owner.in_schema(&schema);
        Ok(Self { owner: owner.clone(), schema, url })
    }

    /// Returns the URL for the journal.
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Removes the schema with its contents. Blocks.
    pub fn remove(self) -> Result<(), Error> {
        run(&self.owner, format!("DROP SCHEMA {} CASCADE", self.schema)).map(drop)
    }
}

/// Returns a journal's size on the database's disk. Blocks.
pub fn bytes(url: &DatabaseUrl) -> Result<u64, Error> {
    let output = run(
        url,
        "SELECT sum(pg_total_relation_size(name::regclass)) FROM (VALUES ('journal'), ('stream'), ('record')) t (name)"
            .into(),
    )?;
    Ok(output.and_then(|text| text.parse().ok()).unwrap_or(0))
}

/// Executes a statement over a separate connection and returns the first field.
fn run(url: &DatabaseUrl, statement: String) -> Result<Option<String>, Error> {
    let failed = |fault| DatabaseError { url: url.clone(), fault };
    let (config, tls) = place(url).map_err(failed)?;
    let run = move || {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| DatabaseFault::Unusable(StorageCause::new(error)))?;
        runtime.block_on(async {
            let (client, connection) = config.connect(tls).await.map_err(fault)?;
            tokio::spawn(connection);
            let messages = client.simple_query(&statement).await.map_err(fault)?;
            let first = messages.iter().find_map(|message| match message {
                SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
                _ => None,
            });
            Ok(first)
        })
    };
    // The caller may be inside a runtime.
    match thread::spawn(run).join() {
        Ok(output) => Ok(output.map_err(failed)?),
        Err(_) => Err(FatalError::Closed.into()),
    }
}
