//! A fully revealed opening with the state before it, so that it can be covered again.

use std::time::Instant;

use ishigaki_rules::{Event, Game, LotId};

use super::Cover;

/// Kept until the next event that the hall must see.
#[derive(Clone, Debug)]
pub(super) struct UncoveredOpening {
    pub(super) before: Game,
    pub(super) news: Option<Event>,
    pub(super) lit: Vec<LotId>,
    pub(super) cover: Cover,
    pub(super) since: Vec<(Event, Option<Instant>)>,
}

impl UncoveredOpening {
    pub(super) fn steps(&self) -> usize {
        self.cover.progress().1
    }
}
