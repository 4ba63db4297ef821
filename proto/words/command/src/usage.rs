//! Errors of a command line, in the user's language.

use std::collections::BTreeMap;
use std::error::Error;
use std::net::AddrParseError;
use std::num::{ParseIntError, TryFromIntError};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use ishigaki_words::{Value, Words};

use crate::{CommandError, Exit, ValueError};

/// Error of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    key: &'static str,
    gaps: Vec<(&'static str, String)>,
    reason: Option<String>,
    form: Option<ValueError>,
    suggested: Option<String>,
    line: Option<String>,
    /// The command's own options, for an unknown argument.
    options: Vec<String>,
}

impl Usage {
    /// Returns clap's error.
    pub fn of(error: &clap::Error) -> Self {
        let get = |kind| error.get(kind).and_then(text);
        let argument = get(ContextKind::InvalidArg).unwrap_or_default();
        let value = get(ContextKind::InvalidValue).unwrap_or_default();
        let of_argument = || vec![("argument", argument.clone())];
        let of_value = || vec![("argument", argument.clone()), ("value", value.clone())];
        let counted = |kind| get(kind).unwrap_or_default();
        let (mut reason, mut form) = (None, None);
        let (key, gaps) = match error.kind() {
            ErrorKind::MissingRequiredArgument => ("usage-missing", vec![("arguments", argument.clone())]),
            ErrorKind::MissingSubcommand => ("usage-no-command", Vec::new()),
            ErrorKind::InvalidSubcommand => {
                let command = get(ContextKind::InvalidSubcommand).unwrap_or_default();
                ("usage-unknown-command", vec![("command", command)])
            }
            ErrorKind::UnknownArgument => (unknown(&argument, error), of_argument()),
            ErrorKind::ArgumentConflict => match get(ContextKind::PriorArg) {
                Some(prior) if prior == argument => ("usage-twice", of_argument()),
                Some(prior) => ("usage-conflict", vec![("argument", argument.clone()), ("other", prior)]),
                None => ("usage-conflict-any", of_argument()),
            },
            // A missing value.
            ErrorKind::InvalidValue if value.is_empty() => ("usage-no-value", of_argument()),
            ErrorKind::InvalidValue => {
                let mut gaps = of_value();
                gaps.push(("values", get(ContextKind::ValidValue).unwrap_or_default()));
                ("usage-not-one-of", gaps)
            }
            ErrorKind::ValueValidation => {
                let refused = error.source();
                reason = refused.map(ToString::to_string);
                form = refused.and_then(|refused| form_of(&argument, refused));
                ("usage-bad-value", without_secret(of_value(), form.as_ref()))
            }
            ErrorKind::TooManyValues => ("usage-too-many-values", of_value()),
            ErrorKind::TooFewValues => (
                "usage-too-few-values",
                vec![("argument", argument.clone()), ("least", counted(ContextKind::MinValues))],
            ),
            ErrorKind::WrongNumberOfValues => {
                let wanted = counted(ContextKind::ExpectedNumValues);
                ("usage-number-of-values", vec![("argument", argument.clone()), ("wanted", wanted)])
            }
            ErrorKind::NoEquals => ("usage-no-equals", of_argument()),
            ErrorKind::InvalidUtf8 => ("usage-no-text", Vec::new()),
            // An error of the program's own check, or of a newer clap.
            _ => ("shared-other", vec![("what", first_line(error))]),
        };
        let suggested =
            [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
        Self {
            key,
            gaps,
            form,
            reason,
            suggested: suggested.into_iter().find_map(get).filter(|suggested| !suggested.is_empty()),
            line: get(ContextKind::Usage).map(|usage| usage.trim().to_owned()),
            options: Vec::new(),
        }
    }

    /// Adds the usage line from the command's help, and its options after an unknown one. clap's own usage
    /// line would show all given arguments, including those of the environment, as required.
    #[must_use]
    pub fn of_command(mut self, mut command: Command) -> Self {
        command.build();
        let names: Vec<&str> = self.line.iter().flat_map(|line| line.split_whitespace()).skip(2).collect();
        for name in names.into_iter().take_while(|name| !name.starts_with(['-', '<', '['])) {
            if let Some(sub) = command.find_subcommand(name).cloned() {
                command = sub;
            }
        }
        let is_shown = |name: &&str| !command.find_subcommand(name).is_some_and(Command::is_hide_set);
        let suggested = self.suggested.take().unwrap_or_default();
        let suggested = suggested.split(", ").filter(is_shown).collect::<Vec<_>>().join(", ");
        self.suggested = Some(suggested).filter(|suggested| !suggested.is_empty());
        if self.suggested.is_none() && self.key == "usage-unknown-command" {
            self.suggested = self.gaps.first().and_then(|(_, typed)| nearest_command(&command, typed));
        }
        let line = self.line.is_some().then(|| command.render_usage().to_string());
        self.line = line.map(|line| line.trim().to_owned());
        if ["usage-unknown", "usage-unknown-or-text"].contains(&self.key) {
            self.place(&command);
        }
        self
    }

    fn place(&mut self, command: &Command) {
        let given = self.gaps.first().map(|(_, argument)| argument.trim_start_matches('-').to_owned());
        let is_named = |place: &&Arg| {
            let names = place.get_value_names().unwrap_or_default();
            names.iter().any(|name| given.as_deref().is_some_and(|given| name.eq_ignore_ascii_case(given)))
        };
        if let Some(place) = command.get_positionals().find(is_named) {
            self.key = "usage-unknown-place";
            self.gaps.push(("place", place.to_string()));
        }
        let is_own = |option: &&Arg| {
            let is_for_all = option.is_global_set() || matches!(option.get_id().as_str(), "help" | "version");
            !is_for_all && !option.is_positional() && !option.is_hide_set()
        };
        if self.suggested.is_none() {
            self.options = command.get_arguments().filter(is_own).map(ToString::to_string).collect();
        }
    }

    /// Returns the error in one line.
    pub fn sentence(&self, words: &Words) -> String {
        let gaps: Vec<(&str, Value)> =
            self.gaps.iter().map(|(name, text)| (*name, text.as_str().into())).collect();
        let mut text = words.say(self.key, &gaps);
        // The expected form is shown in both languages; otherwise the parser's message.
        let reason = self.form.as_ref().map(|form| form.say(words)).or_else(|| self.reason.clone());
        if let Some(reason) = reason {
            text = words.say("usage-because", &[("what", text.into()), ("why", reason.into())]);
        }
        if let Some(suggested) = &self.suggested {
            let gaps = [("what", text.into()), ("suggested", suggested.as_str().into())];
            text = words.say("usage-suggestion", &gaps);
        }
        text
    }

    pub(crate) fn say(&self, words: &Words) -> String {
        let mut text = words.say("usage-error", &[("what", self.sentence(words).into())]) + "\n\n";
        if let Some(usage) = &self.line {
            let usage = usage.strip_prefix("Usage: ").unwrap_or(usage);
            // These are the program's own line breaks, so they are kept.
            text = text + &words.label("usage-line") + usage + "\n\n";
        }
        if !self.options.is_empty() {
            text = text + &words.label("usage-options") + &self.options.join("  ") + "\n\n";
        }
        text + &words.label("usage-more")
    }
}

impl CommandError for Usage {
    fn end(&self) -> (Exit, &'static str) {
        (Exit::Misused, "USAGE")
    }

    fn figures(&self) -> BTreeMap<&str, &str> {
        self.gaps.iter().map(|(name, text)| (*name, text.as_str())).collect()
    }
}

fn without_secret(
    mut gaps: Vec<(&'static str, String)>,
    form: Option<&ValueError>,
) -> Vec<(&'static str, String)> {
    if form.is_some_and(ValueError::is_secret) {
        gaps.iter_mut().filter(|(name, _)| *name == "value").for_each(|(_, value)| *value = "...".into());
    }
    gaps
}

/// Returns the expected form of a rejected value: from its parser, from Rust's own parsers, or the value's
/// name in the argument as shown by clap, such as `--server <URL>`.
fn form_of(argument: &str, refused: &(dyn Error + 'static)) -> Option<ValueError> {
    if let Some(value_error) = refused.downcast_ref::<ValueError>() {
        return Some(value_error.clone());
    }
    // clap has no type for this error.
    let text = refused.to_string();
    let range = text.split_once(" is not in ").and_then(|(_, range)| range.split_once(".."));
    if let Some((least, most)) = range {
        let most = most.trim_start_matches('=');
        return Some(ValueError::new("usage-form-range").with("least", least).with("most", most));
    }
    let name = argument.split(['<', '[']).nth(1).and_then(|rest| rest.split(['>', ']']).next());
    let key = match name {
        Some("URL") => "usage-form-url",
        Some("FINGERPRINT") => "usage-form-fingerprint",
        Some("STAGE") => "usage-form-stage",
        Some("GROUP") => "usage-form-group",
        _ if refused.is::<ParseIntError>() || refused.is::<TryFromIntError>() => "usage-form-number",
        _ if refused.is::<AddrParseError>() => "usage-form-address",
        _ => return None,
    };
    Some(ValueError::new(key))
}

fn text(value: &ContextValue) -> Option<String> {
    Some(match value {
        ContextValue::String(text) => text.clone(),
        ContextValue::Strings(texts) => texts.join(", "),
        ContextValue::StyledStr(text) => text.to_string(),
        ContextValue::StyledStrs(texts) => {
            texts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        ContextValue::Number(number) => number.to_string(),
        _ => return None,
    })
}

fn unknown(argument: &str, error: &clap::Error) -> &'static str {
    let takes_text = error.get(ContextKind::Suggested).is_some();
    match (argument.starts_with('-'), takes_text) {
        (false, _) => "usage-unexpected",
        (true, true) => "usage-unknown-or-text",
        (true, false) => "usage-unknown",
    }
}

fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// Returns the command that is at most two typing errors away. clap's own suggestions miss short names with
/// swapped letters, such as `bdi`.
fn nearest_command(command: &Command, typed: &str) -> Option<String> {
    let names = command.get_subcommands().filter(|sub| !sub.is_hide_set()).map(Command::get_name);
    let near = names.map(|name| (strsim::damerau_levenshtein(name, typed), name));
    let nearest = near.filter(|(errors, name)| *errors <= 2 && *errors < name.chars().count()).min()?;
    Some(nearest.1.to_owned())
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::*;

    #[test]
    fn value_forms_are_described_in_both_languages() {
        let number = "x".parse::<u32>().unwrap_err();
        let address = "x".parse::<std::net::SocketAddr>().unwrap_err();
        let range: Box<dyn Error> = "9 is not in 1..=8".into();
        let other: Box<dyn Error> = "no".into();
        let forms = [
            form_of("--threads <N>", &number),
            form_of("--listen <ADDRESS>", &address),
            form_of("--threads <N>", &*range),
            form_of("--server <URL>", &*other),
            form_of("--key <FINGERPRINT>", &*other),
            form_of("<STAGE>", &number),
            form_of("[GROUP]", &number),
        ];
        let sentences = |lang| {
            let words = Words::new(lang);
            let sentences =
                forms.iter().map(|form| form.as_ref().map(|form| form.say(&words)).unwrap_or_default());
            sentences.collect::<Vec<_>>()
        };
        let (english, japanese) = (sentences(Lang::En), sentences(Lang::Ja));
        assert_eq!(english[2], "expected a whole number from 1 to 8");
        for (english, japanese) in english.iter().zip(&japanese) {
            assert!(english.contains(' ') && !japanese.is_ascii(), "{english}: {japanese}");
        }
        assert_eq!(form_of("--out <FILE>", &*other), None);
    }
}
