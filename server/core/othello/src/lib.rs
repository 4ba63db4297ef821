//! Othello: positions, legal moves, passes, the end of a game and its score.
//!
//! The crate implements the game (`TO1`…`TO8` of the events' rule book) without events, players, clocks or
//! IO. The decisions of a clock or referee are an [`Ending`].
//!
//! * [`Position`] is a board and the side to move: legal moves, flipped discs, end of the game.
//! * [`Game`] plays a transcript (`f5d6c5…`) move by move and keeps all plies and passes.
//! * [`OthelloResult`] is the winner and the reason, with the draw-win right (引き分け勝ち).

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
