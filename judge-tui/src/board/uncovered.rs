//! An opening that the hall has seen to its last step, and how the game looked before: so it can be covered again.

use std::time::Instant;

use ishigaki_rules::{Event, Game, LotId};

use super::Cover;

/// An opening that was uncovered whole. Kept until the next thing happens that the hall has to see.
#[derive(Clone, Debug)]
pub(super) struct UncoveredOpening {
    /// The game as the hall saw it under the cover.
    pub(super) before: Game,
    pub(super) news: Option<Event>,
    /// The lots that had been uncovered last then.
    pub(super) lit: Vec<LotId>,
    /// The cover, all steps done.
    pub(super) cover: Cover,
    /// Events that the hall has been shown since, each with its moment.
    pub(super) since: Vec<(Event, Option<Instant>)>,
}

impl UncoveredOpening {
    /// Returns the number of the opening's steps.
    pub(super) fn steps(&self) -> usize {
        self.cover.progress().1
    }
}
