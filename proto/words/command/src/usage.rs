//! The errors of a command line, in the reader's language.

use std::collections::BTreeMap;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use ishigaki_words::{Value, Words};

use crate::{CommandError, Exit};

/// Fault of a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usage {
    /// The catalogue's key, and what stands in its gaps.
    key: &'static str,
    gaps: Vec<(&'static str, String)>,
    /// Of a value that cannot be read: what the reader said, in English.
    why: Option<String>,
    /// The form that such a value has.
    form: Option<ValueForm>,
    /// What is likely meant.
    suggested: Option<String>,
    /// The line that says how the command is used.
    line: Option<String>,
    /// The command's own options, of an argument that it does not know.
    options: Vec<String>,
}

impl Usage {
    /// Returns what clap found.
    pub fn of(error: &clap::Error) -> Self {
        let get = |kind| error.get(kind).and_then(text);
        let argument = get(ContextKind::InvalidArg).unwrap_or_default();
        let value = get(ContextKind::InvalidValue).unwrap_or_default();
        let of_argument = || vec![("argument", argument.clone())];
        let of_value = || vec![("argument", argument.clone()), ("value", value.clone())];
        let counted = |kind| get(kind).unwrap_or_default();
        let mut why = None;
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
            // Nothing at all where a value is needed.
            ErrorKind::InvalidValue if value.is_empty() => ("usage-no-value", of_argument()),
            ErrorKind::InvalidValue => {
                let mut gaps = of_value();
                gaps.push(("values", get(ContextKind::ValidValue).unwrap_or_default()));
                ("usage-not-one-of", gaps)
            }
            ErrorKind::ValueValidation => {
                why = std::error::Error::source(error).map(ToString::to_string);
                ("usage-bad-value", of_value())
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
            // Said by a check of the program's own, or by a newer clap.
            _ => ("usage-other", vec![("what", first_line(error))]),
        };
        let suggested =
            [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
        Self {
            key,
            gaps,
            form: why.as_ref().and_then(|why| ValueForm::of(&argument, why)),
            why,
            suggested: suggested.into_iter().find_map(get).filter(|suggested| !suggested.is_empty()),
            line: get(ContextKind::Usage).map(|usage| usage.trim().to_owned()),
            options: Vec::new(),
        }
    }

    /// The same, with the line that the command's help has, and with its options where one is given that it has not. clap's own
    /// line takes up what was given, from the environment too, as if it had to be there.
    #[must_use]
    pub fn of_command(mut self, mut command: Command) -> Self {
        command.build();
        let names: Vec<&str> = self.line.iter().flat_map(|line| line.split_whitespace()).skip(2).collect();
        for name in names.into_iter().take_while(|name| !name.starts_with(['-', '<', '['])) {
            if let Some(sub) = command.find_subcommand(name).cloned() {
                command = sub;
            }
        }
        let line = self.line.is_some().then(|| command.render_usage().to_string());
        self.line = line.map(|line| line.trim().to_owned());
        if ["usage-unknown", "usage-unknown-or-text"].contains(&self.key) {
            self.place(&command);
        }
        self
    }

    /// Notes what stands in the place of an option that the command has not: its words, or one of them without the option's name.
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

    /// Returns what is wrong, in one line.
    pub fn sentence(&self, words: &Words) -> String {
        let gaps: Vec<(&str, Value)> =
            self.gaps.iter().map(|(name, text)| (*name, text.as_str().into())).collect();
        let mut text = words.say(self.key, &gaps);
        // The form is told in both languages, what the reader of the value said where there is no more to tell.
        let why = self.form.as_ref().map(|form| form.say(words)).or_else(|| self.why.clone());
        if let Some(why) = why {
            text = words.say("usage-because", &[("what", text.into()), ("why", why.into())]);
        }
        if let Some(suggested) = &self.suggested {
            let gaps = [("what", text.into()), ("suggested", suggested.as_str().into())];
            text = words.say("usage-suggestion", &gaps);
        }
        text
    }

    /// What is wrong, how the command is used, and where more is told.
    pub(crate) fn say(&self, words: &Words) -> String {
        let mut text = words.say("usage-error", &[("what", self.sentence(words).into())]) + "\n\n";
        if let Some(usage) = &self.line {
            let usage = usage.strip_prefix("Usage: ").unwrap_or(usage);
            // Its lines are this program's own, and stay lines.
            text = text + &words.label("usage-line") + usage + "\n\n";
        }
        if !self.options.is_empty() {
            text = text + &words.label("usage-options") + &self.options.join("  ") + "\n\n";
        }
        text + &words.label("usage-more")
    }
}

impl CommandError for Usage {
    fn exit(&self) -> Exit {
        Exit::Misused
    }

    fn reason(&self) -> &'static str {
        "USAGE"
    }

    fn figures(&self) -> BTreeMap<&str, &str> {
        self.gaps.iter().map(|(name, text)| (*name, text.as_str())).collect()
    }
}

/// The form of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum ValueForm {
    Url,
    Fingerprint,
    Number,
    Stage,
    Group,
    Range {
        least: u64,
        most: u64,
    },
    /// One of these, as the reader of the value lists them.
    OneOf {
        names: String,
    },
    /// A code of so many signs.
    CodeLength {
        found: String,
        expected: String,
    },
    /// A code with a slip in this group.
    CodeGroup {
        group: String,
    },
    /// A journal's location, which begins with another scheme.
    Scheme {
        found: String,
    },
    /// Told by the sentence of this key.
    Told(&'static str),
}

/// What readers of values say, by a part of it that nothing else has, and the key of the sentence for it.
const TOLD: [(&str, &str); 12] = [
    ("no whole number", "usage-form-number"),
    ("is not WINNER:LOSER", "usage-form-discs"),
    ("is neither TEAM=EMPTY", "usage-form-team-count"),
    ("it is not GAME/INSTANCE/SEQUENCE", "usage-form-line-id"),
    ("no number of seconds", "usage-form-seconds"),
    ("not above 0 and at most 86400", "usage-form-seconds"),
    ("invalid socket address", "usage-form-address"),
    ("a journal is a file, such as", "usage-form-journal"),
    ("one of the rehearsal's own", "usage-form-database"),
    ("there is no command in it", "usage-form-no-command"),
    ("a quote is not closed", "usage-form-open-quote"),
    ("neither slow, real nor fast", "usage-form-pace"),
];

impl ValueForm {
    /// By the value's name in the argument as clap shows it, such as `--server <URL>`, and by the bounds that clap says.
    fn of(argument: &str, why: &str) -> Option<Self> {
        if let Some((least, most)) =
            why.split_once(" is not in ").and_then(|(_, range)| range.split_once("..="))
        {
            return Some(Self::Range { least: least.parse().ok()?, most: most.parse().ok()? });
        }
        if let Some((found, _)) = why.split_once(":// keeps no journal") {
            return Some(Self::Scheme { found: found.to_owned() });
        }
        if let Some((_, key)) = TOLD.iter().find(|(told, _)| why.contains(told)) {
            return Some(Self::Told(key));
        }
        if let Some((_, names)) = why.split_once(" is none of ") {
            return Some(Self::OneOf { names: names.to_owned() });
        }
        if let Some((found, expected)) =
            why.strip_prefix("the code has ").and_then(|rest| rest.split_once(" signs, and takes "))
        {
            return Some(Self::CodeLength { found: found.to_owned(), expected: expected.to_owned() });
        }
        let group = why.strip_prefix("there is a slip in group ");
        if let Some(group) = group.and_then(|rest| rest.strip_suffix(" of the code")) {
            return Some(Self::CodeGroup { group: group.to_owned() });
        }
        let name = argument.split(['<', '[']).nth(1)?.split(['>', ']']).next()?;
        Some(match name {
            "URL" => Self::Url,
            "FINGERPRINT" => Self::Fingerprint,
            "STAGE" => Self::Stage,
            "GROUP" => Self::Group,
            _ if is_of_number(why) => Self::Number,
            _ => return None,
        })
    }

    fn say(&self, words: &Words) -> String {
        match self {
            Self::Url => words.label("usage-form-url"),
            Self::Fingerprint => words.label("usage-form-fingerprint"),
            Self::Number => words.label("usage-form-number"),
            Self::Stage => words.label("usage-form-stage"),
            Self::Group => words.label("usage-form-group"),
            Self::OneOf { names } => words.say("usage-form-one-of", &[("names", names.as_str().into())]),
            Self::CodeLength { found, expected } => {
                let gaps = [("found", found.as_str().into()), ("expected", expected.as_str().into())];
                words.say("usage-form-code-length", &gaps)
            }
            Self::CodeGroup { group } => {
                words.say("usage-form-code-group", &[("group", group.as_str().into())])
            }
            Self::Scheme { found } => words.say("usage-form-scheme", &[("found", found.as_str().into())]),
            Self::Told(key) => words.label(key),
            Self::Range { least, most } => {
                let gaps = [("least", least.to_string().into()), ("most", most.to_string().into())];
                words.say("usage-form-range", &gaps)
            }
        }
    }
}

/// Whether Rust's own reader of numbers says so.
fn is_of_number(why: &str) -> bool {
    ["invalid digit", "number too", "empty string", "invalid float"].iter().any(|words| why.contains(words))
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

/// What is said of an argument that the command does not know: it may be a word of a text without quotation marks, or a text that begins as
/// options do.
fn unknown(argument: &str, error: &clap::Error) -> &'static str {
    let takes_text = error.get(ContextKind::Suggested).is_some();
    match (argument.starts_with('-'), takes_text) {
        (false, _) => "usage-unexpected",
        (true, true) => "usage-unknown-or-text",
        (true, false) => "usage-unknown",
    }
}

/// What an error says of itself, without clap's mark in front.
fn first_line(error: &clap::Error) -> String {
    let text = error.render().to_string();
    let line = text.lines().next().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

#[cfg(test)]
mod tests {
    use ishigaki_words::Lang;

    use super::*;

    #[test]
    fn what_readers_of_values_say_is_said_in_the_readers_language() {
        let listed = TOLD.map(|(told, _)| told.to_owned());
        let figured = [
            "x is none of pairings, standings",
            "the code has 3 signs, and takes 28",
            "there is a slip in group 2 of the code",
            "9 is not in 1..=8",
            "mysql:// keeps no journal: a journal is a file, such as contest.db",
        ];
        for why in listed.into_iter().chain(figured.map(str::to_owned)) {
            let form = ValueForm::of("--x <X>", &why);
            let said = |lang| form.as_ref().map(|form| form.say(&Words::new(lang))).unwrap_or_default();
            let (english, japanese) = (said(Lang::En), said(Lang::Ja));
            assert!(english.contains(' ') && english != japanese, "{why}: {english}");
            assert!(
                japanese.chars().any(|sign| ('\u{3040}'..='\u{9fff}').contains(&sign)),
                "{why}: {japanese}"
            );
        }
    }
}
