//! Values for the gaps of a sentence. Untrusted text is made safe first.

use std::io;

use ishigaki_rules::{Priority, RoundNo, Tsuyama, WaveNo};

use crate::separators::grouped;

/// Value that fills a gap of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Value {
    /// Text, cleaned by [`clean`](crate::columns::clean): team names, reasons given by people.
    Text(String),
    /// A count, with thousands separators; it may select the sentence's plural.
    Count(u32),
    /// Error of the operating system, in the reader's language if the catalogue has a sentence for it.
    SystemError {
        kind: io::ErrorKind,
        /// The system's error number; `None` for an error made by a library.
        code: Option<i32>,
        text: String,
    },
    Phrase(Box<Phrase>),
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

    /// Returns the catalogue's key.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// Returns the arguments by name.
    pub fn arguments(&self) -> &[(&'static str, Value)] {
        &self.arguments
    }
}

impl Phrase {
    /// Returns the key and the arguments in one line, such as `lint-missing key=money`, for tests.
    pub fn code(&self) -> String {
        let arguments = self.arguments.iter().map(|(name, value)| format!(" {name}={}", value.code()));
        self.key.to_owned() + &arguments.collect::<String>()
    }
}

impl Value {
    /// Returns the value in the format of [`Phrase::code`].
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
