//! The errors of this program that a user can fix, and their sentences in both languages.

use std::error::Error as StdError;
use std::path::PathBuf;

use ishigaki_generator::ParameterFault;
use ishigaki_scenarios::{Figure, toml_message};
use ishigaki_server::{explanation, finding};
use ishigaki_words::Words;

/// Options or files that make no sense: the exit code of a wrong command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionsError {
    /// Nobody to play against.
    #[error("--against plays a bot against another one")]
    Alone,
    /// Neither a bot that there is, nor a command that can be started.
    #[error("{bot}: no bot of this name, and no command that can be started ({why})")]
    NoBot {
        /// Text that was given.
        bot: String,
        /// Fault of it as a command.
        why: String,
    },
    /// Two bots of one name.
    #[error("two bots are called {name}; NAME=COMMAND gives one another name")]
    SameName {
        /// The name.
        name: String,
    },
    /// A file is no ladder.
    #[error("{} is no ladder: {why}", path.display())]
    Ladder {
        /// Path of the file.
        path: PathBuf,
        /// Fault of the file.
        why: String,
    },
    /// Several servers over what only one may have open.
    #[error("--servers {servers}: several servers share a journal in a database, such as --journal postgres")]
    Servers {
        /// Number of servers.
        servers: usize,
    },
    /// Parameters of a scenario that are none.
    #[error("{file}: {fault}")]
    Parameters {
        /// The file.
        file: String,
        /// Fault of the parameters.
        fault: ParameterFault,
    },
    /// Parameters that lead to no scenario.
    #[error("{file}: {why}")]
    NotMade {
        /// The file.
        file: String,
        /// Reason, in English.
        why: String,
    },
}

/// A file that is there and holds something else than what was made.
#[derive(Debug, thiserror::Error)]
#[error("{} is there and holds something else; nothing was overwritten", path.display())]
pub struct FileExists {
    /// Path of the file.
    pub path: PathBuf,
}

/// Returns what went wrong and why, in the reader's language.
pub fn explain(error: &anyhow::Error, words: &Words) -> String {
    explanation::explain_by(error, words, sentence)
}

fn sentence(link: &(dyn StdError + 'static), words: &Words) -> Option<String> {
    if let Some(error) = link.downcast_ref::<OptionsError>() {
        return Some(error.say(words));
    }
    if let Some(FileExists { path }) = link.downcast_ref() {
        return Some(words.say("trouble-exists", &[("path", path.display().to_string().into())]));
    }
    rehearsal::error::sentence(link, words)
}

fn say_parameter_fault(fault: &ParameterFault, words: &Words) -> String {
    match fault {
        ParameterFault::Unreadable { line, column, what } => {
            let what = match toml_message(what) {
                Figure::Phrase(phrase) => finding::phrase(&phrase, words),
                other => other.to_string(),
            };
            let gaps = [("line", (*line).into()), ("column", (*column).into()), ("what", what.into())];
            words.say("misuse-parameters-unreadable", &gaps)
        }
        ParameterFault::Name { name } => {
            words.say("misuse-parameters-name", &[("name", name.as_str().into())])
        }
        ParameterFault::OutOfRange { field, value, low, high, rule } => {
            let gaps = [
                ("field", (*field).into()),
                ("value", value.to_string().into()),
                ("low", low.to_string().into()),
                ("high", high.to_string().into()),
                ("rule", (*rule).into()),
            ];
            words.say("misuse-parameters-range", &gaps)
        }
    }
}

impl OptionsError {
    /// The sentence.
    pub fn say(&self, words: &Words) -> String {
        match self {
            Self::Alone => words.label("misuse-alone"),
            Self::NoBot { bot, why } => {
                words.say("misuse-no-bot", &[("bot", bot.as_str().into()), ("why", why.as_str().into())])
            }
            Self::SameName { name } => words.say("misuse-same-name", &[("name", name.as_str().into())]),
            Self::Ladder { path, why } => {
                let gaps = [("path", path.display().to_string().into()), ("why", why.as_str().into())];
                words.say("misuse-ladder", &gaps)
            }
            Self::Servers { servers } => words.say("misuse-servers", &[("servers", (*servers).into())]),
            Self::Parameters { file, fault } => {
                let gaps =
                    [("file", file.as_str().into()), ("fault", say_parameter_fault(fault, words).into())];
                words.say("misuse-parameters", &gaps)
            }
            Self::NotMade { file, why } => {
                let gaps = [("file", file.as_str().into()), ("fault", why.as_str().into())];
                words.say("misuse-parameters", &gaps)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::*;

    #[test]
    fn a_misuse_says_the_same_in_english_as_its_error_and_something_else_in_japanese() {
        let all = [
            OptionsError::Alone,
            OptionsError::NoBot { bot: "mine".into(), why: "mine".into() },
            OptionsError::SameName { name: "mine".into() },
            OptionsError::Ladder { path: "l.json".into(), why: "x".into() },
            OptionsError::Servers { servers: 3 },
            OptionsError::Parameters {
                file: "p.toml".into(),
                fault: ParameterFault::Unreadable { line: 1, column: 1, what: "missing field `name`".into() },
            },
            OptionsError::Parameters {
                file: "p.toml".into(),
                fault: ParameterFault::Name { name: "A".into() },
            },
        ];
        for error in all {
            let error = anyhow::Error::new(error.clone());
            assert_eq!(explain(&error, &Words::new(Lang::En)), error.to_string());
            assert_ne!(explain(&error, &Words::new(Lang::Ja)), error.to_string());
        }
    }
}
