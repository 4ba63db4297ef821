//! Why the program failed: its exit code and its sentence.

use std::error::Error;
use std::io;
use std::path::Path;

use ishigaki_client::{self as line, BadInvitation, JoinError, Kit, KitError, Link, Told, examine};
use ishigaki_command::{CommandError, Exit};
use ishigaki_proto::fault::{ErrorReason, Fault, reason_name};
use ishigaki_record::transcript::LineError;
use ishigaki_record::verify::Finding;
use ishigaki_words::Words;

use crate::entry::slip_key;
use crate::listing::{self, Trouble};
use crate::options::Misuse;
use crate::replay::Unplayable;

/// Why the program failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// What was given makes no sense.
    Misuse(Misuse),
    /// The call came to nothing.
    Call(Trouble),
    /// The game that was named has not been started yet, and no call but the one that starts it knows it.
    Waits {
        /// Its id.
        game: String,
        /// The server's refusal.
        fault: Box<Fault>,
    },
    /// The server is not to be talked to as it was named.
    Kit(KitError),
    /// The server was not joined.
    Join(JoinError),
    /// There is something wrong with the line to the server.
    Line(line::Trouble),
    /// The server gave lines that are no record.
    NoRecord(LineError),
    /// A file cannot be written.
    File {
        /// Which.
        file: String,
        /// What is wrong.
        what: String,
    },
    /// A record that was to be played back is not in order: its first fault.
    NotInOrder(Box<Finding>),
    /// The console cannot run.
    Console(anyhow::Error),
    /// The answer cannot be written.
    Output(io::Error),
}

impl Failure {
    /// Why a record is not played back.
    pub(crate) fn unplayable(file: &Path, why: Unplayable) -> Self {
        match why {
            Unplayable::File(error) => {
                Self::File { file: file.display().to_string(), what: error.to_string() }
            }
            Unplayable::NotInOrder(finding) => Self::NotInOrder(finding),
            Unplayable::NoRecord(error) => Self::NoRecord(error),
        }
    }

    /// Whether nobody has answered, and nobody has said why.
    pub(crate) fn is_silence(&self) -> bool {
        matches!(self, Self::Call(Trouble::Unanswered { .. }))
    }

    /// Tells a game that has not been started yet from one that there is not: most calls know neither.
    pub(crate) async fn told_apart(self, link: &Link) -> Self {
        let Self::Call(Trouble::Refused(fault)) = self else { return self };
        let game = fault.metadata.get("game").filter(|_| fault.reason == ErrorReason::UnknownGame).cloned();
        if let Some(game) = game
            && let Ok(programme) = listing::all(link).await
            && programme.games.iter().any(|listed| listed.game == game && listed.is_waiting())
        {
            return Self::Waits { game, fault };
        }
        Self::Call(Trouble::Refused(fault))
    }

    /// Why nobody has answered, if the line to the server shows it.
    pub(crate) async fn looked_into(self, told: Told) -> Self {
        let Ok(address) = Kit::here().address(told) else { return self };
        examine(&address).await.map_or(self, Self::Line)
    }

    /// What happened, in words; `server` is where this program was told to connect to.
    pub(crate) fn say(&self, server: &str, words: &Words) -> String {
        let code = |code: &tonic::Code| ("code", format!("{code:?}").into());
        match self {
            Self::Misuse(misuse) => say_misuse(misuse, words),
            Self::Kit(error) => {
                let (key, gaps) = error.key();
                let gaps: Vec<_> = gaps.into_iter().map(|(name, text)| (name, text.into())).collect();
                words.say(key, &gaps)
            }
            Self::Join(error) => {
                let (key, gap) = error.key();
                let gaps: Vec<_> = gap.into_iter().map(|(name, text)| (name, text.into())).collect();
                words.say(key, &gaps)
            }
            Self::Line(trouble) => words.label(trouble.key()),
            // Several faults have a line each, so this is no gap of a sentence.
            Self::Call(Trouble::Refused(fault)) => {
                format!("{}{}", words.label("cli-refused"), words.fault(fault))
            }
            Self::Waits { game, .. } => words.say("cli-game-waits", &[("game", game.as_str().into())]),
            Self::Call(Trouble::Unanswered { code: what }) => {
                words.say("cli-unanswered", &[("server", server.into()), code(what)])
            }
            Self::Call(Trouble::Unknown { code: what }) => words.say("cli-unknown-answer", &[code(what)]),
            Self::NoRecord(error) => words.not_in_order(&error.to_string()),
            Self::File { file, what } => {
                words.say("cli-file", &[("file", file.as_str().into()), ("what", what.as_str().into())])
            }
            Self::NotInOrder(finding) => words.say("replay-not-in-order", &[("what", chain(finding).into())]),
            Self::Console(error) => words.say("console-failed", &[("what", format!("{error:#}").into())]),
            Self::Output(error) => words.say("cli-no-output", &[("what", error.to_string().into())]),
        }
    }
}

impl CommandError for Failure {
    fn exit(&self) -> Exit {
        match self {
            Self::Misuse(_) | Self::Kit(_) => Exit::Misused,
            Self::Call(Trouble::Refused(fault)) => Exit::of_refusal(fault),
            Self::Waits { .. } => Exit::Denied,
            Self::Call(Trouble::Unanswered { .. } | Trouble::Unknown { .. })
            | Self::Join(_)
            | Self::Line(_)
            | Self::NoRecord(_) => Exit::Unanswered,
            // Whoever was reading has seen enough.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::File { .. } | Self::NotInOrder(_) | Self::Console(_) | Self::Output(_) => Exit::Failed,
        }
    }

    fn reason(&self) -> &'static str {
        match self {
            Self::Misuse(_) => "USAGE",
            Self::Kit(_) => "NO_WAY",
            Self::Join(_) => "NOT_JOINED",
            Self::Line(_) => "WRONG_LINE",
            Self::Call(Trouble::Refused(fault)) | Self::Waits { fault, .. } => reason_name(fault.reason),
            Self::Call(Trouble::Unanswered { .. }) => "UNANSWERED",
            Self::Call(Trouble::Unknown { .. }) => "UNKNOWN_ANSWER",
            Self::NoRecord(_) | Self::NotInOrder(_) => "NOT_IN_ORDER",
            Self::File { .. } => "FILE",
            Self::Console(_) => "CONSOLE",
            Self::Output(_) => "OUTPUT",
        }
    }

    fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Call(Trouble::Refused(fault)) | Self::Waits { fault, .. } => Some(fault),
            _ => None,
        }
    }
}

/// An error with what it stands on: `line 3: it cannot be read: ...`.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text = format!("{text}: {cause}");
        source = cause.source();
    }
    text
}

fn say_misuse(misuse: &Misuse, words: &Words) -> String {
    match misuse {
        Misuse::Token(slip) => {
            let (key, gaps) = slip.key();
            let gaps: Vec<_> = gaps.into_iter().map(|(name, text)| (name, text.into())).collect();
            words.say(key, &gaps)
        }
        Misuse::Entry(slip) => {
            let what = words.say(slip_key(slip.kind), &[("item", slip.item.into())]);
            words.say("cli-enter-slip", &[("what", what.into())])
        }
        Misuse::EntryFile { file, what } => {
            words.say("cli-enter-file", &[("file", file.as_str().into()), ("what", what.as_str().into())])
        }
        Misuse::Join(bad) => bad_invitation(*bad, words),
        Misuse::NothingEntered => words.label("cli-enter-nothing"),
        Misuse::GameWithCommand => words.label("console-game-with-command"),
        Misuse::WhichGames { games } => match &games[..] {
            [] => words.label("auto-no-game"),
            games => words.say("auto-which", &[("games", words.list(games.iter().cloned()).into())]),
        },
    }
}

/// What is wrong with what somebody typed to join.
pub(crate) fn bad_invitation(bad: BadInvitation, words: &Words) -> String {
    let (key, gaps) = bad.key();
    let gaps: Vec<_> = gaps.into_iter().map(|(name, count)| (name, count.into())).collect();
    words.say(key, &gaps)
}

impl From<Misuse> for Failure {
    fn from(misuse: Misuse) -> Self {
        Self::Misuse(misuse)
    }
}

impl From<BadInvitation> for Failure {
    fn from(bad: BadInvitation) -> Self {
        Misuse::Join(bad).into()
    }
}

impl From<KitError> for Failure {
    fn from(error: KitError) -> Self {
        Self::Kit(error)
    }
}

impl From<JoinError> for Failure {
    fn from(error: JoinError) -> Self {
        Self::Join(error)
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Self::Call(trouble)
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::Console(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_client::arguments::TokenSlip;

    use super::*;

    #[test]
    fn the_exit_code_tells_what_to_do_about_it() {
        assert_eq!(Failure::Misuse(Misuse::Token(TokenSlip::Missing)).exit(), Exit::Misused);
        let unanswered = Trouble::Unanswered { code: tonic::Code::Unavailable };
        assert_eq!(Failure::Call(unanswered).exit(), Exit::Unanswered);
        assert_eq!(Failure::Output(io::ErrorKind::BrokenPipe.into()).exit(), Exit::Done);
    }
}
