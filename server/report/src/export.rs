//! Verified games for tables and sheets.

use ishigaki_printout::Printout;
use ishigaki_record::transcript::Transcript;
use ishigaki_record::verify::{Expected, Gap, Report as VerifyReport};
use ishigaki_rules::{Event, Game, Phase, Setup};
use ishigaki_words::{Lang, Words};

use crate::{Error, GameSheet, GameTable, Particulars, page, read, sheet, table};

/// A game with a verified record.
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
    /// Returns an error if the record isn't valid.
    pub fn of(record: &str, expected: &Expected) -> Result<Self, Error> {
        let (transcript, verified) = read(record, expected)?;
        let game = transcript.fold();
        Ok(Self { transcript, verified, game })
    }

    /// Returns the gaps that the record leaves although it is valid.
    pub fn gaps(&self) -> Vec<Gap> {
        self.verified.gaps()
    }

    /// Returns the record as read.
    pub const fn transcript(&self) -> &Transcript {
        &self.transcript
    }

    /// Returns the verifier's report.
    pub const fn verified(&self) -> &VerifyReport {
        &self.verified
    }

    /// Returns the game after its last record.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the game as one page with its record. The page starts in this language.
    pub fn page(&self, record: &str, lang: Lang) -> String {
        page::html(&self.transcript.setup, record, lang)
    }

    /// Returns the setup.
    pub fn setup(&self) -> &Setup {
        &self.transcript.setup
    }

    /// Returns a team's file name without extension, by its code; `None` for an unknown team.
    pub fn team_file(&self, code: &str) -> Option<String> {
        let mut teams = self.setup().team_ids();
        let team = teams.find(|team| self.setup().team(*team).is_some_and(|spec| spec.code == code))?;
        Some(sheet::file_of(&self.game, team))
    }

    /// Returns whether the result is declared (`E4`). Certificates require it.
    pub fn is_declared(&self) -> bool {
        self.game.phase() == Phase::Declared
    }

    /// Returns the tables, in the order of [`crate::NAMES`], with reasons in this language.
    pub fn tables(&self, particulars: &Particulars, lang: Lang) -> Vec<GameTable> {
        table::of(&self.transcript, &self.game, particulars, Words::new(lang))
    }

    /// Returns the result with all walls, for a notice board.
    pub fn result(&self, particulars: &Particulars, lang: Lang) -> Printout {
        sheet::result(&self.game, particulars, Words::new(lang))
    }

    /// Returns the sheets to be printed in this language: the result, certificates if it is declared, each
    /// team's own game.
    pub fn sheets(&self, particulars: &Particulars, lang: Lang) -> Vec<GameSheet> {
        let events: Vec<Event> = self.transcript.entries.iter().map(|entry| entry.event.clone()).collect();
        sheet::of(&self.game, &events, particulars, Words::new(lang))
    }
}
