//! Errors that the user of this program can fix.

use std::path::PathBuf;

use ishigaki_catalogue::Message;
use ishigaki_generator::ParameterFault;

/// Conflicting options or invalid files: exit code of an invalid command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("misuse")]
pub enum OptionsError {
    Alone,
    NoBot {
        bot: String,
        why: String,
    },
    SameName {
        name: String,
    },
    Ladder {
        path: PathBuf,
        why: String,
    },
    Servers {
        servers: usize,
    },
    Parameters {
        file: String,
        fault: ParameterFault,
    },
    #[message("misuse-parameters")]
    NotMade {
        file: String,
        fault: String,
    },
}

/// An existing file with different content.
#[derive(Debug, thiserror::Error, Message)]
#[message("trouble-exists")]
pub struct FileExists {
    pub path: PathBuf,
}
