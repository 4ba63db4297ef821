//! Reasons why a piece can't be placed, with squares and pieces.

use ishigaki_rules::Cell;

use super::site::Piece;

/// A reason why a piece can't be placed where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PieceRejection {
    /// No rotation fits here; only the mirror image would (`W2`).
    Mirrored,
    OutOfFrame {
        squares: Vec<Cell>,
    },
    Overlap {
        pieces: Vec<Piece>,
    },
    Uncarried {
        squares: Vec<Cell>,
    },
    /// It would rest only on stones that don't support it: unsupported ones or, for the team's own stone,
    /// planned ones (`W3`).
    OnLoose {
        pieces: Vec<Piece>,
    },
    /// Without it in its current place these become unsupported (`W3`).
    LeavesLoose {
        pieces: Vec<Piece>,
    },
}

impl PieceRejection {
    /// Returns the rule.
    pub const fn rule(&self) -> &'static str {
        match self {
            Self::Mirrored | Self::OutOfFrame { .. } | Self::Overlap { .. } => "W2",
            Self::Uncarried { .. } | Self::OnLoose { .. } | Self::LeavesLoose { .. } => "W3",
        }
    }

    /// Returns whether it is about geometry. All other reasons are about support, and reject a move only if
    /// each move must be supported (`W5`); the mirror image is also reported where the stone itself would be
    /// unsupported.
    pub const fn is_geometry(&self) -> bool {
        matches!(self, Self::OutOfFrame { .. } | Self::Overlap { .. })
    }
}
