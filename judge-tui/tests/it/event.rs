//! The event's screen, driven by events.
#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

mod failures;
mod fixture;
mod groups;
mod keys;
mod questions;
mod screens;
