//! Search for the best wall of the team's stones: its pieces, and the effect of a found wall on the draft.
//! The caller searches.

use std::cmp::Reverse;

use ishigaki_rules::Shape;
use ishigaki_solver::{Score, Wall};

use super::Workshop;
use super::site::{Piece, PieceLayout, StoneLayout, WallTotals};

/// A running search for a draft.
#[derive(Clone, Debug)]
pub struct Fill {
    /// In the order of the search.
    pieces: Vec<Piece>,
    has_plan: bool,
    /// True if a found wall is in the draft: all of them are one change.
    has_begun: bool,
    best: WallTotals,
}

/// Outcome of a found wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    Laid,
    NoBetter,
}

impl Fill {
    /// Returns whether planned stones are included.
    pub fn has_plan(&self) -> bool {
        self.has_plan
    }

    /// Returns the figures of the best wall so far, or else of the draft.
    pub fn best(&self) -> WallTotals {
        self.best
    }
}

impl Workshop {
    /// Returns the search for the draft: all the team's stones and, if wanted, the planned ones in the draft.
    /// The shapes are in the order of the pieces.
    pub fn fill(&self, has_plan: bool) -> (Fill, Vec<Shape>) {
        let own = self.owned.iter().map(|&stone| Piece::Own(stone));
        let planned = self.layout.keys().copied().filter(|piece| has_plan && piece.is_planned());
        let known = own.chain(planned).filter_map(|piece| Some((piece, self.shape(piece)?.clone())));
        let (pieces, shapes) = known.unzip();
        let best = if has_plan { self.count_with_plan() } else { self.count() };
        (Fill { pieces, has_plan, has_begun: false, best }, shapes)
    }

    /// Puts a found wall into the draft if it ranks higher (`E2`). Stones that only planned ones would
    /// support become planned until those are won.
    pub fn fill_with(&mut self, fill: &mut Fill, wall: &Wall) -> Filled {
        let Score { empty, top_gaps, used } = wall.score;
        let order = |count: WallTotals| (count.empty, count.top_gaps, Reverse(count.used));
        if (empty, top_gaps, Reverse(used)) >= order(fill.best) {
            return Filled::NoBetter;
        }
        let found: PieceLayout =
            wall.stones.iter().filter_map(|laid| Some((*fill.pieces.get(laid.stone)?, laid.spot))).collect();
        if !fill.has_begun {
            self.history.keep(&self.layout);
            fill.has_begun = true;
        }
        fill.best = WallTotals { empty, top_gaps, used };
        let base = self.base.clone();
        if fill.has_plan {
            self.layout = found;
            self.plan_what_waits();
        } else {
            let laid: StoneLayout =
                found.iter().filter_map(|(piece, &spot)| Some((piece.own()?, spot))).collect();
            self.take(laid);
        }
        self.base = base;
        self.moving = None;
        self.refresh();
        Filled::Laid
    }

    fn plan_what_waits(&mut self) {
        let (_, loose) = self.site.count(&self.layout, false);
        for piece in loose {
            if let Some(spot) = self.layout.remove(&piece) {
                let planned = |number| Piece::Planned { lot: piece.lot(), number };
                let free = (1..=u32::MAX).map(planned).find(|piece| !self.layout.contains_key(piece));
                self.layout.extend(free.map(|piece| (piece, spot)));
            }
        }
    }
}
