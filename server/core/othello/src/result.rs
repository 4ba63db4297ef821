//! Results: who has won a game, why, and by how much.

use crate::board::Board;
use crate::game::Game;
use crate::square::Colour;

/// Discs of both sides at the end; together always 64 (`TO5`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    pub black: u32,
    pub white: u32,
}

impl Score {
    /// The score of a finished game: empty squares belong to the winner; equal discs are 32-32 (`TO5`).
    pub fn of(board: &Board) -> Self {
        let (black, white) = (board.discs(Colour::Black).count(), board.discs(Colour::White).count());
        match black.cmp(&white) {
            core::cmp::Ordering::Greater => Self { black: 64 - white, white },
            core::cmp::Ordering::Less => Self { black, white: 64 - black },
            core::cmp::Ordering::Equal => Self { black: 32, white: 32 },
        }
    }
}

/// End of a game if not on the board: what was claimed and granted, or what a referee ruled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// 時間切れ負け: a side's time ran out and it was said (`TO7`).
    Time {
        /// Side whose time ran out.
        loser: Colour,
    },
    /// Both flags had fallen unnoticed: the holder of the draw-win right wins (`TO7`).
    DoubleTime,
    /// 不戦敗: a side did not come, or gave up because it was late (`TO7`, `TW2`).
    Forfeit {
        /// Side that it is.
        loser: Colour,
    },
    /// 反則負け, or what else a referee ruled (`TO9`).
    Referee {
        /// Side that lost by it.
        loser: Colour,
    },
}

/// Error of an ending that cannot be: the claim is against the rules (`TO7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimFault {
    /// Both flags fell and nobody holds the draw-win right.
    NoDrawWin,
    /// A forfeit of a game in which moves were made.
    ForfeitWithMoves { moves: u32 },
    /// Time claimed after the end against a side that did not make the last move.
    NotTheLastMover {
        /// Side that made it.
        last: Colour,
    },
}

impl ClaimFault {
    /// The rule it stands on.
    pub fn rule(self) -> &'static str {
        match self {
            Self::NoDrawWin | Self::NotTheLastMover { .. } => "TO7",
            Self::ForfeitWithMoves { .. } => "TW2",
        }
    }
}

crate::named! {
    /// Reason for a game's end (`TO9`).
    pub enum Reason {
        /// On the board (`TO4`).
        Normal "normal",
        /// By the clock (`TO7`).
        Time "time",
        /// By both clocks (`TO7`).
        DoubleTime "double_time",
        /// By forfeit (`TW2`).
        Forfeit "forfeit",
        /// By the referee's ruling (`TV3`).
        Referee "referee",
    }
}

/// Winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    Side(Colour),
    /// Neither: 32-32 and nobody held the draw-win right (`TO5`).
    Draw,
}

/// A game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloResult {
    pub winner: Winner,
    /// Reason for the end.
    pub reason: Reason,
    /// Whether it counts for ratings: not by forfeit, and not by both clocks (`TO7`, `TW2`).
    pub rated: bool,
    /// The score; `None` unless the game ended on the board.
    pub score: Option<Score>,
}

impl OthelloResult {
    /// The result of a game that ended on the board; `None` while it has not.
    ///
    /// `draw_win` is the side that wins a 32-32, if any (`TO5`).
    pub fn on_the_board(game: &Game, draw_win: Option<Colour>) -> Option<Self> {
        if !game.position().is_finished() {
            return None;
        }
        let score = Score::of(&game.position().board);
        let winner = match score.black.cmp(&score.white) {
            core::cmp::Ordering::Greater => Winner::Side(Colour::Black),
            core::cmp::Ordering::Less => Winner::Side(Colour::White),
            core::cmp::Ordering::Equal => draw_win.map_or(Winner::Draw, Winner::Side),
        };
        Some(Self { winner, reason: Reason::Normal, rated: true, score: Some(score) })
    }

    /// The result of a game that ended by a claim or a ruling.
    ///
    /// # Errors
    /// If the rules do not allow the claim (`TO7`, `TW2`).
    pub fn by(ending: Ending, game: &Game, draw_win: Option<Colour>) -> Result<Self, ClaimFault> {
        let (loser, reason, rated) = match ending {
            Ending::Time { loser } => {
                if let Some(last) = game.last_mover()
                    && last != loser
                    && game.position().is_finished()
                {
                    return Err(ClaimFault::NotTheLastMover { last });
                }
                (loser, Reason::Time, true)
            }
            Ending::DoubleTime => {
                let holder = draw_win.ok_or(ClaimFault::NoDrawWin)?;
                (holder.other(), Reason::DoubleTime, false)
            }
            Ending::Forfeit { loser } => {
                if game.written() > 0 {
                    return Err(ClaimFault::ForfeitWithMoves { moves: game.written() });
                }
                (loser, Reason::Forfeit, false)
            }
            Ending::Referee { loser } => (loser, Reason::Referee, true),
        };
        Ok(Self { winner: Winner::Side(loser.other()), reason, rated, score: None })
    }
}
