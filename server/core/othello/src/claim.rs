//! Claims of irregular moves (不正着手) in a game's record.

use alloc::string::String;

use crate::square::{Colour, Squares};

crate::named! {
    /// Irregularity of a move (`TO8`).
    pub enum Irregularity {
        WrongTurn "wrong_turn",
        WrongColour "wrong_colour",
        NoFlip "no_flip",
        TooFewTurned "too_few_turned",
        TooManyTurned "too_many_turned",
        Displaced "displaced",
        PassWithMove "pass_with_move",
    }
}

/// A claim with its ruling: a fact of the record (`TO9`) that doesn't change the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub kind: Irregularity,
    pub by: Colour,
    pub number: u32,
    pub squares: Squares,
    pub ruling: String,
}
