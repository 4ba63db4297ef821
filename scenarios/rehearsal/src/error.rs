//! Errors that the user of this program can fix.

use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

use ishigaki_catalogue::Message;
use ishigaki_cluster::journal;
use ishigaki_rules::{RoundNo, SetupFault};

/// Number of teams that a game may have (`G2`).
pub const TEAMS: std::ops::RangeInclusive<usize> = 2..=16;

/// Conflicting options: exit code of an invalid command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("misuse")]
pub enum OptionsError {
    Lists {
        teams: usize,
        scenario: String,
        fixed: usize,
    },
    Fixed {
        scenario: String,
    },
    Bots {
        bots: usize,
        teams: usize,
    },
    Against {
        bots: usize,
        seats: usize,
    },
    Round {
        round: RoundNo,
        rounds: usize,
    },
    Pace {
        pace: String,
        longest: u64,
    },
    #[message(least = *TEAMS.start(), most = *TEAMS.end())]
    Teams {
        teams: usize,
    },
    Roster {
        teams: usize,
        most: usize,
    },
    Setup(#[message("fault")] SetupFault),
}

/// Error of a rehearsal that can't be played, or was not finished.
#[derive(Debug, thiserror::Error, Message)]
#[message("trouble")]
pub enum Error {
    Folder(#[source] io::Error),
    Make {
        path: PathBuf,
        source: io::Error,
    },
    Used(#[message("path")] PathBuf),
    Write {
        path: PathBuf,
        source: io::Error,
    },
    Launch {
        path: PathBuf,
        source: io::Error,
    },
    /// This program was built without the server, and the server's program isn't next to it.
    NoServer {
        path: PathBuf,
    },
    NoStart {
        source: LogTail,
    },
    Ended(#[message("status", display)] ExitStatus),
    Database {
        source: journal::Error,
    },
    OwnDatabase {
        why: String,
    },
    Still {
        seconds: u64,
    },
}

/// The last lines of a server's log, unchanged.
#[derive(Debug, thiserror::Error)]
#[error("\n{0}")]
pub struct LogTail(pub String);
