//! The frame and shapes that a workshop builds with.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::wall::{Placement, Placing, Spot, Verdict, judge};
use ishigaki_rules::{Cell, Frame, LotId, Setup, Shape, StoneId, SupportRule};

/// A piece of a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// A stone that the team has been handed (`W4`).
    Own(StoneId),
    /// A stone of this lot that the team would like to have. Never submitted.
    Planned { lot: LotId, number: u32 },
}

/// Positions of pieces.
pub type PieceLayout = BTreeMap<Piece, Spot>;

/// Positions of a team's own stones: a wall of the server.
pub type StoneLayout = BTreeMap<StoneId, Spot>;

/// The frame, the lots' shapes, and when a stone must be supported.
#[derive(Clone, Debug)]
pub struct Site {
    frame: Frame,
    shapes: Vec<Shape>,
    support: SupportRule,
}

/// Figures of a wall (`E2`) without unsupported stones (`W5`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WallTotals {
    pub empty: u32,
    pub top_gaps: u32,
    pub used: u32,
}

impl Piece {
    /// Returns its lot.
    pub const fn lot(self) -> LotId {
        match self {
            Self::Own(stone) => stone.lot,
            Self::Planned { lot, .. } => lot,
        }
    }

    /// Returns the team's stone, if it is one.
    pub const fn own(self) -> Option<StoneId> {
        match self {
            Self::Own(stone) => Some(stone),
            Self::Planned { .. } => None,
        }
    }

    /// Returns whether it is planned.
    pub const fn is_planned(self) -> bool {
        matches!(self, Self::Planned { .. })
    }
}

impl Site {
    /// Returns the site of a game.
    pub fn of(setup: &Setup) -> Self {
        let shapes = setup.lots.iter().map(|lot| lot.shape.clone()).collect();
        Self { frame: setup.frame.clone(), shapes, support: setup.support }
    }

    /// Returns the frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// Returns a lot's shape before any rotation; `None` if the game has no such lot.
    pub fn shape(&self, lot: LotId) -> Option<&Shape> {
        self.shapes.get(lot.index())
    }

    /// Returns all lots of the game.
    pub fn lots(&self) -> impl DoubleEndedIterator<Item = LotId> + '_ {
        (0..self.shapes.len()).map(LotId::at)
    }

    /// Returns whether a move that leaves a stone unsupported is rejected (`W5`), not only reported.
    pub fn refuses_loose(&self) -> bool {
        self.support == SupportRule::EachMove
    }

    /// Returns the squares of a piece at this position.
    pub fn squares(&self, piece: Piece, spot: Spot) -> Vec<Cell> {
        let shape = self.shape(piece.lot());
        shape.map_or_else(Vec::new, |shape| moved(shape.turned_cells(spot.turn), spot.at).collect())
    }

    /// Returns the rules' verdict on a layout: with the team's stones alone, or with the plan as if it were
    /// won.
    pub fn verdict(&self, layout: &PieceLayout, with_plan: bool) -> Verdict<Piece> {
        let pieces = || layout.iter().filter(|(piece, _)| with_plan || !piece.is_planned());
        let shape = |piece: Piece| self.shape(piece.lot()).map(|shape| (piece, shape));
        let owned: BTreeMap<Piece, &Shape> = pieces().filter_map(|(&piece, _)| shape(piece)).collect();
        let placements: Vec<_> =
            pieces().map(|(&stone, &spot)| Placement { stone, placing: Placing::Turned(spot) }).collect();
        judge(&self.frame, &owned, &placements)
    }

    pub(super) fn count(&self, layout: &PieceLayout, with_plan: bool) -> (WallTotals, BTreeSet<Piece>) {
        let score = self.verdict(layout, with_plan).score;
        let count = score.as_ref().map_or_else(WallTotals::default, |score| WallTotals {
            empty: score.empty,
            top_gaps: score.top_gaps,
            used: score.used,
        });
        (count, score.map(|score| score.lifted.into_iter().collect()).unwrap_or_default())
    }

    pub(super) fn would_stand(&self, laid: &StoneLayout) -> bool {
        let layout: PieceLayout = laid.iter().map(|(&stone, &spot)| (Piece::Own(stone), spot)).collect();
        let faults = self.verdict(&layout, false).faults;
        faults.iter().all(|fault| !self.refuses_loose() && !fault.code.is_geometry())
    }
}

pub(super) fn moved(cells: impl Iterator<Item = Cell>, at: Cell) -> impl Iterator<Item = Cell> {
    cells.map(move |cell| Cell::new(cell.row.saturating_add(at.row), cell.col.saturating_add(at.col)))
}
