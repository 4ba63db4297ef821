//! The values that fill the gaps of a sentence. Knows that text from outside must be made harmless first.

use std::io;

use ishigaki_rules::{Priority, RoundNo, Tsuyama, WaveNo};

use crate::separators::grouped;

/// Value that fills a gap of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Text, shown as [`clean`](crate::columns::clean) leaves it: team names, reasons given by people.
    Text(String),
    /// A count, shown with thousands separators; the sentence may choose its plural by it.
    Count(u32),
    /// Error of the operating system, in the reader's language where the catalogue has a sentence for it.
    SystemError {
        /// Kind of the failure.
        kind: io::ErrorKind,
        /// The system's number for it; `None` if a library made it up.
        code: Option<i32>,
        /// The system's own words.
        text: String,
    },
    /// Another text of the catalogue.
    Phrase(Box<Phrase>),
    /// Several values, separated as the language does.
    List(Vec<Value>),
}

/// A text of the catalogue with its arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Phrase {
    key: &'static str,
    arguments: Vec<(&'static str, Value)>,
}

impl Phrase {
    /// Creates the phrase of a key.
    pub fn new(key: &'static str, arguments: Vec<(&'static str, Value)>) -> Self {
        Self { key, arguments }
    }

    /// The catalogue's key.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// The arguments by name.
    pub fn arguments(&self) -> &[(&'static str, Value)] {
        &self.arguments
    }
}

impl Phrase {
    /// Returns the key and the arguments in one line, such as `lint-missing key=money`: what tests assert in place of a sentence.
    pub fn code(&self) -> String {
        let arguments = self.arguments.iter().map(|(name, value)| format!(" {name}={}", value.code()));
        self.key.to_owned() + &arguments.collect::<String>()
    }
}

impl Value {
    /// Returns the value as [`Phrase::code`] has it.
    pub fn code(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Count(count) => count.to_string(),
            Self::SystemError { kind, .. } => format!("{kind:?}"),
            Self::Phrase(phrase) => format!("({})", phrase.code()),
            Self::List(values) => {
                format!("[{}]", values.iter().map(Self::code).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

impl From<Phrase> for Value {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(Box::new(phrase))
    }
}

/// An error that a library made up is told as it is.
impl From<&io::Error> for Value {
    fn from(error: &io::Error) -> Self {
        Self::SystemError { kind: error.kind(), code: error.raw_os_error(), text: error.to_string() }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Value {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Text(number.to_string())
    }
}

impl From<u8> for Value {
    fn from(count: u8) -> Self {
        Self::Count(count.into())
    }
}

impl From<u16> for Value {
    fn from(count: u16) -> Self {
        Self::Count(count.into())
    }
}

impl From<u32> for Value {
    fn from(count: u32) -> Self {
        Self::Count(count)
    }
}

/// A number above [`u32::MAX`] is text, because the catalogue's own numbers are floating point.
impl From<u64> for Value {
    fn from(count: u64) -> Self {
        u32::try_from(count).map_or_else(|_| Self::Text(grouped(count)), Self::Count)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::from(count as u64)
    }
}

/// Money is text to a sentence: the catalogue's own numbers are floating point.
impl From<Tsuyama> for Value {
    fn from(amount: Tsuyama) -> Self {
        Self::Text(grouped(amount.0))
    }
}

impl From<RoundNo> for Value {
    fn from(round: RoundNo) -> Self {
        Self::Count(round.0)
    }
}

impl From<WaveNo> for Value {
    fn from(wave: WaveNo) -> Self {
        Self::Count(wave.0)
    }
}

impl From<Priority> for Value {
    fn from(priority: Priority) -> Self {
        Self::Count(priority.0)
    }
}
