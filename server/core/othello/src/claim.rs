//! Claims of irregular moves (不正着手), as they stand on a game's record.

use alloc::string::String;

use crate::square::{Colour, Squares};

crate::named! {
    /// Irregularity of a move (`TO8`).
    pub enum Irregularity {
        /// 手番の間違い: the other side's turn.
        WrongTurn "wrong_turn",
        /// 石色の間違い: a disc of the wrong colour.
        WrongColour "wrong_colour",
        /// 打てない箇所: a square that closes nothing.
        NoFlip "no_flip",
        /// 返し忘れ: too few discs turned.
        TooFewTurned "too_few_turned",
        /// 返しすぎ: too many discs turned.
        TooManyTurned "too_many_turned",
        /// 石のずれ: a displaced disc.
        Displaced "displaced",
        /// 打てる局面でのパス: a pass with a move.
        PassWithMove "pass_with_move",
    }
}

/// A claim and what was ruled: a fact of the record (`TO9`). It changes no position by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Irregularity that is claimed.
    pub kind: Irregularity,
    pub by: Colour,
    /// The number of the move it is about, from 1, passes included.
    pub number: u32,
    /// The squares that were named.
    pub squares: Squares,
    /// Ruling of the referee.
    pub ruling: String,
}
