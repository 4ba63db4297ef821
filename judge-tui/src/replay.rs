//! A finished game played back from its record.
//!
//! This room knows a transcript that has been verified, and how to get to any moment of it at once. It knows no
//! connection and no server: a file is all it needs. What it shows is what the rules make of the records up to that
//! moment, painted as the board paints a game; what the verification left open stands above it.
//!
//! Everything that happens is an [`Input`](ishigaki_screen::terminal::Input); [`update()`] folds it into the [`State`]; [`draw()`] paints the state
//! and changes nothing.

mod draw;
mod keymap;
mod proof;
mod run;
mod state;
mod timeline;
mod update;

pub use draw::draw;
pub use keymap::{Binding, Intent, KEYMAP};
pub use proof::ProofGaps;
pub use state::State;
pub use timeline::Timeline;
pub use update::{Effect, update};

pub(crate) use run::{load, run};
