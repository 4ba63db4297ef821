//! Audits of games and events.
//!
//! The crate knows the rules, but no servers, wires or clocks. Provers (crash harness, simulation, rehearsal)
//! collect events of feeds and calls with their answers, and check them here:
//!
//! * [`MergedLog`]: each fact follows from earlier ones, and all feeds agree.
//! * [`board()`]: boards see exactly the public messages.
//! * [`align()`]: calls and facts match.
//! * [`Invariants`]: limits, windows, awards, walls and stones, tracked independently.
//! * [`sums`]: money and stones add up, and the final wall is supported.
//! * [`event`]: pairings, results and places of an event.
//! * [`groups`]: draws, advance and places of a contest in groups.
//!
//! A failure is a [`Violation`]; [`Coverage`] counts what was reached. The verifiers of records, including
//! the one in Python, stay independent.

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
pub use violation::{Checked, OptionalTime, Party, Violation};
