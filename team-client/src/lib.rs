//! The program of a team: screen, page and command line.
//!
//! * [`tui`] is the team's screen, in a terminal and as a page.
//! * [`advice`] formats the adviser's advice as tables.
//! * [`drafts`] saves drafts of lists on disk.
//! * [`path`] words a team's way through an event.
//!
//! The crate `team-client-sdk` is for bots and tools of your own; adviser, bots and workshop are in
//! `ishigaki-strategy`.

pub mod advice;
pub mod drafts;
pub mod path;
pub mod tui;
