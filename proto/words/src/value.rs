//! The values that fill the gaps of a sentence. Knows that text from outside must be made harmless first.

use std::io;

use fluent_bundle::FluentValue;
use ishigaki_rules::{Priority, RoundNo, Tsuyama, WaveNo};

use crate::columns::clean;
use crate::separators::grouped;

/// Value that fills a gap of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Text, shown as [`clean`] leaves it: team names, reasons given by people.
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
}

impl Value {
    /// The value as the catalogue takes it; `system_error` says an error of the system, if there is a sentence for it.
    pub(crate) fn into_fluent(
        self,
        system_error: impl FnOnce(io::ErrorKind, Option<i32>, &str) -> Option<String>,
    ) -> FluentValue<'static> {
        match self {
            Self::Text(text) => FluentValue::from(clean(&text).into_owned()),
            Self::Count(count) => FluentValue::from(count),
            Self::SystemError { kind, code, text } => {
                FluentValue::from(system_error(kind, code, &text).unwrap_or(text))
            }
        }
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

impl From<u32> for Value {
    fn from(count: u32) -> Self {
        Self::Count(count)
    }
}

impl From<usize> for Value {
    fn from(count: usize) -> Self {
        Self::Count(u32::try_from(count).unwrap_or(u32::MAX))
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
