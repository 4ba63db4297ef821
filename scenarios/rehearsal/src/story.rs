//! The game as a story, event by event, as spectators see it.
//!
//! Computed from the public events by the rules; sealed content arrives only after its opening. It makes
//! lines and doesn't write them.

mod auction;
mod beginning;
mod standing;

use std::collections::BTreeMap;

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Event, Fact, Game, RoundNo, Setup, StoneId, TeamId, Topic};
use ishigaki_words::{Value, Words};

use crate::drawing::LotSymbols;
use crate::page::{INDENT, StoryPage};
use crate::styled_text::{StyledLine, TextStyle};

pub(crate) use auction::replayed;
pub use beginning::StoryHeader;
pub(crate) use beginning::manner;

/// A list that a team submitted before the real one; shown only after the opening (`A4`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedList {
    pub round: RoundNo,
    pub team: TeamId,
    pub list: Vec<String>,
    /// `None` if it was accepted, and replaced later.
    pub refused: Option<String>,
}

/// The story of a game.
#[derive(Clone, Debug)]
pub struct Story {
    words: Words,
    symbols: LotSymbols,
    columns: usize,
    tried_lists: Vec<TriedList>,
    shown: Vec<BTreeMap<StoneId, Spot>>,
}

impl Story {
    /// Makes a story in this language and width.
    pub fn new(words: Words, setup: &Setup, columns: usize) -> Self {
        Self {
            words,
            symbols: LotSymbols::of(setup),
            columns: columns.max(40),
            tried_lists: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// Keeps a list until the lists are open.
    pub fn keep(&mut self, tried: TriedList) {
        self.tried_lists.push(tried);
        self.tried_lists.sort_by_key(|tried| (tried.round, tried.team));
    }

    /// Returns the lines of an event; `game` is the state after it. Single moves on the walls are omitted:
    /// the walls are shown before the next round and at the end.
    pub fn event(&mut self, game: &Game, event: &Event) -> Vec<StyledLine> {
        match &event.fact {
            Fact::RoundOpened { round, .. } => {
                let mut lines = self.walls_after_round(game);
                lines.extend(self.round_opened(game, *round, event));
                lines
            }
            Fact::BidsSealed { .. } | Fact::RebidSealed { .. } => self.sealed(game, event),
            Fact::ListsOpened { .. } => self.lists_opened(game, event),
            Fact::RebidsOpened { .. } => self.rebids_opened(game, event),
            Fact::RoundFinalised { .. } => self.finalised(game, event),
            Fact::StonesTicked { .. } | Fact::StonesChecked { .. } | Fact::MessagesRead { .. } => Vec::new(),
            Fact::EndSignalled { .. } => {
                let mut lines = self.walls_after_round(game);
                lines.extend(self.section(TextStyle::Title, &self.words.label("rehearsal-end")));
                lines.extend(self.sentence(game, event));
                lines
            }
            Fact::GameEnded => {
                let mut lines = self.sentence(game, event);
                lines.extend(self.walls_at_the_end(game));
                lines
            }
            Fact::ResultDeclared => self.declared(game, event),
            Fact::LotsConfirmed { lots } => {
                // The first confirmation of a round begins its last part.
                let is_first =
                    game.rounds().last().is_some_and(|record| record.confirmed.len() == lots.len());
                let head = || self.part(&self.words.label("rehearsal-confirmation"));
                let mut lines = if is_first { head() } else { Vec::new() };
                lines.extend(self.sentence(game, event));
                lines
            }
            fact if fact.topic() == Topic::Wall => Vec::new(),
            _ => self.sentence(game, event),
        }
    }

    /// Returns a remark about something outside the game.
    pub fn remark(&self, style: TextStyle, key: &str, gaps: &[(&str, Value)]) -> Vec<StyledLine> {
        self.page().remark(style, key, gaps)
    }

    pub(crate) const fn page(&self) -> StoryPage {
        StoryPage { words: self.words, columns: self.columns }
    }

    /// Returns the heading of the verdict.
    pub fn verdict(&self) -> Vec<StyledLine> {
        self.section(TextStyle::Title, &self.words.label("rehearsal-verdict"))
    }

    fn sentence(&self, game: &Game, event: &Event) -> Vec<StyledLine> {
        self.text(TextStyle::Plain, &self.words.event(game, event))
    }

    fn text(&self, style: TextStyle, text: &str) -> Vec<StyledLine> {
        self.page().text(style, text)
    }

    fn hanging(&self, start: StyledLine, style: TextStyle, text: &str) -> Vec<StyledLine> {
        self.page().hanging(start, style, text)
    }

    fn room(&self) -> usize {
        self.columns.saturating_sub(INDENT)
    }

    pub(crate) fn section(&self, style: TextStyle, head: &str) -> Vec<StyledLine> {
        self.page().section(style, head)
    }

    pub(crate) fn part(&self, head: &str) -> Vec<StyledLine> {
        self.page().part(head)
    }

    fn chip(&self, setup: &Setup, lot: ishigaki_rules::LotId) -> StyledLine {
        StyledLine::of(TextStyle::Stone(lot.index()), format!(" {} ", self.words.lot(setup, lot)))
    }

    fn name(&self, setup: &Setup, team: TeamId) -> String {
        ishigaki_words::columns::truncate(&self.words.team(setup, team), 14).into_owned()
    }
}

/// Pictures are indented too.
fn indent_pictures(lines: Vec<StyledLine>) -> Vec<StyledLine> {
    let indent = |line: StyledLine| {
        let mut indented = StyledLine::of(TextStyle::Plain, " ".repeat(INDENT));
        indented.append(line);
        indented
    };
    lines.into_iter().map(indent).collect()
}
