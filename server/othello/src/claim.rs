//! Claims of irregular moves (不正着手), as they stand on a game's record.

use alloc::string::String;

use crate::square::{Colour, Squares};

/// Irregularity of a move (`TO8`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Irregularity {
    /// 手番の間違い: the other side's turn.
    WrongTurn,
    /// 石色の間違い: a disc of the wrong colour.
    WrongColour,
    /// 打てない箇所: a square that closes nothing.
    NoFlip,
    /// 返し忘れ: too few discs turned.
    TooFewTurned,
    /// 返しすぎ: too many discs turned.
    TooManyTurned,
    /// 石のずれ: a displaced disc.
    Displaced,
    /// 打てる局面でのパス: a pass with a move.
    PassWithMove,
}

impl Irregularity {
    /// All of them, in the order of the rule book.
    pub const ALL: [Self; 7] = [
        Self::WrongTurn,
        Self::WrongColour,
        Self::NoFlip,
        Self::TooFewTurned,
        Self::TooManyTurned,
        Self::Displaced,
        Self::PassWithMove,
    ];
}

/// A claim and what was ruled: a fact of the record (`TO9`). It changes no position by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Irregularity that is claimed.
    pub kind: Irregularity,
    /// By whom.
    pub by: Colour,
    /// The number of the move it is about, from 1, passes included.
    pub number: u32,
    /// The squares that were named.
    pub squares: Squares,
    /// Ruling of the referee.
    pub ruling: String,
}
