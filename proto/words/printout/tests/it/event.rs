//! What an event prints, from events that are played from roster to declaration by the crate that holds them.
#![expect(clippy::expect_used, reason = "an event that cannot be played is a failed test")]

mod formats;
mod play;
mod printouts;
mod report;
