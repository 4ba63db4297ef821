//! Errors that the user of this program can fix.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

use ishigaki_catalogue::Message;
use ishigaki_cluster::journal;
use ishigaki_rules::{RoundNo, SetupFault};

/// Number of teams that a game may have (`G2`).
pub const TEAMS: std::ops::RangeInclusive<usize> = 2..=16;

/// Options that do not go together: the exit code of a command that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("misuse")]
pub enum OptionsError {
    /// The lists are those of another number of teams.
    Lists {
        /// Number of teams that were asked for.
        teams: usize,
        /// Scenario of the lists.
        scenario: String,
        /// Number of teams that they are of.
        fixed: usize,
    },
    /// Bots where the lists are fixed.
    Fixed {
        /// Scenario of the lists.
        scenario: String,
    },
    /// More bots than teams.
    Bots {
        /// Number of bots that were named.
        bots: usize,
        teams: usize,
    },
    /// More bots than seats beside the one that is taken.
    Against {
        /// Number of bots that were named.
        bots: usize,
        seats: usize,
    },
    /// The scenario has no such round.
    Round {
        /// The round that was named.
        round: RoundNo,
        rounds: usize,
    },
    /// The text that was given is no pace.
    Pace {
        /// Text that was given.
        pace: String,
        /// The longest window, in seconds.
        longest: u64,
    },
    /// The scenario is made for a number of teams that none can have (`G2`).
    #[message(least = *TEAMS.start(), most = *TEAMS.end())]
    Teams { teams: usize },
    /// The roster has more lines than there are names.
    Roster {
        teams: usize,
        /// Greatest number that there can be.
        most: usize,
    },
    /// The scenario cannot be played with these teams.
    Setup(#[message("fault")] SetupFault),
}

/// Error of a rehearsal that cannot be played, or of a game that did not come to its end.
#[derive(Debug, thiserror::Error, Message)]
#[message("trouble")]
pub enum Error {
    /// There is no place for the server's files.
    Folder(#[source] io::Error),
    /// A folder cannot be made.
    Make {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Another rehearsal's files are in the folder.
    Used(#[message("path")] PathBuf),
    /// A file cannot be written.
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The server's program cannot be started.
    Launch {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// This program was built without the server, and that is not beside it.
    NoServer {
        /// Path at which it would be.
        path: PathBuf,
    },
    /// The server ended before it served.
    NoStart {
        /// The last lines of its log.
        source: LogTail,
    },
    /// The server ended while it was needed.
    Ended(#[message("status", display)] ExitStatus),
    /// There is no place for a journal in the database.
    Database {
        source: journal::Error,
    },
    /// No database of the rehearsal's own can be started.
    OwnDatabase {
        why: String,
    },
    Still {
        seconds: u64,
    },
}

/// The last lines of a server's log, as they are.
#[derive(Debug, thiserror::Error)]
#[error("\n{0}")]
pub struct LogTail(pub String);
