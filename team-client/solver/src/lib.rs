//! Finds the best wall for a frame and stones: fewest empty squares, then fewest gaps in the top row, then
//! most stones used (`E2`), every stone supported (`W2`, `W3`).
//!
//! [`solve`] runs several threads with different searches, reports each better wall, and stops when none can
//! exist or when it is stopped. It has no clock, reads no file, and its randomness comes from a seed.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    clippy::cast_precision_loss,
    reason = "a grid has at most 64x64 squares and a problem at most 4096 stones"
)]

mod account;
mod beam;
mod board;
mod bounds;
mod census;
mod choice;
mod climb;
mod covers;
mod endgame;
mod exact;
mod grid;
mod independent_squares;
mod lessons;
mod orientation;
mod portfolio;
mod prepared;
mod problem;
mod random;
mod regions;
mod repair;
mod selection;
mod shared;
mod taste;
mod wall;

pub use portfolio::{Options, count, solve};
pub use problem::{MOST_ROWS, MOST_STONES, Problem, ProblemFault};
pub use wall::{Score, Wall, WallStone};

/// The example of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
