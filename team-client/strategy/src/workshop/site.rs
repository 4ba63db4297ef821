//! The site that a workshop builds on, and what is laid there: the frame, the stones' shapes, and pieces by name.

use std::collections::{BTreeMap, BTreeSet};

use ishigaki_rules::wall::{Placement, Placing, Spot, Verdict, judge};
use ishigaki_rules::{Cell, Frame, LotId, Setup, Shape, StoneId, SupportRule};

/// Something that can be laid in a draft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Piece {
    /// A stone that the team has been handed (`W4`).
    Own(StoneId),
    /// A stone of this lot that the team would like to have. It is in the plan only and is never sent.
    Planned {
        lot: LotId,
        /// Tells planned stones of a lot apart; from 1.
        number: u32,
    },
}

/// Layout: pieces by where they lie.
pub type PieceLayout = BTreeMap<Piece, Spot>;

/// Layout of a team's own stones: a wall as the server knows one.
pub type StoneLayout = BTreeMap<StoneId, Spot>;

/// The frame, the lots' shapes, and when a stone must be carried.
#[derive(Clone, Debug)]
pub struct Site {
    frame: Frame,
    shapes: Vec<Shape>,
    support: SupportRule,
}

/// Count of a wall (`E2`), unsupported stones lifted off (`W5`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WallTotals {
    /// Squares of the frame that no stone covers.
    pub empty: u32,
    /// Uncovered squares of the frame's top row.
    pub top_gaps: u32,
    pub used: u32,
}

impl Piece {
    /// The lot it is of.
    pub const fn lot(self) -> LotId {
        match self {
            Self::Own(stone) => stone.lot,
            Self::Planned { lot, .. } => lot,
        }
    }

    /// The team's stone, if it is one.
    pub const fn own(self) -> Option<StoneId> {
        match self {
            Self::Own(stone) => Some(stone),
            Self::Planned { .. } => None,
        }
    }

    /// Returns whether it is in the plan only.
    pub const fn is_planned(self) -> bool {
        matches!(self, Self::Planned { .. })
    }
}

impl Site {
    /// The site of a game.
    pub fn of(setup: &Setup) -> Self {
        let shapes = setup.lots.iter().map(|lot| lot.shape.clone()).collect();
        Self { frame: setup.frame.clone(), shapes, support: setup.support }
    }

    /// The frame.
    pub fn frame(&self) -> &Frame {
        &self.frame
    }

    /// The shape of a lot's stones before any turn; `None` if the game has no such lot.
    pub fn shape(&self, lot: LotId) -> Option<&Shape> {
        self.shapes.get(lot.index())
    }

    /// All lots of the game.
    pub fn lots(&self) -> impl DoubleEndedIterator<Item = LotId> + '_ {
        (0..self.shapes.len()).map(LotId::at)
    }

    /// Returns whether a move that leaves a stone unsupported is refused (`W5`), not only told.
    pub fn refuses_loose(&self) -> bool {
        self.support == SupportRule::EachMove
    }

    /// The squares of a piece that lies there.
    pub fn squares(&self, piece: Piece, spot: Spot) -> Vec<Cell> {
        let shape = self.shape(piece.lot());
        shape.map_or_else(Vec::new, |shape| moved(shape.turned_cells(spot.turn), spot.at).collect())
    }

    /// The rules' own verdict on a layout: of the team's stones alone, or with the plan as if it were won.
    pub fn verdict(&self, layout: &PieceLayout, with_plan: bool) -> Verdict<Piece> {
        let pieces = || layout.iter().filter(|(piece, _)| with_plan || !piece.is_planned());
        let shape = |piece: Piece| self.shape(piece.lot()).map(|shape| (piece, shape));
        let owned: BTreeMap<Piece, &Shape> = pieces().filter_map(|(&piece, _)| shape(piece)).collect();
        let placements: Vec<_> =
            pieces().map(|(&stone, &spot)| Placement { stone, placing: Placing::Turned(spot) }).collect();
        judge(&self.frame, &owned, &placements)
    }

    /// Returns how a layout counts, and the pieces that nothing carries. Nothing is counted where pieces
    /// overlap.
    pub(super) fn count(&self, layout: &PieceLayout, with_plan: bool) -> (WallTotals, BTreeSet<Piece>) {
        let score = self.verdict(layout, with_plan).score;
        let count = score.as_ref().map_or_else(WallTotals::default, |score| WallTotals {
            empty: score.empty,
            top_gaps: score.top_gaps,
            used: score.used,
        });
        (count, score.map(|score| score.lifted.into_iter().collect()).unwrap_or_default())
    }

    /// Returns whether the server would take this wall.
    pub(super) fn would_stand(&self, laid: &StoneLayout) -> bool {
        let layout: PieceLayout = laid.iter().map(|(&stone, &spot)| (Piece::Own(stone), spot)).collect();
        let faults = self.verdict(&layout, false).faults;
        faults.iter().all(|fault| !self.refuses_loose() && !fault.code.is_geometry())
    }
}

/// Squares moved so that what was at the origin is at `at`.
pub(super) fn moved(cells: impl Iterator<Item = Cell>, at: Cell) -> impl Iterator<Item = Cell> {
    cells.map(move |cell| Cell::new(cell.row.saturating_add(at.row), cell.col.saturating_add(at.col)))
}
