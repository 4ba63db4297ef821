//! The game line by line with the game's time.

use std::collections::BTreeSet;

use ishigaki_rules::auction::{Award, Settlement};
use ishigaki_rules::{Event, Fact, Game, LotId, RoundRecord};
use ishigaki_words::columns::pad_start;
use ishigaki_words::{Words, game_clock};

use super::standings;

/// Folds the events itself, so that it can explain effects of old events.
#[derive(Debug)]
pub(crate) struct GameNarrator {
    game: Game,
}

const TIME: usize = 7;

impl GameNarrator {
    pub(crate) fn from(game: Game) -> Self {
        Self { game }
    }

    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

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
                let sentences = awards
                    .map(|award| words.award(setup, award))
                    .chain(failures.map(|failure| words.failure(setup, failure)))
                    .chain(settlement.ties().iter().map(|tie| words.tie(setup, tie)));
                for line in sentences {
                    text += &indent_line(&line);
                }
            }
            (Fact::GameEnded | Fact::ResultDeclared, _) => {
                for line in standings(&self.game, self.game.covered_rows(None), words).lines() {
                    text += &indent_line(line);
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

pub(crate) fn indent_line(line: &str) -> String {
    format!("{:TIME$}    {line}\n", "")
}
