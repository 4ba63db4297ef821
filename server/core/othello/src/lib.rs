//! Othello: positions, legal moves, passes, the end of a game and its score.
//!
//! This room knows the game (`TO1`…`TO8` of the events' rule book) and nothing else: no event, no players, no
//! clock, no input or output. What a clock or a referee decided comes in as an [`Ending`].
//!
//! * [`Position`] is a board and whose turn it is: what may be played, what it turns, whether the game is over.
//! * [`Game`] plays a transcript (`f5d6c5…`) move by move and keeps every ply and every pass.
//! * [`OthelloResult`] says who has won and why, with the draw-win right (引き分け勝ち).

#![no_std]

extern crate alloc;

mod board;
mod claim;
mod game;
mod name;
mod perft;
mod position;
mod result;
mod square;

pub use board::{Board, BoardFault, Handicap};
pub use claim::{Claim, Irregularity};
pub use game::{Game, IllegalMove, Pass, Ply};
pub use name::Named;
pub use perft::perft;
pub use position::{MoveFault, Position};
pub use result::{ClaimFault, Ending, OthelloResult, Reason, Score, Winner};
pub use square::{Colour, Square, Squares};
