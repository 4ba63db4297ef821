//! The game told line by line, each with the game's time.

use std::collections::BTreeSet;

use ishigaki_rules::auction::{Award, Settlement};
use ishigaki_rules::{Event, Fact, Game, LotId, RoundRecord};
use ishigaki_words::columns::pad_start;
use ishigaki_words::{Words, game_clock};

use super::standings;

/// Tells a game. It folds the events itself, so that it can tell what followed from one of long ago.
#[derive(Debug)]
pub(crate) struct GameNarrator {
    game: Game,
}

/// Width of the time.
const TIME: usize = 7;

impl GameNarrator {
    /// A story that goes on from here.
    pub(crate) fn from(game: Game) -> Self {
        Self { game }
    }

    /// The game so far.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    /// The event and what followed from it, line by line.
    pub(crate) fn tell(&mut self, event: &Event, words: &Words) -> String {
        let awarded: BTreeSet<Award> =
            self.settlement().into_iter().flat_map(Settlement::awards).copied().collect();
        let failed: BTreeSet<LotId> =
            self.settlement().into_iter().flat_map(Settlement::failures).map(|failure| failure.lot).collect();
        self.game.apply(event);
        let setup = self.game.setup();
        let time = pad_start(&game_clock(event.at), TIME);
        let mut text = format!("{time}  {}\n", words.covered_event(&self.game, event));
        match (&event.fact, self.settlement()) {
            (Fact::ListsOpened { .. } | Fact::RebidsOpened { .. }, Some(settlement)) => {
                let awards = settlement.awards().iter().filter(|award| !awarded.contains(award));
                let failures = settlement.failures().iter().filter(|failure| !failed.contains(&failure.lot));
                let told = awards
                    .map(|award| words.award(setup, award))
                    .chain(failures.map(|failure| words.failure(setup, failure)))
                    .chain(settlement.ties().iter().map(|tie| words.tie(setup, tie)));
                for line in told {
                    text += &aside(&line);
                }
            }
            (Fact::GameEnded | Fact::ResultDeclared, _) => {
                for line in standings(&self.game, self.game.covered_rows(None), words).lines() {
                    text += &aside(line);
                }
            }
            _ => {}
        }
        text
    }

    fn settlement(&self) -> Option<&Settlement> {
        self.game.current_round().and_then(|record: &RoundRecord| record.settlement.as_ref())
    }
}

/// A line that stands under an event, without a time of its own.
pub(crate) fn aside(line: &str) -> String {
    format!("{:TIME$}    {line}\n", "")
}
