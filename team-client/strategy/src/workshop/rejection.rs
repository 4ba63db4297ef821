//! The reasons why a piece cannot lie somewhere: facts with the squares and the pieces they are about, no words.

use ishigaki_rules::Cell;

use super::site::Piece;

/// One reason why a piece cannot lie where it is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceRejection {
    /// No turn of the stone fits here; only its mirror image would (`W2`).
    Mirrored,
    /// Squares of it lie outside the frame (`W2`).
    OutOfFrame { squares: Vec<Cell> },
    /// It shares squares with others (`W2`).
    Overlap { pieces: Vec<Piece> },
    /// Nothing lies under it (`W3`).
    Uncarried {
        /// The squares right under it.
        squares: Vec<Cell>,
    },
    /// It would rest only on what does not carry it: on stones that nothing carries, or, being the team's own, on
    /// stones that are planned only (`W3`).
    OnLoose {
        /// Pieces that it would rest on.
        pieces: Vec<Piece>,
    },
    /// Without it where it lies now, or was, nothing carries these (`W3`).
    LeavesLoose { pieces: Vec<Piece> },
}

impl PieceRejection {
    /// The rule it stands on.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Mirrored | Self::OutOfFrame { .. } | Self::Overlap { .. } => "W2",
            Self::Uncarried { .. } | Self::OnLoose { .. } | Self::LeavesLoose { .. } => "W3",
        }
    }

    /// Returns whether it is about where stones lie. Everything else is about what stands, and is refused only where each move
    /// is (`W5`); a place of the mirror image is also named where the stone itself would not stand.
    pub const fn is_geometry(&self) -> bool {
        matches!(self, Self::OutOfFrame { .. } | Self::Overlap { .. })
    }
}
