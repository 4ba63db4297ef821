//! The user's language, from the flag and the environment's value, which the caller reads.

use std::fmt;
use std::str::FromStr;

/// A language of the catalogue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lang {
    #[default]
    En,
    Ja,
}

/// Error of an unknown language.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown language {name:?}: say \"en\" (English) or \"ja\" (日本語)")]
pub struct LangError {
    name: String,
}

impl Lang {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::En, Self::Ja];

    /// Returns a program's language: that of `--lang`, otherwise Japanese if `LANG` starts with `ja`,
    /// otherwise English.
    pub fn pick(flag: Option<&str>, env: Option<&str>) -> Result<Self, LangError> {
        match flag {
            Some(name) => name.parse(),
            None if env.is_some_and(|env| env.to_ascii_lowercase().starts_with("ja")) => Ok(Self::Ja),
            None => Ok(Self::En),
        }
    }

    /// Returns the language's code: `en` or `ja`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Ja => "ja",
        }
    }

    /// Returns the other language.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::En => Self::Ja,
            Self::Ja => Self::En,
        }
    }
}

impl FromStr for Lang {
    type Err = LangError;

    fn from_str(name: &str) -> Result<Self, LangError> {
        let is_name = |lang: &Self| lang.code().eq_ignore_ascii_case(name.trim());
        Self::ALL.into_iter().find(is_name).ok_or_else(|| LangError { name: name.to_owned() })
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flag_takes_precedence_over_environment() {
        assert_eq!(Lang::pick(Some("en"), Some("ja_JP.UTF-8")), Ok(Lang::En));
        assert_eq!(Lang::pick(Some("JA"), Some("C")), Ok(Lang::Ja));
    }

    #[test]
    fn environment_selects_japanese_or_falls_back_to_english() {
        assert_eq!(Lang::pick(None, Some("ja_JP.UTF-8")), Ok(Lang::Ja));
        assert_eq!(Lang::pick(None, Some("de_DE.UTF-8")), Ok(Lang::En));
        assert_eq!(Lang::pick(None, None), Ok(Lang::En));
    }

    #[test]
    fn unknown_language_is_rejected_with_known_ones() {
        let refusal = Lang::pick(Some("fr\u{1b}[2J"), None).unwrap_err().to_string();
        assert_eq!(refusal, r#"unknown language "fr\u{1b}[2J": say "en" (English) or "ja" (日本語)"#);
    }
}
