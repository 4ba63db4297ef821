//! The trouble of a statement: what is surely not written, and what nobody knows.

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

/// Error at a database, with its address and what an operator does about it.
#[derive(Debug, thiserror::Error)]
#[error("{url}: {advice}")]
pub(crate) struct DatabaseTrouble {
    url: DatabaseUrl,
    advice: &'static str,
    source: StatementFailure,
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

    /// As an operator is told it.
    pub(crate) fn at(self, url: &DatabaseUrl) -> DatabaseTrouble {
        let advice = match self.code() {
            Some(code) if *code == SqlState::READ_ONLY_SQL_TRANSACTION => {
                "the database takes no changes any more, as after a switch to its second copy; nothing was written. The \
                 one that is written to has to be named as well"
            }
            Some(code) if *code == SqlState::DISK_FULL => "the database's disk is full; make room on it",
            _ => {
                "whether the last records were kept is not known before the journal is open again, which reads what was; \
                 look after the database"
            }
        };
        DatabaseTrouble { url: url.clone(), advice, source: self }
    }
}
