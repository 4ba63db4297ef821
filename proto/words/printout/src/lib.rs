//! Printouts of an event: pairings, result slips, standings, league tables, knock-out, groups, rankings, diplomas, draw; and
//! of a game: its result, diplomas, a team's own game.
//!
//! An [`Edition`] is an event in one language, a [`GroupEdition`] a contest in groups, a [`GameEdition`] a game; they make
//! [`Printout`]s, which are the model: tables, cards, brackets and walls, with their columns decided once and no format in them. Screens may show it as it is; the writers of this room turn it into text
//! ([`Printout::text`]), a page ([`Printout::html`]) and spreadsheets ([`Printout::csv`]). FIDE's report file is written
//! from the same rows of the leagues ([`Crosstable`]) by [`Crosstable::trf`].
//!
//! This room knows the rule book, the events' rules, Othello's and the catalogue. It knows no server, no file, no clock and no printer.

mod bracket;
mod columns;
mod crosstable;
mod csv;
mod diplomas;
mod draw;
mod edition;
mod game;
mod groups;
mod html;
mod pairings;
mod printout;
mod ranking;
mod results;
mod slips;
mod standings;
mod team;
mod text;
mod trf;
mod wall;

pub use columns::ColumnKey;
pub use crosstable::{CrossRound, CrossRow, Crosstable};
pub use csv::Spreadsheet;

/// Error of a spreadsheet that could not be made.
pub use ::csv::Error as SpreadsheetError;
pub use draw::lotteries_note;
pub use edition::{Edition, EntrantName};
pub use game::GameEdition;
pub use groups::GroupEdition;
pub use printout::{BracketNode, Part, PrintCard, PrintCell, PrintColumn, PrintKind, PrintTable, Printout};
pub use trf::TrfParticulars;
pub use wall::{PrintStone, PrintWall};
