//! The game as a story: what the hall sees, event by event, for people to follow.
//!
//! Everything shown is worked out from the public events by the rules; nothing sealed reaches this room
//! before its opening. It makes lines and does not write them: who has a terminal does that.

mod auction;
mod beginning;
mod standing;

use std::collections::BTreeMap;

use ishigaki_rules::wall::Spot;
use ishigaki_rules::{Event, Fact, Game, RoundNo, Setup, StoneId, TeamId, Topic};
use ishigaki_words::{Value, Words};

use crate::drawing::Signs;
use crate::page::{INDENT, StoryPage};
use crate::styled_text::{StyledLine, TextStyle};

pub(crate) use auction::replayed;
pub use beginning::StoryHeader;
pub(crate) use beginning::manner;

/// A list that a team tried before the one that counts; told after the opening only (`A4`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TriedList {
    pub round: RoundNo,
    pub team: TeamId,
    /// The list, as `O 50`, `I 20`.
    pub list: Vec<String>,
    /// Reason for which it was refused; `None` if it was sealed, and replaced later.
    pub refused: Option<String>,
}

/// Tells a game.
#[derive(Clone, Debug)]
pub struct Story {
    words: Words,
    signs: Signs,
    columns: usize,
    tried_lists: Vec<TriedList>,
    /// The walls as they were last shown.
    shown: Vec<BTreeMap<StoneId, Spot>>,
}

impl Story {
    /// A story in these words, in so many columns.
    pub fn new(words: Words, setup: &Setup, columns: usize) -> Self {
        Self {
            words,
            signs: Signs::of(setup),
            columns: columns.max(40),
            tried_lists: Vec::new(),
            shown: Vec::new(),
        }
    }

    /// Keeps a tried list until the lists are open.
    pub fn keep(&mut self, tried: TriedList) {
        self.tried_lists.push(tried);
        self.tried_lists.sort_by_key(|tried| (tried.round, tried.team));
    }

    /// Returns what an event looks like from the hall; `game` is the state after it. Single moves on the walls are
    /// not told: the walls are shown before the next round opens and at the end.
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
                // The first confirmation of a round opens its last part.
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

    /// Something that happens around the game, not in it.
    pub fn remark(&self, style: TextStyle, key: &str, gaps: &[(&str, Value)]) -> Vec<StyledLine> {
        self.page().remark(style, key, gaps)
    }

    /// Returns the page that it is told on.
    pub(crate) const fn page(&self) -> StoryPage {
        StoryPage { words: self.words, columns: self.columns }
    }

    /// The head of the verdict.
    pub fn verdict(&self) -> Vec<StyledLine> {
        self.section(TextStyle::Title, &self.words.label("rehearsal-verdict"))
    }

    fn sentence(&self, game: &Game, event: &Event) -> Vec<StyledLine> {
        self.text(TextStyle::Plain, &self.words.event(game, event))
    }

    /// A paragraph.
    fn text(&self, style: TextStyle, text: &str) -> Vec<StyledLine> {
        self.page().text(style, text)
    }

    /// A text behind something, wrapped within its own columns.
    fn hanging(&self, start: StyledLine, style: TextStyle, text: &str) -> Vec<StyledLine> {
        self.page().hanging(start, style, text)
    }

    /// Returns the columns that are left beside the indent.
    fn room(&self) -> usize {
        self.columns.saturating_sub(INDENT)
    }

    pub(crate) fn section(&self, style: TextStyle, head: &str) -> Vec<StyledLine> {
        self.page().section(style, head)
    }

    /// The head of a part of a section.
    pub(crate) fn part(&self, head: &str) -> Vec<StyledLine> {
        self.page().part(head)
    }

    /// A lot, written on its own colour.
    fn chip(&self, setup: &Setup, lot: ishigaki_rules::LotId) -> StyledLine {
        StyledLine::of(TextStyle::Stone(lot.index()), format!(" {} ", self.words.lot(setup, lot)))
    }

    /// A team's name, no wider than a column of names should be.
    fn name(&self, setup: &Setup, team: TeamId) -> String {
        ishigaki_words::columns::truncate(&self.words.team(setup, team), 14).into_owned()
    }
}

/// Pictures stand in as well.
fn indented(lines: Vec<StyledLine>) -> Vec<StyledLine> {
    let indent = |line: StyledLine| {
        let mut indented = StyledLine::of(TextStyle::Plain, " ".repeat(INDENT));
        indented.append(line);
        indented
    };
    lines.into_iter().map(indent).collect()
}
