//! Screens of the judge, and all commands: console, event and replay. The board is a separate crate.
//!
//! It never depends on the server; its knowledge comes from the network or follows from the rules.
//!
//! [`console`], [`event`] and [`replay`] are the screens. The automatic judge and the feed for other software
//! are separate crates without a screen. The private module `cli` has the commands; [`launch`] starts the
//! requested one.

mod cli;
pub mod console;
mod counts;
mod entry;
pub mod event;
mod judge;
mod options;
mod poll;
pub mod replay;
mod sentences;
mod terminal;

pub use cli::launch;
pub use entry::{EntryError, EntryKind, Request as EntryRequest};
pub use ishigaki_client::judging::{JudgeAct, NextStep};
pub use ishigaki_client::listing::{GameStatus, Listed, Programme, TokenRole};
pub use ishigaki_client::presence::{Light, TeamPresence};
pub use ishigaki_screen::terminal::Key;
pub use judge::ActOutcome;
pub use options::Options;
