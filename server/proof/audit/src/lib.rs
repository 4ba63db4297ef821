//! Audits of games and events: whether what was seen of one follows.
//!
//! This room knows the rules of games and events, and nothing of servers, wires and clocks. Whoever proves something (the
//! crash harness, the simulation, the rehearsal) gathers what it saw, events of feeds and calls with their answers, and asks
//! here:
//!
//! * [`MergedLog`]: does each fact follow from the ones before, and do all feeds have the same?
//! * [`board()`]: are boards told just what is for everybody?
//! * [`align()`]: does each call have its fact, and each fact its call?
//! * [`Invariants`], with books of its own: are caps, windows, awards, walls and stones as they must be?
//! * [`sums`]: do money and stones add up, and does the final wall stand?
//! * [`event`]: of an event around the games, are pairings, results and places as they must be?
//! * [`groups`]: of a contest in groups, are draws, who goes on and places as they must be?
//!
//! What does not follow is a [`Violation`]; what was reached on the way, [`Coverage`]. The verifier of records stays apart, and
//! so does the one in Python: they are witnesses.

mod align;
mod auction;
mod board;
mod call;
mod coverage;
pub mod event;
pub mod groups;
mod invariants;
mod merged_log;
mod seals;
pub mod sums;
mod violation;
mod wall;

pub use align::{Alignment, align};
pub use auction::Auction;
pub use board::board;
pub use call::{Acknowledgement, Call, Effect, Outcome};
pub use coverage::{Coverage, Reached};
pub use invariants::Invariants;
pub use merged_log::MergedLog;
pub use sums::Sums;
pub use violation::{At, Checked, Violation, Who};
