//! Errors that the user of this program can fix.

use std::path::PathBuf;

use ishigaki_catalogue::Message;
use ishigaki_generator::ParameterFault;

/// Options or files that make no sense: the exit code of a wrong command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("misuse")]
pub enum OptionsError {
    /// Nobody to play against.
    Alone,
    /// Neither a bot that there is, nor a command that can be started.
    NoBot {
        /// Text that was given.
        bot: String,
        /// Fault of it as a command.
        why: String,
    },
    /// Two bots of one name.
    SameName { name: String },
    /// A file is no ladder.
    Ladder {
        /// Path of the file.
        path: PathBuf,
        /// Fault of the file.
        why: String,
    },
    /// Several servers over what only one may have open.
    Servers { servers: usize },
    /// Parameters of a scenario that are none.
    Parameters { file: String, fault: ParameterFault },
    /// Parameters that lead to no scenario.
    #[message("misuse-parameters")]
    NotMade { file: String, fault: String },
}

/// A file that is there and holds something else than what was made.
#[derive(Debug, thiserror::Error, Message)]
#[message("trouble-exists")]
pub struct FileExists {
    /// Path of the file.
    pub path: PathBuf,
}
