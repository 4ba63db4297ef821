//! The program of a team: screen, page and command line.
//!
//! * [`tui`] is the team's screen, in a terminal and as a page.
//! * [`advice`] tells what the adviser says, as tables.
//! * [`drafts`] keeps the draft of a list on the disk.
//!
//! What bots and tools of your own are made of is the crate `team-client-sdk`; adviser, bots and workshop are in
//! `ishigaki-strategy`.

pub mod advice;
pub mod drafts;
pub mod tui;

/// The page of the README is code that compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
