//! The words that people read, in English and Japanese: every sentence, label and reason from one catalogue.
//!
//! This room knows the rules' own types and the faults of the wire, and turns them into sentences. It knows
//! no screen, no colour, no clock and no network; how wide a text is on a terminal it does know
//! ([`columns`]), because two languages and foreign names make that a question of text.
//!
//! A sentence never tells what is sealed (`A4`), even where the fact it is made from carries it.
//!
//! The texts are those of [`ishigaki_catalogue`].

mod auction;
mod competition;
mod event;
mod fault;
mod figure;
pub mod help;
mod log;
mod name;
mod short;
mod standing;
mod table;
mod verdict;
mod violation;
mod wall;
mod words;

pub use competition::NamedCompetition;
pub use event::OUTAGE;
pub use figure::{countdown, elapsed, game_clock};
pub use ishigaki_catalogue::{
    Argument, Catalogue, Lang, LangError, Message, Phrase, Value, columns, grouped, wrap,
};
pub use short::{ShortNames, distinct};
pub use table::{Align, Table};
pub use words::Words;
