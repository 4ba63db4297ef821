//! Messages: typed texts of the catalogue, which print themselves.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use ishigaki_rules::{Priority, RoundNo, Tsuyama, WaveNo};

use crate::{Catalogue, Phrase, Value};

/// A message: a type with a text in the catalogue. Derive it.
pub trait Message: fmt::Display {
    fn phrase(&self) -> Phrase;
}

/// A field of a message, as an argument of its text.
pub trait Argument {
    fn argument(&self) -> Value;
}

/// Prints in the language of [`Catalogue::in_language`], English elsewhere.
impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Catalogue::current().say(self.key(), self.arguments()))
    }
}

/// Prints in the language of [`Catalogue::in_language`], English elsewhere.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Catalogue::current().text_of(self))
    }
}

impl fmt::Debug for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {:?}", self.key(), self.to_string())
    }
}

impl Message for Phrase {
    fn phrase(&self) -> Phrase {
        self.clone()
    }
}

impl<T: Message + ?Sized> Message for Box<T> {
    fn phrase(&self) -> Phrase {
        (**self).phrase()
    }
}

impl Argument for Phrase {
    fn argument(&self) -> Value {
        self.clone().into()
    }
}

impl<T: Argument + ?Sized> Argument for &T {
    fn argument(&self) -> Value {
        (**self).argument()
    }
}

impl<T: Argument + ?Sized> Argument for Box<T> {
    fn argument(&self) -> Value {
        (**self).argument()
    }
}

impl<T: Argument> Argument for [T] {
    fn argument(&self) -> Value {
        Value::List(self.iter().map(Argument::argument).collect())
    }
}

impl<T: Argument> Argument for Vec<T> {
    fn argument(&self) -> Value {
        self.as_slice().argument()
    }
}

impl Argument for Value {
    fn argument(&self) -> Value {
        self.clone()
    }
}

impl Argument for str {
    fn argument(&self) -> Value {
        self.into()
    }
}

impl Argument for Path {
    fn argument(&self) -> Value {
        self.display().to_string().into()
    }
}

impl Argument for PathBuf {
    fn argument(&self) -> Value {
        self.as_path().argument()
    }
}

impl Argument for io::Error {
    fn argument(&self) -> Value {
        self.into()
    }
}

/// Implements [`Argument`] by `Display`, as text.
#[macro_export]
macro_rules! text_arguments {
    ($($kind:ty),* $(,)?) => {
        $(impl $crate::Argument for $kind {
            fn argument(&self) -> $crate::Value {
                self.to_string().into()
            }
        })*
    };
}

text_arguments!(String, bool, char, i32, i64, std::net::SocketAddr, std::net::IpAddr);

macro_rules! value_arguments {
    ($($kind:ty),*) => {
        $(impl Argument for $kind {
            fn argument(&self) -> Value {
                (*self).into()
            }
        })*
    };
}

value_arguments!(u8, u16, u32, u64, usize, Tsuyama, RoundNo, WaveNo, Priority);

/// Declares messages with only values as arguments: `NotOneOf { key, text, choices };`.
#[macro_export]
macro_rules! phrases {
    ($(#[$meta:meta])* $vis:vis enum $name:ident = $prefix:literal {
        $($(#[$of_variant:meta])* $variant:ident $({ $($field:ident),* $(,)? })?;)*
    }) => {
        $(#[$meta])*
        #[derive($crate::Message)]
        #[message($prefix)]
        $vis enum $name {
            $($(#[$of_variant])* $variant $({ $($field: $crate::Value),* })?),*
        }

        impl From<$name> for $crate::Phrase {
            fn from(phrase: $name) -> Self {
                $crate::Message::phrase(&phrase)
            }
        }

        impl From<$name> for $crate::Value {
            fn from(phrase: $name) -> Self {
                $crate::Phrase::from(phrase).into()
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lang;

    #[derive(Debug, thiserror::Error, crate::Message)]
    #[message("fail")]
    enum Failure {
        #[message("cli-file")]
        File {
            file: PathBuf,
            what: Inner,
        },
        #[message("fail-os-denied")]
        Denied(#[message("code", display)] u64),
        NoText,
        #[message(transparent)]
        Inner(#[from] Inner),
    }

    #[derive(Debug, thiserror::Error, crate::Message)]
    #[message("fail-os-full")]
    struct Inner {
        code: i32,
    }

    #[test]
    fn key_and_arguments_come_from_the_definition() {
        let error = Failure::File { file: "x".into(), what: Inner { code: 28 } };
        assert_eq!(error.phrase().key(), "cli-file");
        assert_eq!(error.phrase().arguments()[0], ("file", "x".into()));
        assert_eq!(Failure::Denied(1_000).phrase().arguments(), [("code", "1000".into())]);
        assert_eq!(Failure::NoText.phrase().key(), "fail-no-text");
        assert_eq!(Failure::from(Inner { code: 28 }).phrase(), Inner { code: 28 }.phrase());
    }

    #[test]
    fn display_prints_english_and_the_readers_language_in_its_scope() {
        let error = Failure::File { file: "x".into(), what: Inner { code: 28 } };
        let english = error.to_string();
        let japanese = Catalogue::new(Lang::Ja).in_language(|| error.to_string());
        assert!(english.contains(&Inner { code: 28 }.to_string()));
        assert_ne!(english, japanese);
        assert!(japanese.contains("28"));
        assert_eq!(error.to_string(), english);
    }
}
