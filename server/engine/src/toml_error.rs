//! TOML errors in one line, with the catalogue's text if it has one.

use std::fmt;

use ishigaki_catalogue::toml_message;

/// TOML error without the source excerpt.
#[derive(Debug)]
pub struct TomlError(String);

impl From<toml::de::Error> for TomlError {
    fn from(error: toml::de::Error) -> Self {
        Self(error.message().trim().replace('\n', " "))
    }
}

impl fmt::Display for TomlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        toml_message(&self.0).fmt(f)
    }
}

impl std::error::Error for TomlError {}
