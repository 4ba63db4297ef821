//! The model of a printout: tables, cards, brackets and walls in one language, without a format.

use ishigaki_words::{Lang, Words};

use crate::columns::ColumnKey;
use crate::wall::PrintWall;

ishigaki_words::keyed! {
    /// Kind of a printout.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    pub enum PrintKind: pub name {
        Draw = "draw",
        Pairings = "pairings",
        /// Result slips of a round, to be filled in (`TO9`).
        Slips = "slips",
        Results = "results",
        /// The provisional order (`TR`).
        Standings = "standings",
        Leagues = "leagues",
        Bracket = "bracket",
        Ranking = "ranking",
        Diplomas = "diplomas",
        Groups = "groups",
        /// The result of a game, for a notice board (`E2`).
        Game = "game",
        Team = "team",
    }
}

impl PrintKind {
    /// Printouts of an event, in the order of their use.
    pub const OF_EVENTS: [Self; 10] = [
        Self::Draw,
        Self::Leagues,
        Self::Pairings,
        Self::Slips,
        Self::Results,
        Self::Standings,
        Self::Bracket,
        Self::Ranking,
        Self::Diplomas,
        Self::Groups,
    ];

    /// Returns the kind with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::OF_EVENTS.into_iter().find(|kind| kind.name() == name)
    }
}

/// A printout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printout {
    pub kind: PrintKind,
    pub lang: Lang,
    pub event: String,
    /// Title of the printout: `Pairings for round 3`.
    pub heading: String,
    pub parts: Vec<Part>,
    pub notes: Vec<String>,
}

/// A part of a printout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Table(PrintTable),
    Cards {
        /// Cards on an A4 page: 1 or 4.
        per_page: usize,
        cards: Vec<PrintCard>,
    },
    Bracket(BracketNode),
    Walls(Vec<PrintWall>),
}

/// A node of a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BracketNode {
    Entrant(String),
    Bout { heading: String, winner: String, from: Box<[BracketNode; 2]> },
}

/// A table with a cell in each row for each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintTable {
    pub heading: String,
    pub columns: Vec<PrintColumn>,
    pub rows: Vec<Vec<PrintCell>>,
}

/// A card: facts about one game or player, and a table of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintCard {
    pub heading: String,
    /// Facts of the whole card; all cards of a part have the same columns. Empty texts are only in
    /// spreadsheets.
    pub facts: Vec<(PrintColumn, PrintCell)>,
    /// A row for each player; may have no columns.
    pub table: PrintTable,
    pub text: String,
    /// Page of its game, for a QR code.
    pub link: Option<String>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintColumn {
    pub key: ColumnKey,
    pub head: String,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintCell {
    Text(String),
    Figure(i64),
    Blank,
    Choice(Vec<String>),
}

impl Part {
    /// Removes optional columns and facts that have no text in any row or card.
    pub(crate) fn remove_unused_columns(&mut self) {
        match self {
            Self::Table(table) => table.remove_unused_columns(),
            Self::Cards { cards, .. } => {
                let used: Vec<bool> = cards.first().map_or_else(Vec::new, |card| {
                    let is_used = |(at, (column, _)): (usize, &(PrintColumn, PrintCell))| {
                        let has_text =
                            |card: &PrintCard| card.facts.get(at).is_some_and(|(_, cell)| !cell.is_empty());
                        !column.key.is_optional() || cards.iter().any(has_text)
                    };
                    card.facts.iter().enumerate().map(is_used).collect()
                });
                for card in cards {
                    retain(&mut card.facts, &used);
                }
            }
            Self::Bracket(_) | Self::Walls(_) => {}
        }
    }
}

/// Keeps the items at `used` places.
fn retain<T>(items: &mut Vec<T>, used: &[bool]) {
    let mut used = used.iter();
    items.retain(|_| used.next().is_none_or(|used| *used));
}

impl PrintCard {
    /// Returns the facts to show: without empty ones, and without those in the heading.
    pub(crate) fn shown_facts(&self) -> impl Iterator<Item = &(PrintColumn, PrintCell)> {
        let is_in_heading =
            |column: &PrintColumn| matches!(column.key, ColumnKey::RoundOf | ColumnKey::Table);
        self.facts.iter().filter(move |(column, value)| !value.is_empty() && !is_in_heading(column))
    }
}

impl PrintTable {
    fn remove_unused_columns(&mut self) {
        let has_text =
            |at: usize| self.rows.iter().any(|row| row.get(at).is_some_and(|cell| !cell.is_empty()));
        let columns = self.columns.iter().enumerate();
        let used: Vec<bool> = columns.map(|(at, column)| !column.key.is_optional() || has_text(at)).collect();
        retain(&mut self.columns, &used);
        for row in &mut self.rows {
            retain(row, &used);
        }
    }

    /// Returns a table with these columns and no rows.
    pub(crate) fn new(words: Words, heading: String, keys: impl IntoIterator<Item = ColumnKey>) -> Self {
        let columns = keys.into_iter().map(|key| PrintColumn::new(words, key)).collect();
        Self { heading, columns, rows: Vec::new() }
    }

    /// Returns the table without a column.
    pub(crate) fn without(mut self, at: usize) -> Self {
        self.columns.remove(at);
        for row in self.rows.iter_mut().filter(|row| at < row.len()) {
            row.remove(at);
        }
        self
    }

    /// Returns the table without this column if all its cells are empty, such as leagues in an event without
    /// any.
    pub(crate) fn without_empty(self, key: ColumnKey) -> Self {
        let at = self.columns.iter().position(|column| column.key == key);
        let is_empty = |at: &usize| self.rows.iter().filter_map(|row| row.get(*at)).all(PrintCell::is_empty);
        match at.filter(is_empty) {
            Some(at) => self.without(at),
            None => self,
        }
    }

    pub(crate) const fn none() -> Self {
        Self { heading: String::new(), columns: Vec::new(), rows: Vec::new() }
    }
}

impl PrintColumn {
    pub(crate) fn new(words: Words, key: ColumnKey) -> Self {
        Self { key, head: key.head(words) }
    }
}

impl PrintCell {
    pub(crate) const fn empty() -> Self {
        Self::Text(String::new())
    }

    /// Returns whether it is empty and not a blank to fill in.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    pub(crate) fn figure_or_empty(figure: Option<u32>) -> Self {
        figure.map_or_else(Self::empty, Self::from)
    }
}

impl From<String> for PrintCell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for PrintCell {
    fn from(figure: i64) -> Self {
        Self::Figure(figure)
    }
}

impl From<u32> for PrintCell {
    fn from(figure: u32) -> Self {
        Self::Figure(figure.into())
    }
}

impl From<usize> for PrintCell {
    fn from(figure: usize) -> Self {
        Self::Figure(i64::try_from(figure).unwrap_or(i64::MAX))
    }
}
