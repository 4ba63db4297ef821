//! Phrases: English text that can also be said in another language, by the key and the figures that come with it.
//!
//! Knows no catalogue: whoever prints a phrase has one.

use std::{fmt, io};

/// English text, with the key of the same in a catalogue and what stands in its gaps.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Phrase {
    english: String,
    key: &'static str,
    figures: Vec<(&'static str, Figure)>,
}

/// Content of a gap in a phrase.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Text and numbers, the same in every language.
    Text(String),
    /// Another phrase.
    Phrase(Phrase),
    /// Several things.
    List(Vec<Figure>),
    /// Error of the operating system.
    SystemError {
        /// Kind of the failure.
        kind: io::ErrorKind,
        /// The system's number for it; `None` if a library made it up.
        code: Option<i32>,
        /// The system's own words.
        text: String,
    },
}

/// Key of a phrase, its English, and the names of its gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PhraseTemplate {
    /// The catalogue's key.
    pub key: &'static str,
    /// English with its gaps in braces, as Rust's formatting takes it.
    pub english: &'static str,
    /// The names of the gaps.
    pub gaps: &'static [&'static str],
}

impl Phrase {
    /// The phrase of a key.
    pub fn new(key: &'static str, english: String, figures: Vec<(&'static str, Figure)>) -> Self {
        Self { english, key, figures }
    }

    /// The catalogue's key.
    pub fn key(&self) -> &'static str {
        self.key
    }

    /// What stands in the gaps, by name.
    pub fn figures(&self) -> &[(&'static str, Figure)] {
        &self.figures
    }

    /// The English text.
    pub fn english(&self) -> &str {
        &self.english
    }

    /// The same with control characters escaped in all its texts, which may quote a file: fit for one line of a terminal.
    pub(crate) fn on_one_line(self) -> Self {
        let figures = self.figures.into_iter().map(|(name, figure)| (name, figure.on_one_line()));
        Self { english: on_one_line(&self.english), key: self.key, figures: figures.collect() }
    }
}

impl Figure {
    fn on_one_line(self) -> Self {
        match self {
            Self::Text(text) => Self::Text(on_one_line(&text)),
            Self::Phrase(phrase) => Self::Phrase(phrase.on_one_line()),
            Self::List(figures) => Self::List(figures.into_iter().map(Self::on_one_line).collect()),
            Self::SystemError { kind, code, text } => {
                Self::SystemError { kind, code, text: on_one_line(&text) }
            }
        }
    }
}

fn on_one_line(text: &str) -> String {
    let mut line = String::with_capacity(text.len());
    for sign in text.chars() {
        if sign.is_control() {
            line.extend(sign.escape_debug());
        } else {
            line.push(sign);
        }
    }
    line
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl fmt::Debug for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.key, self.english)
    }
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::SystemError { text, .. } => f.write_str(text),
            Self::Phrase(phrase) => write!(f, "{phrase}"),
            Self::List(figures) => figures.iter().enumerate().try_for_each(|(at, figure)| {
                let between = if at > 0 { ", " } else { "" };
                write!(f, "{between}{figure}")
            }),
        }
    }
}

/// As text has it: in quotes.
impl fmt::Debug for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) | Self::SystemError { text, .. } => write!(f, "{text:?}"),
            Self::Phrase(_) | Self::List(_) => write!(f, "{:?}", self.to_string()),
        }
    }
}

impl From<Phrase> for Figure {
    fn from(phrase: Phrase) -> Self {
        Self::Phrase(phrase)
    }
}

macro_rules! figures_of_text {
    ($($kind:ty),*) => {
        $(impl From<$kind> for Figure {
            fn from(text: $kind) -> Self {
                Self::Text(text.to_string())
            }
        })*
    };
}

figures_of_text!(&str, &String, String, i32, u32, u64, usize, u8);

/// Declares the phrases of a room as an enum: of each its gaps, its key and its English.
#[macro_export]
macro_rules! phrases {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($variant:ident $({ $($field:ident),* $(,)? })? = $key:literal, $english:literal;)*
    }) => {
        $(#[$meta])*
        $vis enum $name {
            $($variant $({ $($field: $crate::Figure),* })?),*
        }

        impl $name {
            /// The templates of all phrases.
            $vis const TEMPLATES: &'static [$crate::PhraseTemplate] = &[
                $($crate::PhraseTemplate {
                    key: $key,
                    english: $english,
                    gaps: &[$($(stringify!($field)),*)?],
                }),*
            ];
        }

        impl From<$name> for $crate::Phrase {
            fn from(phrase: $name) -> Self {
                match phrase {
                    $($name::$variant $({ $($field),* })? => {
                        let english = format!($english);
                        Self::new($key, english, vec![$($((stringify!($field), $field)),*)?])
                    })*
                }
            }
        }

        impl From<$name> for $crate::Figure {
            fn from(phrase: $name) -> Self {
                Self::Phrase(phrase.into())
            }
        }
    };
}
