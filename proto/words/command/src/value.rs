//! Values of arguments, with parse errors in the user's language.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use clap::builder::{StringValueParser, TypedValueParser};
use ishigaki_catalogue::Message;
use ishigaki_words::{Lang, Value, Words};

/// Error of an invalid value: the catalogue's sentence about the expected form, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    key: &'static str,
    figures: Vec<(&'static str, Value)>,
    is_secret: bool,
}

impl ValueError {
    /// Returns the sentence of this key.
    pub fn new(key: &'static str) -> Self {
        Self { key, figures: Vec::new(), is_secret: false }
    }

    /// Returns the sentence of a message.
    pub fn of(message: &impl Message) -> Self {
        let phrase = message.phrase();
        Self { key: phrase.key(), figures: phrase.arguments().to_vec(), is_secret: false }
    }

    /// Adds a figure.
    #[must_use]
    pub fn with(mut self, name: &'static str, figure: impl fmt::Display) -> Self {
        self.figures.push((name, figure.to_string().into()));
        self
    }

    /// Omits the value from the error, because it may contain a password.
    #[must_use]
    pub fn of_secret(self) -> Self {
        Self { is_secret: true, ..self }
    }

    pub(crate) fn is_secret(&self) -> bool {
        self.is_secret
    }

    /// Returns the sentence.
    pub fn say(&self, words: &Words) -> String {
        words.say(self.key, &self.figures)
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(&Words::new(Lang::En)))
    }
}

impl Error for ValueError {}

/// Returns clap's parser of an argument by its `FromStr`; `told` explains its errors.
pub fn value_of<T>(
    to_error: impl Fn(&T::Err) -> ValueError + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
{
    StringValueParser::new().try_map(move |text| text.parse::<T>().map_err(|error| to_error(&error)))
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::*;
    use crate::Usage;

    #[test]
    fn value_error_is_translated_to_chosen_language() {
        let to_error =
            |_: &std::num::ParseIntError| ValueError::new("usage-form-one-of").with("names", "1, 2");
        let command = Command::new("program").arg(Arg::new("kind").value_parser(value_of::<u8>(to_error)));
        let usage = Usage::of(&command.try_get_matches_from(["program", "pairs"]).unwrap_err());
        let sentence = |lang| usage.sentence(&Words::new(lang));
        assert_eq!(sentence(Lang::En), r#"invalid value "pairs" for [kind]: expected one of 1, 2"#);
        assert!(
            sentence(Lang::Ja).contains("1, 2") && !sentence(Lang::Ja).contains("one of"),
            "{}",
            sentence(Lang::Ja)
        );
    }
}
