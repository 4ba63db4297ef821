//! Failed statements: certainly not written, or unknown.

use ishigaki_catalogue::Message;
use ishigaki_journal::DatabaseUrl;
use tokio_postgres::error::{DbError, SqlState};

#[derive(Debug, thiserror::Error)]
pub(crate) enum StatementFailure {
    #[error(transparent)]
    Failed(#[from] tokio_postgres::Error),
    /// It succeeded with a warning: written here but not on the copy.
    #[error("the database warns: {0}")]
    Warned(String),
    #[error("{0}")]
    Senseless(&'static str),
}

#[derive(Debug, thiserror::Error, Message)]
#[message("database")]
pub(crate) enum DatabaseTrouble {
    Switched {
        url: DatabaseUrl,
        source: StatementFailure,
    },
    DiskFull {
        url: DatabaseUrl,
        source: StatementFailure,
    },
    /// Only opening the journal again shows whether the last records were stored.
    Unsure {
        url: DatabaseUrl,
        source: StatementFailure,
    },
}

impl StatementFailure {
    /// Returns whether the statement certainly changed nothing and can be retried, because of a conflict.
    pub(crate) fn may_be_tried_again(&self) -> bool {
        let code = self.code();
        [&SqlState::T_R_DEADLOCK_DETECTED, &SqlState::T_R_SERIALIZATION_FAILURE].map(Some).contains(&code)
    }

    /// Returns whether the database reports corrupt contents.
    pub(crate) fn is_damage(&self) -> bool {
        // A block that the disk can't read also concerns one stream's records.
        let damage = [&SqlState::DATA_CORRUPTED, &SqlState::INDEX_CORRUPTED, &SqlState::IO_ERROR];
        damage.map(Some).contains(&self.code())
    }

    fn code(&self) -> Option<&SqlState> {
        match self {
            Self::Failed(error) => error.as_db_error().map(DbError::code),
            Self::Warned(_) | Self::Senseless(_) => None,
        }
    }

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
