//! Rosters as people bring them.
#![allow(clippy::unwrap_used, reason = "a test may fail")]

mod faults;
mod files;
mod fixture;
