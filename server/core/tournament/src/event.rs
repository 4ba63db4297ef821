//! An event as a stream of facts: commands in, facts out, and the state folded from them.
//!
//! * [`decide()`] judges one command against a [`Tournament`] and returns events or a [`Rejection`]. It is
//!   total and deterministic.
//! * [`Tournament::apply`] folds one event. It can't fail.
//!
//! Facts carry what can't be derived from earlier facts, and also the pairings, so that followers of an event
//! need no matching algorithm. Facts are never edited: a ruling is a new fact that names the entry it
//! replaces.

mod actor;
mod apply;
mod calling;
mod command;
mod decide;
mod fact;
mod message;
mod pairing;
mod rejection;
mod slip;
mod state;

pub use actor::Actor;
pub use command::Command;
pub use decide::decide;
pub use fact::{Act, Event, Fact, cause};
pub(crate) use message::notice_texts;
pub use message::{EventMessages, EventNotice, NoticeFault, TableCall};
pub use rejection::Rejection;
pub use slip::{Entrant, ResultFault, Score, Slip};
pub use state::{Decided, OverruledAttendance, OverruledDigits, PairedRound, ResultEntry, Stage, Tournament};
