//! The error of the TOML reader in one line, with the catalogue's phrase where it has one.

use std::fmt;

use ishigaki_catalogue::toml_message;

/// Error of the TOML reader, without the picture of the place that it draws.
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
