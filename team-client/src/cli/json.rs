//! The objects of `--json`, as the README documents them. Keys are added, never renamed or removed.
//!
//! Teams, lots and stones go by the codes that commands take; money is in TSUYAMA, spans and moments are in
//! milliseconds of game time.

mod advice;
mod event;

use ishigaki_strategy::status::WallStatus;
use serde::Serialize;

pub(crate) use advice::{AdviceObject, RebidAdvice, WhatIfObject};
pub(crate) use event::{checked, connection, event, failure, note};

/// A list or a re-bid that was sealed.
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

/// A whole wall that was sent, or only looked at.
#[derive(Serialize)]
pub(crate) struct Replaced {
    /// Whether nothing was sent.
    pub(crate) check: bool,
    pub(crate) stones: usize,
    pub(crate) wall: Option<WallStatus>,
}

/// Stones that the team has received and checked.
#[derive(Serialize)]
pub(crate) struct CheckedStones {
    pub(crate) stones: Vec<String>,
}

#[cfg(test)]
mod tests;
