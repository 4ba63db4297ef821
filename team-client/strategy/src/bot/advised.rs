//! A bot that follows the adviser.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Phase, StoneId};

use super::{Strategy, View};
use crate::adviser::{RivalModel, SearchEffort, advise, advise_raises, advise_raises_within_budgets, wall};

/// Factor on the steps for the last wall.
const LAST_WALL: u64 = 20;

/// Bids, re-bids and builds by the [adviser](crate::adviser). Decides by its view and seed alone.
#[derive(Clone, Debug)]
pub struct Advised {
    seed: u64,
    effort: SearchEffort,
}

impl Advised {
    /// Returns a bot with little thinking time: [`SearchEffort::QUICK`].
    pub fn new(seed: u64) -> Self {
        Self { seed, effort: SearchEffort::QUICK }
    }

    /// Returns a bot that models each rival and looks ahead: [`SearchEffort::KEEN`].
    pub fn rival_aware(seed: u64) -> Self {
        Self { seed, effort: SearchEffort::KEEN }
    }

    /// Returns a bot with this effort.
    pub fn thinking(seed: u64, effort: SearchEffort) -> Self {
        Self { seed, effort }
    }
}

impl Strategy for Advised {
    fn bids(&mut self, view: &View<'_>) -> Vec<Bid> {
        let advice = advise(view, self.effort, self.seed);
        advice.into_iter().flat_map(|advice| advice.list).map(|line| line.bid).collect()
    }

    fn raises(&mut self, view: &View<'_>) -> Vec<Raise> {
        let advice = if self.effort.rivals == RivalModel::Each {
            advise_raises_within_budgets(view, self.seed)
        } else {
            advise_raises(view, self.seed)
        };
        advice.into_iter().flat_map(|(_, _, raises)| raises).map(|advice| advice.raise).collect()
    }

    fn wall(&mut self, view: &View<'_>) -> Option<Vec<Placement<StoneId>>> {
        let is_over = !matches!(view.game.phase(), Phase::Ready { .. });
        let steps = if is_over { self.effort.steps * LAST_WALL } else { self.effort.steps };
        let placements = wall(view, steps, self.seed);
        let planned = view.game.judge_wall(view.me, &placements).score?;
        let standing = view.game.wall_score(view.me);
        let is_better = standing.is_none_or(|now| {
            (planned.empty, planned.top_gaps, planned.unused) < (now.empty, now.top_gaps, now.unused)
        });
        is_better.then_some(placements)
    }
}
