//! Command lines of all programs: parsing, help, answers in text or JSON, errors, exit codes, completions.

mod command_result;
mod completions;
mod error;
mod exit;
mod file;
#[cfg(feature = "harness")]
pub mod harness;
mod help;
mod language;
#[cfg(feature = "log")]
pub mod log;
mod output;
mod progress;
mod rules;
mod usage;
mod value;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::{Str, ValueHint};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command, CommandFactory, FromArgMatches};
use ishigaki_words::{Lang, Words};

pub use clap_complete::Shell;
pub use command_result::CommandResult;
pub use completions::Completions;
pub use error::{CommandError, ViolationObject, violations};
pub use exit::Exit;
pub use file::write_file;
pub use language::{Language, language, language_of_environment};
pub use output::{JsonWriter, Output, json_line, unless_closed, wants_colour};
pub use progress::ProgressLine;
pub use rules::Rules;
pub use usage::Usage;
pub use value::{ValueError, value_of};

/// Heading of the options that every command of a program has.
pub const COMMON: &str = "Common options";

/// Parses this process's command line; `japanese` is the translation of its help ([`ishigaki_words::help`]).
///
/// # Errors
/// Returns the exit code after printing help or an error.
pub fn parse<C: CommandFactory + FromArgMatches>(japanese: &str) -> Result<C, ExitCode> {
    let given: Vec<OsString> = std::env::args_os().collect();
    read(&given).map_err(|error| print_error(error, &given, command::<C>(), japanese))
}

/// Parses a command line. An environment variable that conflicts with an argument is ignored.
pub fn read<C: CommandFactory + FromArgMatches>(given: &[OsString]) -> Result<C, clap::Error> {
    let mut command = command::<C>();
    let matches = command.try_get_matches_from_mut(given).or_else(|error| {
        let rivals = rivals(&error);
        if rivals.is_empty() {
            return Err(error);
        }
        let mut silenced = silenced(self::command::<C>(), &rivals);
        let read = silenced.try_get_matches_from_mut(given);
        // Two conflicting variables stay an error.
        read.ok().filter(|matches| names_one_of(matches, &silenced, &rivals)).ok_or(error)
    })?;
    C::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Returns the conflicting arguments as help shows them; empty for other errors.
fn rivals(error: &clap::Error) -> Vec<String> {
    if error.kind() != ErrorKind::ArgumentConflict {
        return Vec::new();
    }
    let named =
        [ContextKind::InvalidArg, ContextKind::PriorArg].into_iter().filter_map(|kind| error.get(kind));
    let texts = named.flat_map(|value| match value {
        ContextValue::String(text) => vec![text.clone()],
        ContextValue::Strings(texts) => texts.clone(),
        _ => Vec::new(),
    });
    texts.collect()
}

/// Returns whether one of these texts is the argument as help shows it: `--game <ID>` or `[GAME]`.
fn is_among(argument: &Arg, shown: &[String]) -> bool {
    let name = match (argument.get_long(), argument.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some([name, ..])) => name.to_string(),
        (None, _) => argument.get_id().as_str().to_uppercase(),
    };
    let is_it = |shown: &&String| {
        shown.trim_start_matches(['[', '<']).split([' ', '=', ']', '>']).next() == Some(&*name)
    };
    shown.iter().any(|shown| is_it(&shown))
}

/// Returns the commands without environment variables for these arguments.
fn silenced(command: Command, rivals: &[String]) -> Command {
    let command = command.mut_args(|argument| {
        let is_rival = argument.get_env().is_some() && is_among(&argument, rivals);
        if is_rival { argument.env(None::<&'static str>) } else { argument }
    });
    command.mut_subcommands(|sub| silenced(sub, rivals))
}

/// Returns whether one of these arguments is on the command line.
fn names_one_of(matches: &ArgMatches, command: &Command, rivals: &[String]) -> bool {
    let is_named = |argument: &Arg| {
        let id = argument.get_id().as_str();
        is_among(argument, rivals)
            && matches!(matches.try_contains_id(id), Ok(true))
            && matches.value_source(id) == Some(ValueSource::CommandLine)
    };
    command.get_arguments().any(is_named)
        || matches.subcommand().is_some_and(|(name, matches)| {
            let sub = command.find_subcommand(name);
            sub.is_some_and(|sub| names_one_of(matches, sub, rivals))
        })
}

/// Returns a program's clap command.
pub fn command<C: CommandFactory>() -> Command {
    completions::with_examples(dressed(C::command()))
}

/// An error fully described by its message.
struct Sentence(Exit);

impl CommandError for Sentence {
    fn end(&self) -> (Exit, &'static str) {
        (self.0, "FAILED")
    }
}

/// Prints help or an error, and returns the exit code.
fn print_error(error: clap::Error, given: &[OsString], command: Command, japanese: &str) -> ExitCode {
    let shape = AnswerShape::of(given);
    let words = Words::new(shape.lang);
    let help = match shape.lang {
        Lang::En => help::help_request(&command, given),
        Lang::Ja => help::answer(&command, given, japanese),
    };
    let error = help.unwrap_or(error);
    let is_help = matches!(
        error.kind(),
        ErrorKind::DisplayHelp
            | ErrorKind::DisplayVersion
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    );
    if is_help {
        // There is nowhere else to report it.
        _ = error.print();
        let is_wanted = error.kind() != ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
        return if is_wanted { Exit::Done } else { Exit::Misused }.into();
    }
    let usage = Usage::of(&error).of_command(command);
    let message = if shape.is_json { usage.sentence(&words) } else { usage.say(&words) };
    Output::new(shape.is_json).error(&usage, &message).into()
}

/// Shape and language of an answer, known even for an invalid command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnswerShape {
    pub is_json: bool,
    pub lang: Lang,
}

impl AnswerShape {
    /// Returns the shape and language of this process's command line.
    pub fn of_process() -> Self {
        Self::of(&std::env::args_os().collect::<Vec<_>>())
    }

    /// Prints why a command failed, as text after the program's name or as JSON, and returns its exit code.
    pub fn fail(self, named: &str, message: &str, exit: Exit) -> Exit {
        let text = if self.is_json { message.to_owned() } else { format!("{named}{message}") };
        Output::new(self.is_json).error(&Sentence(exit), &text)
    }

    fn of(given: &[OsString]) -> Self {
        let words = given.iter().skip(1).map(|word| word.to_string_lossy());
        let words: Vec<_> = words.take_while(|word| word != "--").collect();
        let after = words.windows(2).filter(|pair| pair[0] == "--lang").map(|pair| pair[1].to_string());
        let behind = words.iter().filter_map(|word| word.strip_prefix("--lang=").map(str::to_owned));
        let named = after.chain(behind).find_map(|name| name.parse().ok());
        Self {
            is_json: words.iter().any(|word| word == "--json"),
            lang: named.unwrap_or_else(language_of_environment),
        }
    }
}

/// Moves common options below a command's own, and tells shells which values are files or directories.
fn dressed(command: Command) -> Command {
    let command = command.mut_args(|argument| {
        let argument = match hint(&argument) {
            Some(hint) => argument.value_hint(hint),
            None => argument,
        };
        if argument.is_global_set() { argument.help_heading(COMMON) } else { argument }
    });
    command.mut_subcommands(dressed)
}

fn hint(argument: &Arg) -> Option<ValueHint> {
    let takes_values = argument.get_action().takes_values();
    if !takes_values || !argument.get_possible_values().is_empty() {
        return None;
    }
    let name = argument.get_value_names().and_then(<[_]>::first).map(Str::as_str)?;
    match name {
        "DIR" | "FOLDER" => Some(ValueHint::DirPath),
        "FILE" | "TRANSCRIPT" | "NAME|FILE" => Some(ValueHint::FilePath),
        // Positionals use the shell's own completion.
        _ if argument.is_positional() => None,
        _ => Some(ValueHint::Other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(line: &str) -> AnswerShape {
        let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        AnswerShape::of(&given)
    }

    #[derive(clap::Parser)]
    struct Line {
        #[arg(long, global = true, env = "PATH", default_value = "")]
        path: String,
        #[command(subcommand)]
        task: Task,
    }

    #[derive(clap::Subcommand)]
    enum Task {
        Go {
            #[arg(conflicts_with = "path")]
            place: Option<String>,
        },
    }

    #[test]
    fn conflicting_argument_overrides_environment_variable() {
        // PATH is set where tests run.
        let go = |line: &str| {
            let given: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            read::<Line>(&given).map(|Line { path, task: Task::Go { place } }| (path.is_empty(), place))
        };
        assert_eq!(go("p go there").ok(), Some((true, Some("there".into()))));
        assert_eq!(go("p go").ok(), Some((false, None)));
        let both = go("p go there --path here").map_err(|error| error.kind());
        assert_eq!(both, Err(ErrorKind::ArgumentConflict));
    }

    #[test]
    fn output_format_and_language_are_read_before_parsing() {
        assert!(
            shape("p bid --json").is_json
                && !shape("p bid -- --json").is_json
                && !shape("--json bid").is_json
        );
        for line in ["p --lang ja x", "p x --lang=ja", "p --lang nowhere --lang ja"] {
            assert_eq!(shape(line).lang, Lang::Ja, "{line}");
        }
        assert_eq!(shape("p --lang en").lang, Lang::En);
    }
}
