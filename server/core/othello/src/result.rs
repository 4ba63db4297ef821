//! Results: winner, reason and score of a game.

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
    /// Returns the score of a finished game. Empty squares belong to the winner; equal discs are 32-32
    /// (`TO5`).
    pub fn of(board: &Board) -> Self {
        let (black, white) = (board.discs(Colour::Black).count(), board.discs(Colour::White).count());
        match black.cmp(&white) {
            core::cmp::Ordering::Greater => Self { black: 64 - white, white },
            core::cmp::Ordering::Less => Self { black, white: 64 - black },
            core::cmp::Ordering::Equal => Self { black: 32, white: 32 },
        }
    }
}

/// End of a game that wasn't finished on the board: a granted claim or a ruling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// 時間切れ負け: a side's time ran out and was claimed (`TO7`).
    Time { loser: Colour },
    /// Both flags fell unnoticed, so the holder of the draw-win right wins (`TO7`).
    DoubleTime,
    /// 不戦敗: a side was absent or resigned because it was late (`TO7`, `TW2`).
    Forfeit { loser: Colour },
    /// 反則負け, or another ruling of a referee (`TO9`).
    Referee { loser: Colour },
}

/// Error of a claim against the rules (`TO7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimFault {
    NoDrawWin,
    ForfeitWithMoves {
        moves: u32,
    },
    /// A time claim after the end against the side that did not make the last move.
    NotTheLastMover {
        last: Colour,
    },
}

impl ClaimFault {
    /// Returns the number of the rule behind it.
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
        Normal "normal",
        Time "time",
        DoubleTime "double_time",
        Forfeit "forfeit",
        Referee "referee",
    }
}

/// Winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Winner {
    Side(Colour),
    /// 32-32 without a draw-win right (`TO5`).
    Draw,
}

/// A game's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OthelloResult {
    pub winner: Winner,
    pub reason: Reason,
    /// True if the game is rated: not won by forfeit or on both clocks (`TO7`, `TW2`).
    pub rated: bool,
    /// The score; `None` unless the game ended on the board.
    pub score: Option<Score>,
}

impl OthelloResult {
    /// Returns the result of a game that ended on the board; `None` if it isn't over.
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

    /// Returns the result of a game that ended by a claim or a ruling.
    ///
    /// # Errors
    ///
    /// Fails if the rules don't allow the claim (`TO7`, `TW2`).
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
