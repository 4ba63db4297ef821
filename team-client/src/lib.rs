//! A team's side of the contest: the SDK, the bots and the command line.

pub mod bot;
pub mod plan;
