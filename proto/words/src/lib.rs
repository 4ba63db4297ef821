//! Texts for people, in English and Japanese, from one catalogue.
//!
//! The crate turns the rules' types and the wire's faults into sentences, without screens, colours, clocks or
//! network. It includes text widths on a terminal ([`columns`]), because they depend on language and names.
//!
//! A sentence never contains sealed contents (`A4`), even if its fact does.
//!
//! The texts are in [`ishigaki_catalogue`].

mod auction;
mod competition;
mod event;
mod fault;
mod figure;
pub mod help;
mod log;
mod name;
pub mod rules;
mod short_names;
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
    Argument, Catalogue, Lang, LangError, Message, Phrase, Rank, Value, columns, grouped, keyed, wrap,
};
pub use short_names::{ShortNames, distinct};
pub use table::{Align, Table};
pub use words::Words;
