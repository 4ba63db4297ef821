//! Bots against each other over many games, by the rules alone: no server, no network, no clock.
//!
//! [`tournament`] plays the games and [`command`] prints the results.

pub mod command;
pub mod contender;
pub mod estimate;
pub mod ladder;
pub mod rating;
pub mod replay;
pub mod tournament;
