//! A bot that does what the adviser says.

use ishigaki_rules::auction::{Bid, Raise};
use ishigaki_rules::wall::Placement;
use ishigaki_rules::{Phase, StoneId};

use super::{Strategy, View};
use crate::adviser::{RivalModel, SearchEffort, advise, advise_raises, advise_raises_within_budgets, wall};

/// Factor of the usual steps that the last wall is worth.
const LAST_WALL: u64 = 20;

/// Bids, re-bids and builds as the [adviser](crate::adviser) says. Like every strategy here it decides by what its
/// team may see and by its seed alone.
#[derive(Clone, Debug)]
pub struct Advised {
    seed: u64,
    effort: SearchEffort,
}

impl Advised {
    /// A bot of little thinking time: [`SearchEffort::QUICK`].
    pub fn new(seed: u64) -> Self {
        Self { seed, effort: SearchEffort::QUICK }
    }

    /// A bot that models each rival by itself and looks ahead: [`SearchEffort::KEEN`].
    pub fn rival_aware(seed: u64) -> Self {
        Self { seed, effort: SearchEffort::KEEN }
    }

    /// A bot that looks for walls as thoroughly as this.
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
