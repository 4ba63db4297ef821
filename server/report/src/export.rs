//! A verified game that tables and sheets are made of.

use ishigaki_record::transcript::Transcript;
use ishigaki_record::verify::{Expected, Gap, Report as VerifyReport};
use ishigaki_rules::{Event, Game, Phase, Setup};
use ishigaki_words::{Lang, Words};

use crate::{Error, GameSheet, GameTable, Particulars, page, read, sheet, table};

/// A game whose record holds.
#[derive(Clone, Debug)]
pub struct GameExport {
    transcript: Transcript,
    verified: VerifyReport,
    game: Game,
}

impl GameExport {
    /// Reads and verifies the record of a game.
    ///
    /// # Errors
    /// Returns an error if the record does not hold.
    pub fn of(record: &str, expected: &Expected) -> Result<Self, Error> {
        let (transcript, verified) = read(record, expected)?;
        let game = transcript.fold();
        Ok(Self { transcript, verified, game })
    }

    /// Returns what the record leaves open, although all that it says is in order.
    pub fn gaps(&self) -> Vec<Gap> {
        self.verified.gaps()
    }

    /// The game as one page, in this language at first, with the record it was read from.
    pub fn page(&self, record: &str, lang: Lang) -> String {
        page::html(&self.transcript.setup, record, lang)
    }

    /// Returns what was told to the teams before the game.
    pub fn setup(&self) -> &Setup {
        &self.transcript.setup
    }

    /// A name for a team's file, without an ending, by its code; `None` if there is no such team.
    pub fn team_file(&self, code: &str) -> Option<String> {
        let mut teams = self.setup().team_ids();
        let team = teams.find(|team| self.setup().team(*team).is_some_and(|spec| spec.code == code))?;
        Some(sheet::file_of(&self.game, team))
    }

    /// Returns whether the chief judge has declared the result (`E4`): before that there are no certificates.
    pub fn is_declared(&self) -> bool {
        self.game.phase() == Phase::Declared
    }

    /// The tables, in the order of [`crate::NAMES`], with reasons in this language.
    pub fn tables(&self, particulars: &Particulars, lang: Lang) -> Vec<GameTable> {
        table::of(&self.transcript, &self.game, particulars, Words::new(lang))
    }

    /// The sheets to be printed in this language: the result, certificates if it is declared, each team's own game.
    pub fn sheets(&self, particulars: &Particulars, lang: Lang) -> Vec<GameSheet> {
        let events: Vec<Event> = self.transcript.entries.iter().map(|entry| entry.event.clone()).collect();
        sheet::of(&self.game, &events, particulars, Words::new(lang))
    }
}
