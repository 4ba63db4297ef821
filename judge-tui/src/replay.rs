//! Replay of a finished game from its record.
//!
//! It uses a verified transcript, and any moment of it can be reached at once. The game at that moment is
//! painted like the board's; gaps of the verification are shown above it.
//!
//! Everything that happens is an [`Input`](ishigaki_screen::terminal::Input); [`update()`] applies it to the
//! [`State`]; [`draw()`] paints the state and changes nothing.

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
