//! Database of a rehearsal's journal: a schema in an existing one, or a temporary one.

use std::str::FromStr;
use std::sync::Arc;

use clap::builder::TypedValueParser;
use ishigaki_catalogue::Message;
use ishigaki_cluster::journal::{DatabaseUrl, Location, LocationError, Scratch, location_form};
use ishigaki_command::{ValueError, value_of};
use ishigaki_journal_postgres::harness::{Cluster, Pair};

use crate::error::Error;

/// Requested database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DatabaseAsked {
    At(DatabaseUrl),
    Own,
    OwnPair,
}

/// Error of a text that names no database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("usage-form")]
pub enum DatabaseAskedError {
    #[message(transparent)]
    Location(#[from] LocationError),
    #[message("usage-form-database")]
    File,
}

impl DatabaseAsked {
    /// Parses it on a command line.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        value_of(|error: &DatabaseAskedError| match error {
            DatabaseAskedError::Location(error) => location_form(error),
            DatabaseAskedError::File => ValueError::new("usage-form-database"),
        })
    }
}

impl FromStr for DatabaseAsked {
    type Err = DatabaseAskedError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "postgres" => Ok(Self::Own),
            "postgres-pair" => Ok(Self::OwnPair),
            _ => match text.parse()? {
                Location::Postgres(url) => Ok(Self::At(url)),
                Location::File(_) => Err(DatabaseAskedError::File),
            },
        }
    }
}

/// A place for one journal in a database.
#[derive(Debug)]
pub struct ScratchJournal {
    url: DatabaseUrl,
    kept: HeldResource,
}

#[derive(Debug)]
enum HeldResource {
    Scratch(Scratch),
    Cluster(#[expect(dead_code, reason = "it ends when it is dropped")] Cluster),
    Pair(Arc<Pair>),
}

impl ScratchJournal {
    /// Makes the place; in an existing database a schema of this name. Blocks.
    ///
    /// # Errors
    /// [`Error::Database`] if the schema can't be made, [`Error::OwnDatabase`] if no temporary database can
    /// be started.
    pub fn make(asked: &DatabaseAsked, name: &str) -> Result<Self, Error> {
        let own = |why: String| Error::OwnDatabase { why };
        Ok(match asked {
            DatabaseAsked::At(url) => {
                let scratch = Scratch::make(url, name).map_err(|source| Error::Database { source })?;
                Self { url: scratch.url().clone(), kept: HeldResource::Scratch(scratch) }
            }
            DatabaseAsked::Own => {
                let cluster = Cluster::start("").map_err(own)?;
                Self {
                    url: cluster.url("postgres://postgres@HOST/postgres"),
                    kept: HeldResource::Cluster(cluster),
                }
            }
            DatabaseAsked::OwnPair => {
                let pair = Pair::start("").map_err(own)?;
                Self { url: pair.url(), kept: HeldResource::Pair(Arc::new(pair)) }
            }
        })
    }

    /// Returns the URL for the journal.
    pub fn url(&self) -> &DatabaseUrl {
        &self.url
    }

    /// Returns the temporary primary and its standby, if any.
    pub fn pair(&self) -> Option<Arc<Pair>> {
        match &self.kept {
            HeldResource::Pair(pair) => Some(Arc::clone(pair)),
            HeldResource::Scratch(_) | HeldResource::Cluster(_) => None,
        }
    }

    /// Removes the place and its content. A temporary database is removed in any case. Blocks.
    ///
    /// # Errors
    /// If the database doesn't remove the schema.
    pub fn remove(self) -> anyhow::Result<()> {
        match self.kept {
            HeldResource::Scratch(scratch) => Ok(scratch.remove()?),
            HeldResource::Cluster(_) | HeldResource::Pair(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn database_option_parses_url_or_keyword() {
        assert_eq!("postgres".parse(), Ok(DatabaseAsked::Own));
        assert_eq!("postgres-pair".parse(), Ok(DatabaseAsked::OwnPair));
        assert!(matches!("postgres://judge@hall/contest".parse(), Ok(DatabaseAsked::At(_))));
        assert_eq!("contest.db".parse::<DatabaseAsked>(), Err(DatabaseAskedError::File));
        assert!(matches!("mysql://hall".parse::<DatabaseAsked>(), Err(DatabaseAskedError::Location(_))));
    }
}
