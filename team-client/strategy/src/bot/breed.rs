//! Built-in bots by name.

use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{Advised, Mason, Strategy, Strength, Temperament};

/// A kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Breed {
    Adviser,
    RivalAware,
    Simple(Temperament),
    Graded(Strength),
}

const ALIASES: [(&str, Breed); 2] =
    [("all-in", Breed::Simple(Temperament::Bold)), ("random", Breed::Simple(Temperament::Gambler))];

impl Breed {
    /// Returns the bots of a mixed field, the adviser first. Fixed, so that measurements and scenarios stay
    /// comparable; others play only if named.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Adviser).chain(Temperament::ALL.map(Self::Simple))
    }

    /// Returns all bots, including those that play only if named.
    pub fn known() -> impl Iterator<Item = Self> {
        Self::all().chain([Self::RivalAware]).chain(Strength::all().map(Self::Graded))
    }

    /// Returns its name for programs: lower case, one word.
    pub fn code(self) -> &'static str {
        match self {
            Self::Adviser => "adviser",
            Self::RivalAware => "rival-aware",
            Self::Simple(temperament) => temperament.code(),
            Self::Graded(strength) => strength.code(),
        }
    }

    /// Parses a bot's name on a command line, with completions.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        let names = Self::known().map(|breed| PossibleValue::new(breed.code()).aliases(breed.other_codes()));
        PossibleValuesParser::new(names).try_map(|name| Self::named(&name).ok_or("no such bot"))
    }

    fn other_codes(self) -> impl Iterator<Item = &'static str> {
        ALIASES.into_iter().filter(move |(_, breed)| *breed == self).map(|(alias, _)| alias)
    }

    /// Returns the bot of this name; `all-in` is also `bold`, and `random` also `gambler`. `None` if unknown.
    pub fn named(name: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, breed)| *breed);
        alias.or_else(|| Self::known().find(|breed| breed.code() == name))
    }

    /// Returns a bot of this kind with a seed.
    pub fn strategy(self, seed: u64) -> Box<dyn Strategy> {
        match self {
            Self::Adviser => Box::new(Advised::new(seed)),
            Self::RivalAware => Box::new(Advised::rival_aware(seed)),
            Self::Simple(temperament) => Box::new(Mason::of(temperament, seed)),
            Self::Graded(strength) => Box::new(strength.strategy(seed)),
        }
    }
}

impl fmt::Display for Breed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bot_is_found_by_code_and_alias() {
        for breed in Breed::known() {
            assert_eq!(Breed::named(breed.code()), Some(breed));
        }
        assert_eq!(Breed::named("all-in"), Some(Breed::Simple(Temperament::Bold)));
        assert_eq!(Breed::named("random"), Some(Breed::Simple(Temperament::Gambler)));
        assert_eq!(Breed::named("nobody"), None);
    }
}
