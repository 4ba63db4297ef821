//! An event as a stream of facts: commands in, facts out, the state folded from them.
//!
//! * [`decide()`] judges one command against a [`Tournament`]: events, or a [`Rejection`]. It is total and deterministic.
//! * [`Tournament::apply`] folds one event in. It cannot fail.
//!
//! Facts carry what cannot be worked out from the facts before, and the pairings, so that whoever follows an event needs
//! nobody who finds matchings. Nothing is edited: a ruling is a fact of its own that names the entry whose place it takes.

mod actor;
mod apply;
mod command;
mod decide;
mod fact;
mod rejection;
mod slip;
mod state;

pub use actor::Actor;
pub use command::Command;
pub use decide::decide;
pub use fact::{Act, Event, Fact, cause};
pub use rejection::Rejection;
pub use slip::{Entrant, ResultFault, Score, Slip};
pub use state::{Decided, OverruledAttendance, OverruledDigits, PairedRound, ResultEntry, Stage, Tournament};
