//! A team's side of the contest.
//!
//! * [`Client`] is the SDK: it watches one game as one team and sends what the team wants.
//! * [`Receipts`] are what the server signed for each list the team sealed; [`Client::check_opening`] holds them and
//!   what the feed showed against the record.
//! * [`bot`] has programs that play, and [`bot::Strategy`] to write another one.
//! * [`plan`] fills a frame with stones.
//! * [`tui`] is the team's screen.
//! * [`workshop`] is a draft of the wall, with a plan of stones that are not won yet.
//!
//! This room knows the rules, the record and what comes over the wire, and nothing of the server. Its clock is the server's
//! ([`Client::remaining`]); it draws random numbers only from a seed it is given.

pub mod bot;
mod client;
mod error;
pub mod plan;
pub mod receipts;
pub mod tui;
pub mod workshop;

pub use client::{Change, CheckError, Checked, Client, Options, Sealed};
pub use error::Error;
pub use receipts::{ReceiptFault, Receipts};

/// The page of the README is code that compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
