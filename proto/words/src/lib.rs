//! The words that people read, in English and Japanese: every sentence, label and reason from one catalogue.
//!
//! This room knows the rules' own types and the faults of the wire, and turns them into sentences. It knows
//! no screen, no colour, no clock and no network; how wide a text is on a terminal it does know
//! ([`columns`]), because two languages and foreign names make that a question of text.
//!
//! A sentence never tells what is sealed (`A4`), even where the fact it is made from carries it.
//!
//! The catalogue is `catalogue/en.ftl` and `catalogue/ja.ftl`, built into the program. To add a text, add its
//! key to the right section of both; the tests hold the two together.

mod auction;
mod catalogue;
pub mod columns;
mod competition;
mod event;
mod fault;
mod figure;
pub mod help;
mod lang;
mod log;
mod name;
mod separators;
mod short;
mod standing;
mod system_error;
mod table;
mod value;
mod verdict;
mod violation;
mod wall;
pub mod wrap;

pub use catalogue::Words;
pub use competition::NamedCompetition;
pub use event::OUTAGE;
pub use figure::{countdown, elapsed, game_clock};
pub use lang::{Lang, LangError};
pub use separators::grouped;
pub use short::{ShortNames, distinct};
pub use table::{Align, Table};
pub use value::Value;
