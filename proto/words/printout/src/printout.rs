//! The model of a printout: tables, cards, brackets and walls, in one language and in no format.

use ishigaki_words::{Lang, Words};

use crate::columns::ColumnKey;
use crate::wall::PrintWall;

/// Kind of a printout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PrintKind {
    /// Roster, numbers and how to check them (`TD`).
    Draw,
    /// Pairings of a round, for the wall (`TP`).
    Pairings,
    /// Result slips of a round, to be filled in (`TO9`).
    Slips,
    /// Results of a round (`TO9`).
    Results,
    /// The provisional order (`TR`).
    Standings,
    /// League tables (`TL`, `TF`).
    Leagues,
    /// Play-offs (`TK`).
    Bracket,
    /// The final ranking (`TE`).
    Ranking,
    /// Diplomas (`TE5`).
    Diplomas,
    /// Groups of a stage and who advances (`TG`).
    Groups,
    /// The result of a game, to hang up (`E2`).
    Game,
    /// A team's own game.
    Team,
}

impl PrintKind {
    /// Those of an event, in the order in which it needs them.
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

    /// The kind of a name; `None` if there is none.
    pub fn named(name: &str) -> Option<Self> {
        Self::OF_EVENTS.into_iter().find(|kind| kind.name() == name)
    }

    /// Its name in files and commands: lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Pairings => "pairings",
            Self::Slips => "slips",
            Self::Results => "results",
            Self::Standings => "standings",
            Self::Leagues => "leagues",
            Self::Bracket => "bracket",
            Self::Ranking => "ranking",
            Self::Diplomas => "diplomas",
            Self::Groups => "groups",
            Self::Game => "game",
            Self::Team => "team",
        }
    }
}

/// A printout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printout {
    /// Kind of the printout.
    pub kind: PrintKind,
    pub lang: Lang,
    /// Title of the event.
    pub event: String,
    /// Title of the printout: `Pairings of round 3`.
    pub heading: String,
    /// Contents of the printout.
    pub parts: Vec<Part>,
    /// Sentences below: rules, rulings, how to check.
    pub notes: Vec<String>,
}

/// A part of a printout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Table(PrintTable),
    /// Cards to be cut apart.
    Cards {
        /// Cards on an A4 page: 1 or 4.
        per_page: usize,
        cards: Vec<PrintCard>,
    },
    /// A knock-out as it is drawn. The same games stand in a table beside it.
    Bracket(BracketNode),
    /// Walls as they are drawn.
    Walls(Vec<PrintWall>),
}

/// A node of a bracket.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BracketNode {
    /// Somebody who comes into the knock-out.
    Entrant(String),
    Bout {
        heading: String,
        /// Winner; empty while there is none.
        winner: String,
        /// Nodes of the players.
        from: Box<[BracketNode; 2]>,
    },
}

/// A table. Every row has a cell for each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintTable {
    /// Heading; may be empty.
    pub heading: String,
    pub columns: Vec<PrintColumn>,
    pub rows: Vec<Vec<PrintCell>>,
}

/// A card: facts about one game or player, and a table of those whom it concerns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintCard {
    pub heading: String,
    /// Facts of the whole card; all cards of a part have the same columns. An empty text is shown nowhere but in
    /// spreadsheets.
    pub facts: Vec<(PrintColumn, PrintCell)>,
    /// A row for each player; may have no columns.
    pub table: PrintTable,
    pub text: String,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintColumn {
    /// Key of the column's contents.
    pub key: ColumnKey,
    pub head: String,
}

/// A cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PrintCell {
    /// Text, harmless already; may be empty.
    Text(String),
    Figure(i64),
    /// To be filled in by hand.
    Blank,
    /// One of these, to be ticked by hand.
    Choice(Vec<String>),
}

impl PrintTable {
    /// A table with these columns and no rows yet.
    pub(crate) fn new(words: Words, heading: String, keys: impl IntoIterator<Item = ColumnKey>) -> Self {
        let columns = keys.into_iter().map(|key| PrintColumn::new(words, key)).collect();
        Self { heading, columns, rows: Vec::new() }
    }

    /// A table that is not there.
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
    /// A cell with nothing in it.
    pub(crate) const fn empty() -> Self {
        Self::Text(String::new())
    }

    /// Returns whether there is nothing in it, and nothing to be filled in.
    pub fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }

    /// A figure, or nothing.
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
