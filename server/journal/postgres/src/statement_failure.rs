//! The trouble of a statement: what is surely not written, and what nobody knows.

use ishigaki_catalogue::Message;
use ishigaki_journal::DatabaseUrl;
use tokio_postgres::error::{DbError, SqlState};

/// Error of a statement of which nothing is sure.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StatementFailure {
    /// The database or the way to it failed.
    #[error(transparent)]
    Failed(#[from] tokio_postgres::Error),
    /// It said yes, and warned: written here, and not where else it was to be.
    #[error("the database warns: {0}")]
    Warned(String),
    /// The answer makes no sense.
    #[error("{0}")]
    Senseless(&'static str),
}

/// Error at a database that poisons the journal.
#[derive(Debug, thiserror::Error, Message)]
#[message("database")]
pub(crate) enum DatabaseTrouble {
    /// It was made a standby, or read-only.
    Switched {
        url: DatabaseUrl,
        source: StatementFailure,
    },
    DiskFull {
        url: DatabaseUrl,
        source: StatementFailure,
    },
    /// Whether the last records were kept is known after opening the journal again.
    Unsure {
        url: DatabaseUrl,
        source: StatementFailure,
    },
}

impl StatementFailure {
    /// Returns whether the statement surely changed nothing and may be made again: others were in its way.
    pub(crate) fn may_be_tried_again(&self) -> bool {
        let code = self.code();
        [&SqlState::T_R_DEADLOCK_DETECTED, &SqlState::T_R_SERIALIZATION_FAILURE].map(Some).contains(&code)
    }

    /// Returns whether the database says that what it reads cannot be right.
    pub(crate) fn is_damage(&self) -> bool {
        // A block that the disk does not give is of one stream's records, too.
        let damage = [&SqlState::DATA_CORRUPTED, &SqlState::INDEX_CORRUPTED, &SqlState::IO_ERROR];
        damage.map(Some).contains(&self.code())
    }

    fn code(&self) -> Option<&SqlState> {
        match self {
            Self::Failed(error) => error.as_db_error().map(DbError::code),
            Self::Warned(_) | Self::Senseless(_) => None,
        }
    }

    /// Returns the error of the database at a URL.
    pub(crate) fn at(self, url: &DatabaseUrl) -> DatabaseTrouble {
        let url = url.clone();
        match self.code() {
            Some(code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION => {
                DatabaseTrouble::Switched { url, source: self }
            }
            Some(code) if *code == SqlState::DISK_FULL => DatabaseTrouble::DiskFull { url, source: self },
            _ => DatabaseTrouble::Unsure { url, source: self },
        }
    }
}
