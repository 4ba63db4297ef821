//! Values of arguments: how their readers refuse them in the reader's language.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use clap::builder::{StringValueParser, TypedValueParser};
use ishigaki_catalogue::Message;
use ishigaki_words::{Lang, Value, Words};

/// Error of a value that cannot be read: the catalogue's sentence on the form that such a value has, with its figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueError {
    key: &'static str,
    figures: Vec<(&'static str, Value)>,
    is_secret: bool,
}

impl ValueError {
    /// The sentence of this key.
    pub fn new(key: &'static str) -> Self {
        Self { key, figures: Vec::new(), is_secret: false }
    }

    /// The sentence of a message.
    pub fn of(message: &impl Message) -> Self {
        let phrase = message.phrase();
        Self { key: phrase.key(), figures: phrase.arguments().to_vec(), is_secret: false }
    }

    /// The same with one more figure.
    #[must_use]
    pub fn with(mut self, name: &'static str, figure: impl fmt::Display) -> Self {
        self.figures.push((name, figure.to_string().into()));
        self
    }

    /// The same of a value that may hold a password, and so is not repeated.
    #[must_use]
    pub fn of_secret(self) -> Self {
        Self { is_secret: true, ..self }
    }

    /// Returns whether the value may hold a password.
    pub(crate) fn is_secret(&self) -> bool {
        self.is_secret
    }

    /// Returns the sentence.
    pub fn say(&self, words: &Words) -> String {
        words.say(self.key, &self.figures)
    }
}

/// In English.
impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.say(&Words::new(Lang::En)))
    }
}

impl Error for ValueError {}

/// The parser of an argument whose type is read from text, for clap; `told` says what its errors mean to whoever typed it.
pub fn value_of<T>(
    told: impl Fn(&T::Err) -> ValueError + Clone + Send + Sync + 'static,
) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Clone + Send + Sync + 'static,
{
    StringValueParser::new().try_map(move |text| text.parse::<T>().map_err(|error| told(&error)))
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::*;
    use crate::Usage;

    #[test]
    fn a_readers_error_is_said_in_the_language_of_whoever_typed_the_value() {
        let told = |_: &std::num::ParseIntError| ValueError::new("usage-form-one-of").with("names", "1, 2");
        let command = Command::new("program").arg(Arg::new("kind").value_parser(value_of::<u8>(told)));
        let usage = Usage::of(&command.try_get_matches_from(["program", "pairs"]).unwrap_err());
        let said = |lang| usage.sentence(&Words::new(lang));
        assert_eq!(said(Lang::En), r#"[kind] cannot be "pairs": it is one of 1, 2"#);
        assert!(said(Lang::Ja).contains("1, 2") && !said(Lang::Ja).contains("one of"), "{}", said(Lang::Ja));
    }
}
