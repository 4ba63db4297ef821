//! The errors of this program that whoever started it can mend, and their sentences in both languages.
//!
//! What is inconsistent in a game that was played has no sentence: that is for whoever mends the server.

use std::error::Error as StdError;
use std::io;
use std::path::PathBuf;
use std::process::ExitStatus;

use ishigaki_rules::{RoundNo, SetupFault};
use ishigaki_server::{explanation, journal};
use ishigaki_words::{Value, Words};

/// Number of teams that a game may have (`G2`).
pub const TEAMS: std::ops::RangeInclusive<usize> = 2..=16;

/// Options that do not go together: the exit code of a command that makes no sense.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// The lists are those of another number of teams.
    #[error(
        "--teams {teams}: the lists of {scenario} are those of {fixed} teams (--no-lists plays with bots)"
    )]
    Lists {
        /// Number of teams that were asked for.
        teams: usize,
        /// Scenario of the lists.
        scenario: String,
        /// Number of teams that they are of.
        fixed: usize,
    },
    /// Bots where the lists are fixed.
    #[error("--bots: the lists of {scenario} are fixed (--no-lists plays with bots)")]
    Fixed {
        /// Scenario of the lists.
        scenario: String,
    },
    /// More bots than teams.
    #[error("--bots: {bots} bots for {teams} teams")]
    Bots {
        /// Number of bots that were named.
        bots: usize,
        /// Number of teams.
        teams: usize,
    },
    /// More bots than seats beside the one that is taken.
    #[error("--against: {bots} bots for {seats} seats")]
    Against {
        /// Number of bots that were named.
        bots: usize,
        /// Number of seats.
        seats: usize,
    },
    /// The scenario has no such round.
    #[error("there is no round {round}, only 1 to {rounds}")]
    Round {
        /// The round that was named.
        round: RoundNo,
        /// Number of rounds.
        rounds: usize,
    },
    /// The text that was given is no pace.
    #[error("--pace {pace}: {why}")]
    Pace {
        /// Text that was given.
        pace: String,
        /// Description of a pace, in English.
        why: String,
        /// The longest window, in seconds.
        longest: u64,
    },
    /// The scenario is made for a number of teams that none can have (`G2`).
    #[error("{teams} teams; a game has {} to {}", TEAMS.start(), TEAMS.end())]
    Teams {
        /// Number of teams.
        teams: usize,
    },
    /// The roster has more lines than there are names.
    #[error("--teams {teams}: at most {most}")]
    Roster {
        /// Number of teams.
        teams: usize,
        /// Greatest number that there can be.
        most: usize,
    },
    /// The scenario cannot be played with these teams.
    #[error("this cannot be played: {0}")]
    Setup(SetupFault),
}

/// Error of a rehearsal that cannot be played, or of a game that did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is no place for the server's files.
    #[error("cannot make a folder")]
    Folder(#[source] io::Error),
    /// A folder cannot be made.
    #[error("cannot make {}", path.display())]
    Make {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// Another rehearsal's files are in the folder.
    #[error("{} holds a rehearsal already", .0.display())]
    Used(PathBuf),
    /// A file cannot be written.
    #[error("cannot write {}", path.display())]
    Write {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// The server's program cannot be started.
    #[error("cannot start the server, {}", path.display())]
    Launch {
        /// Path of the file.
        path: PathBuf,
        /// Error of the system.
        source: io::Error,
    },
    /// This program was built without the server, and that is not beside it.
    #[error(
        "there is no server to rehearse with: this program has none in it and starts the one beside it, {}; take both out of the \
         release's archive, into one folder",
        path.display()
    )]
    NoServer {
        /// Path at which it would be.
        path: PathBuf,
    },
    /// The server ended before it served.
    #[error("the server did not start; the end of its log:\n{log}")]
    NoStart {
        /// The last lines of its log.
        log: String,
    },
    /// The server ended while it was needed.
    #[error("the server ended by itself ({0})")]
    Ended(ExitStatus),
    /// There is no place for a journal in the database.
    #[error(
        "there is no database to rehearse on. PostgreSQL comes with most systems (Debian and Ubuntu: apt-get install \
         postgresql); then, as its owner: createuser --createdb judge && createdb --owner judge contest"
    )]
    Database {
        /// Error of the journal.
        source: journal::Error,
    },
    /// No database of the rehearsal's own can be started.
    #[error("there is no PostgreSQL to rehearse on: {why}")]
    OwnDatabase {
        /// Reason.
        why: String,
    },
    /// The game stands.
    #[error("nothing has happened for {seconds} s")]
    Still {
        /// For how long.
        seconds: u64,
    },
}

/// Returns what went wrong and why, in the reader's language.
pub fn explain(error: &anyhow::Error, words: &Words) -> String {
    explanation::explain_by(error, words, sentence)
}

/// Returns the sentence of an error of this crate.
pub fn sentence(link: &(dyn StdError + 'static), words: &Words) -> Option<String> {
    let error = link.downcast_ref().map(|error: &OptionsError| error.say(words));
    error.or_else(|| link.downcast_ref().map(|error: &Error| error.say(words)))
}

impl OptionsError {
    /// The sentence.
    pub fn say(&self, words: &Words) -> String {
        match self {
            Self::Lists { teams, scenario, fixed } => {
                let gaps = [
                    ("teams", (*teams).into()),
                    ("scenario", scenario.as_str().into()),
                    ("fixed", (*fixed).into()),
                ];
                words.say("misuse-lists", &gaps)
            }
            Self::Fixed { scenario } => words.say("misuse-fixed", &[("scenario", scenario.as_str().into())]),
            Self::Bots { bots, teams } => {
                words.say("misuse-bots", &[("bots", (*bots).into()), ("teams", (*teams).into())])
            }
            Self::Against { bots, seats } => {
                words.say("misuse-against", &[("bots", (*bots).into()), ("seats", (*seats).into())])
            }
            Self::Round { round, rounds } => {
                words.say("misuse-round", &[("round", (*round).into()), ("rounds", (*rounds).into())])
            }
            Self::Pace { pace, longest, .. } => {
                let gaps = [("pace", pace.as_str().into()), ("longest", longest.to_string().into())];
                words.say("misuse-pace", &gaps)
            }
            Self::Teams { teams } => {
                let gaps = [
                    ("teams", (*teams).into()),
                    ("least", (*TEAMS.start()).into()),
                    ("most", (*TEAMS.end()).into()),
                ];
                words.say("misuse-teams", &gaps)
            }
            Self::Roster { teams, most } => {
                words.say("misuse-roster", &[("teams", (*teams).into()), ("most", (*most).into())])
            }
            Self::Setup(fault) => words.say("misuse-setup", &[("fault", words.setup_fault(fault).into())]),
        }
    }
}

impl Error {
    /// The sentence, without what stands behind it.
    pub fn say(&self, words: &Words) -> String {
        let at = |path: &PathBuf| [("path", Value::from(path.display().to_string()))];
        match self {
            Self::Folder(_) => words.label("trouble-folder"),
            Self::Make { path, .. } => words.say("trouble-make", &at(path)),
            Self::Used(path) => words.say("trouble-used", &at(path)),
            Self::Write { path, .. } => words.say("trouble-write", &at(path)),
            Self::Launch { path, .. } => words.say("trouble-launch", &at(path)),
            Self::NoServer { path } => words.say("trouble-no-server", &at(path)),
            // The log keeps its lines.
            Self::NoStart { log } => words.label("trouble-no-start") + "\n" + log,
            Self::Ended(status) => words.say("trouble-ended", &[("status", status.to_string().into())]),
            Self::Database { .. } => words.label("trouble-database"),
            Self::OwnDatabase { why } => words.say("trouble-own-database", &[("why", why.as_str().into())]),
            Self::Still { seconds } => words.say("trouble-still", &[("seconds", seconds.to_string().into())]),
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::*;
    use crate::practice::{LONGEST, PaceError};

    #[test]
    fn a_server_that_is_not_there_is_said_in_both_languages() {
        let error = anyhow::Error::new(Error::NoServer { path: "bin/ishigaki-server".into() });
        assert_eq!(explain(&error, &Words::new(Lang::En)), error.to_string());
        let japanese = explain(&error, &Words::new(Lang::Ja));
        assert!(
            japanese.contains("bin/ishigaki-server") && japanese.contains("同じフォルダー"),
            "{japanese}"
        );
    }

    #[test]
    fn a_misuse_says_the_same_in_english_as_its_error_and_something_else_in_japanese() {
        let lists = OptionsError::Lists { teams: 3, scenario: "tiny-2".into(), fixed: 2 };
        let all = [
            lists,
            OptionsError::Fixed { scenario: "tiny-2".into() },
            OptionsError::Bots { bots: 5, teams: 4 },
            OptionsError::Against { bots: 5, seats: 3 },
            OptionsError::Round { round: RoundNo(9), rounds: 4 },
            OptionsError::Pace { pace: "hasty".into(), why: PaceError.to_string(), longest: LONGEST },
            OptionsError::Teams { teams: 17 },
            OptionsError::Setup(SetupFault::NoRounds),
        ];
        for error in all {
            let error = anyhow::Error::new(error.clone());
            assert_eq!(explain(&error, &Words::new(Lang::En)), error.to_string());
            assert_ne!(explain(&error, &Words::new(Lang::Ja)), error.to_string());
        }
    }
}
