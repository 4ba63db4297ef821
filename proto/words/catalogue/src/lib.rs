//! The catalogue of texts in English and Japanese, and the messages of its keys.
//!
//! An error, finding or notice is a type with fields that derives [`Message`]: its key and arguments come
//! from its definition, its text from the catalogue. `Display` prints English; [`Catalogue::in_language`]
//! prints it in a reader's language.
//!
//! The catalogue is `en.ftl` and `ja.ftl`, built into the program. Add each new key to both files.

extern crate self as ishigaki_catalogue;

mod catalogue;
pub mod columns;
mod core_fault;
mod keyed_enum;
mod lang;
mod message;
pub mod names;
mod rank;
mod separators;
mod system_error;
mod toml_message;
mod value;
pub mod wrap;

pub use catalogue::Catalogue;
pub use ishigaki_catalogue_derive::Message;
pub use lang::{Lang, LangError};
pub use message::{Argument, Message};
pub use rank::Rank;
pub use separators::grouped;
pub use toml_message::{toml_message, toml_message_at};
pub use value::{Phrase, Value};
