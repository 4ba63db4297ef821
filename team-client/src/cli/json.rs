//! Objects of `--json`, as documented in the README. Keys may be added, never renamed or removed.
//!
//! Teams, lots and stones have the codes of the commands; money is in TSUYAMA, times are milliseconds of game
//! time.

mod advice;
mod event;
mod path;

use ishigaki_strategy::status::WallStatus;
use serde::Serialize;

pub(crate) use advice::{AdviceObject, RebidAdvice, WhatIfObject};
pub(crate) use event::{began, checked, connection, event, failure, note};
pub(crate) use path::{PathObject, StatusObject};

#[derive(Serialize)]
pub(crate) struct SealedObject {
    pub(crate) revision: u32,
    pub(crate) received_at_ms: u64,
    pub(crate) lines: usize,
    pub(crate) total: u64,
    pub(crate) counter: u64,
    pub(crate) commitment: String,
}

#[derive(Serialize)]
pub(crate) struct WallChangeObject {
    pub(crate) stone: String,
    pub(crate) wall: Option<WallStatus>,
}

#[derive(Serialize)]
pub(crate) struct Replaced {
    /// True if nothing was submitted.
    pub(crate) check: bool,
    pub(crate) stones: usize,
    pub(crate) wall: Option<WallStatus>,
}

#[derive(Serialize)]
pub(crate) struct CheckedStones {
    pub(crate) stones: Vec<String>,
}

#[cfg(test)]
mod tests;
