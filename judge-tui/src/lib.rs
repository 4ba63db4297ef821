//! The chief judge's console, the hall's board, events and games played back: four screens and the commands beside them.
//!
//! It never depends on the server; all it knows came over the wire, or follows by the rules.
//!
//! [`console`], [`board`], [`event`] and [`replay`] are the screens. The automatic judge and the feed for other software are
//! crates of their own, without a screen. Beside them stand commands for a contest of many games, in the private module `cli`: [`launch`]
//! starts whichever is asked for.

pub mod board;
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
