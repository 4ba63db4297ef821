//! The language of answers: `--lang`, or the environment's.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use ishigaki_words::{Lang, Words};

/// The option `--lang`.
#[derive(Clone, Copy, Debug, Args)]
pub struct Language {
    /// The language: en or ja [default: by the environment's language, else en]
    #[arg(long, value_name = "LANG", value_parser = language(), ignore_case = true)]
    lang: Option<Lang>,
}

impl Language {
    /// The words of the language that is asked for.
    pub fn words(self) -> Words {
        Words::new(self.lang.unwrap_or_else(language_of_environment))
    }
}

/// Reads `en` or `ja`.
pub fn language() -> impl TypedValueParser<Value = Lang> {
    let names = Lang::ALL.map(Lang::code);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Lang>())
}

/// The environment's language, `LC_ALL` before `LC_MESSAGES` before `LANG`; English if it is none that is known.
pub fn language_of_environment() -> Lang {
    let filled = |name: &&str| std::env::var(name).ok().filter(|lang| !lang.is_empty());
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().find_map(filled);
    Lang::pick(None, named.as_deref()).unwrap_or_default()
}
