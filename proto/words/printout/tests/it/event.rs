//! Printouts of events that are played by the rules from roster to declaration.
#![expect(clippy::expect_used, reason = "an event that cannot be played is a failed test")]

mod formats;
mod play;
mod printouts;
mod report;
