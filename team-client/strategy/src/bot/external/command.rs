//! A bot's process on a command line: `NAME=COMMAND`, or a command alone.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use ishigaki_catalogue::Message;
use ishigaki_command::{ValueError, value_of};

/// The command and name of a bot's process.
///
/// Quotes and backslashes work as in a shell, but no shell runs: no variables, pipes or patterns.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BotCommand {
    name: String,
    program: String,
    arguments: Vec<String>,
}

/// Error in a bot's command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("usage-form")]
pub enum BotCommandError {
    #[message("usage-form-no-command")]
    Empty,
    #[message("usage-form-open-quote")]
    Quote,
}

impl BotCommand {
    /// Parses a command on a command line.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        value_of(|error: &BotCommandError| ValueError::new(error.phrase().key()))
    }

    /// Returns the bot's name: the given one, or else the file stem of the first argument that has one, or of
    /// the program.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the program to start.
    pub fn program(&self) -> &str {
        &self.program
    }

    pub(super) fn arguments(&self) -> &[String] {
        &self.arguments
    }
}

impl FromStr for BotCommand {
    type Err = BotCommandError;

    fn from_str(text: &str) -> Result<Self, BotCommandError> {
        let (name, command) = match text.split_once('=') {
            Some((name, command)) if is_name(name) => (Some(name.to_owned()), command),
            _ => (None, text),
        };
        let mut words = shlex::split(command).ok_or(BotCommandError::Quote)?;
        if words.is_empty() {
            return Err(BotCommandError::Empty);
        }
        let program = words.remove(0);
        let file = words.iter().find(|word| !word.starts_with('-') && Path::new(word).extension().is_some());
        let stem = Path::new(file.unwrap_or(&program)).file_stem();
        let name = name.or_else(|| stem.map(|stem| stem.to_string_lossy().into_owned()));
        Ok(Self { name: name.unwrap_or_else(|| program.clone()), program, arguments: words })
    }
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|character| character.is_alphanumeric() || "-_".contains(character))
}

impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn read(text: &str) -> (String, String, Vec<String>) {
        let command: BotCommand = text.parse().unwrap();
        (command.name, command.program, command.arguments)
    }

    fn words(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn command_is_split_as_by_a_shell_and_named_by_its_file() {
        assert_eq!(read("python3 -u mine.py"), ("mine".into(), "python3".into(), words(&["-u", "mine.py"])));
        assert_eq!(read("'my bots/one' --fast"), ("one".into(), "my bots/one".into(), words(&["--fast"])));
        assert_eq!(read("node \"a b.js\""), ("a b".into(), "node".into(), words(&["a b.js"])));
    }

    #[test]
    fn prefix_before_command_is_bot_name() {
        assert_eq!(read("old=python3 v1/bot.py"), ("old".into(), "python3".into(), words(&["v1/bot.py"])));
        assert_eq!(read("城=./bot --x=1").0, "城");
        assert_eq!(read("./bot --x=1").0, "bot");
    }

    #[test]
    fn invalid_bot_command_is_rejected() {
        for (text, error) in [
            ("", BotCommandError::Empty),
            ("mine=", BotCommandError::Empty),
            ("python3 'mine.py", BotCommandError::Quote),
        ] {
            assert_eq!(text.parse::<BotCommand>(), Err(error), "{text:?}");
        }
    }
}
