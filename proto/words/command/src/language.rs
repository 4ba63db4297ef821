//! The option `--lang`.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use ishigaki_words::{Lang, Words};

/// The option `--lang`.
#[derive(Clone, Copy, Debug, Args)]
pub struct Language {
    /// Language, en or ja [default: the environment's, else en]
    #[arg(long, value_name = "LANG", value_parser = language(), ignore_case = true)]
    lang: Option<Lang>,
}

impl Language {
    /// Returns the words in the requested language.
    pub fn words(self) -> Words {
        Words::new(self.lang.unwrap_or_else(language_of_environment))
    }
}

/// Parses `en` or `ja`.
pub fn language() -> impl TypedValueParser<Value = Lang> {
    let names = Lang::ALL.map(Lang::code);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Lang>())
}

/// Returns the environment's language (`LC_ALL`, `LC_MESSAGES`, `LANG`); English if unknown.
pub fn language_of_environment() -> Lang {
    let filled = |name: &&str| std::env::var(name).ok().filter(|lang| !lang.is_empty());
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(filled);
    Lang::pick(None, named.as_deref()).unwrap_or_default()
}
