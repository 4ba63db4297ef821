//! Printouts of an event: pairings, result slips, standings, league tables, knock-out, groups, rankings,
//! diplomas, draw; and of a game: its result, diplomas, a team's own game.
//!
//! An [`Edition`] is an event in one language, a [`GroupEdition`] a contest in groups, a [`GameEdition`] a
//! game. They make [`Printout`]s, which are the model: tables, cards, brackets and walls without a format.
//! Screens may show the model itself; this crate's writers turn it into text ([`Printout::text`]), a page
//! ([`Printout::html`]) and spreadsheets ([`Printout::csv`]). [`Crosstable::trf`] writes FIDE's report file
//! from the same rows of the leagues ([`Crosstable`]).
//!
//! This crate depends on the rules of games, events and Othello, and on the catalogue. It uses no server,
//! file, clock or printer.

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
mod qr;
mod ranking;
mod results;
mod slips;
mod standings;
mod team;
mod text;
mod trf;
mod vertical;
mod wall;

pub use columns::ColumnKey;
pub use crosstable::{CrossRound, CrossRow, Crosstable};
pub use csv::Spreadsheet;

/// Error of making a spreadsheet.
pub use ::csv::Error as SpreadsheetError;
pub use draw::lotteries_note;
pub use edition::{Edition, EntrantName};
pub use game::GameEdition;
pub use groups::GroupEdition;
pub use html::{Hosting, STYLE};
pub use pairings::TableSeating;
pub use printout::{BracketNode, Part, PrintCard, PrintCell, PrintColumn, PrintKind, PrintTable, Printout};
pub use qr::qr_code;
pub use trf::TrfParticulars;
pub use wall::{PrintStone, PrintWall};
