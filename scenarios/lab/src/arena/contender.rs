//! Players of an arena: built-in bots or your own commands.

use std::fmt;
use std::io::Write as _;
use std::path::Path;

use ishigaki_strategy::bot::{BotCommand, Breed, ExternalBot, Strategy, ThinkingTime};

use crate::error::OptionsError;

/// Largest seed for a bot's process: exact in the numbers of every language.
const MOST_SEED: u64 = (1 << 53) - 1;

/// Player, under one name in all results.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ArenaContender {
    Inside(Breed),
    Outside(BotCommand),
}

impl ArenaContender {
    /// Returns the bot of this name; any other text is a command.
    ///
    /// # Errors
    /// [`OptionsError::NoBot`] if it is neither.
    pub fn parse(text: &str) -> Result<Self, OptionsError> {
        if let Some(breed) = Breed::named(text) {
            return Ok(Self::Inside(breed));
        }
        let no_bot = |why: String| OptionsError::NoBot { bot: text.to_owned(), why };
        let command: BotCommand = text.parse().map_err(|error| no_bot(format!("{error}")))?;
        if Breed::named(command.name()).is_some() {
            return Err(OptionsError::SameName { name: command.name().to_owned() });
        }
        if is_there(command.program()) {
            Ok(Self::Outside(command))
        } else {
            Err(no_bot(command.program().to_owned()))
        }
    }

    /// Returns its name in results.
    pub fn name(&self) -> &str {
        match self {
            Self::Inside(breed) => breed.code(),
            Self::Outside(command) => command.name(),
        }
    }

    pub(super) fn sit(&self, seed: u64, seat: usize, time: ThinkingTime) -> SeatedContender {
        match self {
            Self::Inside(breed) => SeatedContender::Inside(breed.strategy(seed)),
            Self::Outside(command) => {
                let named = format!("{} [{seed}.{}]", command.name(), seat + 1);
                let sink = move |line: &str| {
                    let _ = writeln!(std::io::stderr(), "{named}: {line}");
                };
                let own = seed.wrapping_mul(16).wrapping_add(seat as u64) & MOST_SEED;
                SeatedContender::Outside(Box::new(ExternalBot::new(command.clone(), own, time, sink)))
            }
        }
    }
}

pub(super) enum SeatedContender {
    Inside(Box<dyn Strategy>),
    Outside(Box<ExternalBot>),
}

impl SeatedContender {
    pub(super) fn strategy(&mut self) -> &mut dyn Strategy {
        match self {
            Self::Inside(bot) => &mut **bot,
            Self::Outside(bot) => &mut **bot,
        }
    }

    pub(super) fn external(&self) -> Option<&ExternalBot> {
        match self {
            Self::Inside(_) => None,
            Self::Outside(bot) => Some(bot),
        }
    }
}

impl From<Breed> for ArenaContender {
    fn from(breed: Breed) -> Self {
        Self::Inside(breed)
    }
}

impl fmt::Display for ArenaContender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

fn is_there(program: &str) -> bool {
    if Path::new(program).components().count() > 1 {
        return Path::new(program).exists();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&folders)
        .any(|folder| folder.join(program).exists() || folder.join(format!("{program}.exe")).exists())
}

#[cfg(test)]
mod tests {
    use ishigaki_strategy::bot::Temperament;

    use super::*;

    #[test]
    fn contender_is_built_in_bot_or_named_command() {
        assert_eq!(
            ArenaContender::parse("all-in"),
            Ok(ArenaContender::Inside(Breed::Simple(Temperament::Bold)))
        );
        let own = ArenaContender::parse("mine=cargo --version").unwrap();
        assert!(matches!(own, ArenaContender::Outside(_)));
        assert_eq!(own.name(), "mine");
    }

    #[test]
    fn unknown_or_duplicate_contender_is_rejected() {
        for bad in ["staedy", "./no/such/bot.py", "python3 'mine.py", ""] {
            assert!(matches!(ArenaContender::parse(bad), Err(OptionsError::NoBot { .. })), "{bad:?}");
        }
        let same = OptionsError::SameName { name: "steady".into() };
        assert_eq!(ArenaContender::parse("steady=cargo"), Err(same));
    }
}
