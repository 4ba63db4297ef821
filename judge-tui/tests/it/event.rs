//! The event's screen: what it shows and what it asks for, by events fed to it.
#![expect(clippy::unwrap_used, reason = "a hall that cannot be set up is a failed test")]

mod fixture;
mod groups;
mod keys;
mod questions;
mod screens;
mod trouble;
