//! The bots that there are, by name.

use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use super::{Advised, Mason, Strategy, Strength, Temperament};

/// A kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Breed {
    /// Does what the adviser says: [`Advised`].
    Adviser,
    /// Models each rival by itself and looks ahead: [`Advised::rival_aware`].
    RivalAware,
    /// A simple bot of this temperament: [`Mason`].
    Simple(Temperament),
    /// One for practice: so strong, and no stronger.
    Graded(Strength),
}

/// Other names for some of them.
const ALIASES: [(&str, Breed); 2] =
    [("all-in", Breed::Simple(Temperament::Bold)), ("random", Breed::Simple(Temperament::Gambler))];

impl Breed {
    /// All that sit in a field of all bots, the adviser's first. What is measured with such fields, scenarios among it, stays
    /// comparable: the others play where they are named.
    pub fn all() -> impl Iterator<Item = Self> {
        std::iter::once(Self::Adviser).chain(Temperament::ALL.map(Self::Simple))
    }

    /// All of them, also those that play only where they are named.
    pub fn known() -> impl Iterator<Item = Self> {
        Self::all().chain([Self::RivalAware]).chain(Strength::all().map(Self::Graded))
    }

    /// Its name for programs: lower case, one word.
    pub fn code(self) -> &'static str {
        match self {
            Self::Adviser => "adviser",
            Self::RivalAware => "rival-aware",
            Self::Simple(temperament) => temperament.code(),
            Self::Graded(strength) => strength.code(),
        }
    }

    /// Reads a bot's name on a command line, and tells a shell which names there are.
    pub fn parser() -> impl TypedValueParser<Value = Self> {
        let names = Self::known().map(|breed| PossibleValue::new(breed.code()).aliases(breed.other_codes()));
        PossibleValuesParser::new(names).try_map(|name| Self::named(&name).ok_or("no such bot"))
    }

    /// Other names that programs take for it.
    fn other_codes(self) -> impl Iterator<Item = &'static str> {
        ALIASES.into_iter().filter(move |(_, breed)| *breed == self).map(|(alias, _)| alias)
    }

    /// The bot of this name; `all-in` is also `bold`, and `random` also `gambler`. `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        let alias = ALIASES.iter().find(|(alias, _)| *alias == name).map(|(_, breed)| *breed);
        alias.or_else(|| Self::known().find(|breed| breed.code() == name))
    }

    /// A bot of this kind; other seeds have other tastes.
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
    fn every_bot_is_found_by_its_name_and_by_its_other_one() {
        for breed in Breed::known() {
            assert_eq!(Breed::named(breed.code()), Some(breed));
        }
        assert_eq!(Breed::named("all-in"), Some(Breed::Simple(Temperament::Bold)));
        assert_eq!(Breed::named("random"), Some(Breed::Simple(Temperament::Gambler)));
        assert_eq!(Breed::named("nobody"), None);
    }
}
