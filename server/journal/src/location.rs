//! The location of a journal: a local file or a database.

mod connection;

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use ishigaki_catalogue::Message;

/// The location of a journal, as a path or as a URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    File(PathBuf),
    Postgres(DatabaseUrl),
}

/// The URL of a database. `Debug` and `Display` omit its password.
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(String);

/// Expected state of a location before it is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expected {
    JournalOrNothing,
    /// A non-empty journal; a missing one isn't created.
    Journal,
    /// The same for reading only: a journal of an older format is left unchanged and rejected.
    JournalAsItIs,
}

impl Expected {
    /// Returns whether a journal must exist.
    pub fn is_journal(self) -> bool {
        matches!(self, Self::Journal | Self::JournalAsItIs)
    }
}

/// Error of an invalid location.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Message)]
#[message("location")]
pub enum LocationError {
    Empty,
    /// The URL's scheme isn't one of a journal.
    UnknownScheme {
        scheme: String,
    },
    NotAUrl {
        /// The database's URL as far as it is known, without password.
        spelling: String,
    },
}

impl Location {
    /// Reads a location: with `postgres://` or `postgresql://` a database, otherwise without a scheme a file,
    /// even if it isn't UTF-8.
    ///
    /// # Errors
    ///
    /// [`LocationError`] if the text is empty, has an unknown scheme, or names a database without a URL.
    pub fn read(text: &OsStr) -> Result<Self, LocationError> {
        text.to_str().map_or_else(|| Ok(Self::File(text.into())), str::parse)
    }

    /// Returns the text for [`read`](Self::read) with all secrets, only for opening.
    pub fn reveal(&self) -> &OsStr {
        match self {
            Self::File(file) => file.as_os_str(),
            Self::Postgres(url) => url.reveal().as_ref(),
        }
    }

    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::File(file) => Some(file),
            Self::Postgres(_) => None,
        }
    }
}

impl FromStr for Location {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Self, LocationError> {
        if text.is_empty() {
            return Err(LocationError::Empty);
        }
        let scheme = text.split_once("://").map(|(scheme, _)| scheme);
        // SQLite would read it as a URI, with another file name and other permissions.
        if text.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("file:")) {
            return Err(LocationError::UnknownScheme { scheme: "file".into() });
        }
        // Text before `://` that isn't a word belongs to a path.
        match scheme.filter(|scheme| !scheme.is_empty() && scheme.chars().all(char::is_alphanumeric)) {
            None => match connection::spelling(text) {
                Some(spelling) => Err(LocationError::NotAUrl { spelling }),
                None => Ok(Self::File(text.into())),
            },
            Some("postgres" | "postgresql") => Ok(Self::Postgres(DatabaseUrl(text.into()))),
            Some(scheme) => Err(LocationError::UnknownScheme { scheme: scheme.into() }),
        }
    }
}

impl From<PathBuf> for Location {
    fn from(file: PathBuf) -> Self {
        Self::File(file)
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(file) => file.display().fmt(f),
            Self::Postgres(url) => url.fmt(f),
        }
    }
}

impl DatabaseUrl {
    /// Returns the URL with its password, only for connecting.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// Returns the same database with this schema.
    #[must_use]
    pub fn in_schema(&self, schema: &str) -> Self {
        let search = format!("-csearch_path%3D{schema}");
        let Some((place, parameters)) = self.0.split_once('?') else {
            return Self(format!("{}?options={search}", self.0));
        };
        let mut has_options = false;
        let mut hide = |parameter: &str| {
            let is_options = parameter.starts_with("options=");
            has_options |= is_options;
            // The last one counts.
            if is_options { format!("{parameter}%20{search}") } else { parameter.to_owned() }
        };
        let mut parameters: Vec<String> = parameters.split('&').map(&mut hide).collect();
        if !has_options {
            parameters.push(format!("options={search}"));
        }
        Self(format!("{place}?{}", parameters.join("&")))
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, rest) = self.0.split_once("://").unwrap_or(("postgres", &self.0));
        let place = |rest: &str| rest.split(['?', '#']).next().unwrap_or_default().to_owned();
        // A password may contain any character, even unescaped.
        match rest.rsplit_once('@') {
            None => write!(f, "{scheme}://{}", place(rest)),
            Some((user, rest)) => {
                let name = user.split(':').next().unwrap_or_default();
                write!(f, "{scheme}://{}@{}", place(name), place(rest))
            }
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_parses_as_file_and_postgres_url_as_database() {
        for text in
            ["contest.db", "/var/lib/contest.db", "./postgres:/x", "C:\\day\\contest.db", "a b://c", "://x"]
        {
            assert_eq!(text.parse(), Ok(Location::File(text.into())), "{text}");
        }
        for text in ["postgres://hall/contest", "postgresql://judge@a,b:5433/contest?sslmode=require"] {
            assert!(matches!(text.parse(), Ok(Location::Postgres(url)) if url.reveal() == text), "{text}");
        }
    }

    #[test]
    fn unknown_scheme_and_empty_location_are_rejected() {
        let scheme = "mysql".into();
        assert_eq!("mysql://hall/contest".parse::<Location>(), Err(LocationError::UnknownScheme { scheme }));
        assert_eq!("".parse::<Location>(), Err(LocationError::Empty));
    }

    #[test]
    fn database_without_url_is_refused_with_its_spelling() {
        let refused = "host=127.0.0.1 port=5432 user=judge".parse::<Location>();
        let spelling = "postgres://judge@127.0.0.1:5432/DATABASE".into();
        assert_eq!(refused, Err(LocationError::NotAUrl { spelling }));
    }

    #[test]
    fn schema_is_appended_to_url_options() {
        for (url, within) in [
            ("postgres://hall/day", "postgres://hall/day?options=-csearch_path%3Dx"),
            ("postgres://hall/day?user=a", "postgres://hall/day?user=a&options=-csearch_path%3Dx"),
            (
                "postgres://hall/day?options=-ca%3Db&user=a",
                "postgres://hall/day?options=-ca%3Db%20-csearch_path%3Dx&user=a",
            ),
        ] {
            assert_eq!(DatabaseUrl(url.into()).in_schema("x").reveal(), within);
        }
    }

    #[test]
    fn password_is_never_shown() {
        for (url, shown) in [
            ("postgres://judge:se:c@ret@hall:5433/contest", "postgres://judge@hall:5433/contest"),
            ("postgres://hall/contest?password=secret&user=judge", "postgres://hall/contest"),
            ("postgresql://judge@a,b/contest#secret", "postgresql://judge@a,b/contest"),
            ("postgres://:secret@/contest", "postgres://@/contest"),
        ] {
            let location: Location = url.parse().unwrap();
            assert_eq!(location.to_string(), shown);
            assert!(!format!("{location:?}").contains("secret"), "{location:?}");
        }
        // Not escaped as it should be.
        let location: Location = "postgres://judge:secret?@hall/contest".parse().unwrap();
        assert!(!location.to_string().contains("secret"), "{location}");
    }
}
