//! The check of a slip in itself: whether what was kept of a game can be true together (`TO5`, `TO7`, `TO9`).
//!
//! The card knows only ○ and ×. What else stands on a slip need not, and must not contradict the rest: who held the draw-win
//! right is asked only where the slip says it, and so is a colour.

use core::cmp::Ordering;

use ishigaki_othello::{
    ClaimFault, Colour, Ending, Game, MoveFault, OthelloResult, Position, Reason, Winner,
};

use super::{Score, Slip};
use crate::id::PlayerId;

/// The discs of both sides together (`TO5`).
const DISCS: u32 = 64;

/// Why a slip cannot be of any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFault {
    /// Black, or the holder of the draw-win right, is neither of the two (`TO9`).
    Stranger { player: PlayerId },
    /// A game that was not played has discs (`TW2`).
    ForfeitWithDiscs,
    /// The discs are not 64 together: empty squares belong to the winner (`TO5`).
    BadSum {
        /// What they are together.
        sum: u64,
    },
    /// The loser has more discs (`TO5`).
    LoserHasMore { score: Score },
    /// The discs are equal, or both flags fell, and the loser held the draw-win right (`TO5`, `TO7`).
    DrawWinLost {
        /// Why the game ended.
        reason: Reason,
    },
    /// The discs are equal, and the slip does not name the holder of the draw-win right, who won (`TO5`).
    DrawWinUnnamed,
    /// A move that is not possible (`TO2`, `TO3`).
    IllegalMove {
        /// Its number, from 1.
        number: u32,
        fault: MoveFault,
    },
    /// The moves do not lead to the end of the game (`TO4`).
    NotFinished {
        /// How many there are.
        moves: u32,
    },
    /// The moves lead to other discs, or to the other one's win (`TO5`).
    OtherScore {
        /// Black's at the end of the moves.
        black: u32,
        white: u32,
    },
    /// The ending is against the rules (`TO7`, `TW2`).
    Claim(ClaimFault),
}

impl ResultFault {
    /// The rule it stands on.
    pub fn rule(self) -> &'static str {
        match self {
            Self::Stranger { .. } => "TO9",
            Self::ForfeitWithDiscs => "TW2",
            Self::DrawWinLost { reason: Reason::DoubleTime } => "TO7",
            Self::BadSum { .. }
            | Self::LoserHasMore { .. }
            | Self::OtherScore { .. }
            | Self::DrawWinUnnamed
            | Self::DrawWinLost { .. } => "TO5",
            Self::IllegalMove { fault, .. } => fault.rule(),
            Self::NotFinished { .. } => "TO4",
            Self::Claim(fault) => fault.rule(),
        }
    }
}

impl Slip {
    /// Whether the slip can be of a game.
    ///
    /// # Errors
    /// With the first thing on it that contradicts the rest.
    pub fn check(&self) -> Result<(), ResultFault> {
        for player in [self.black, self.draw_win].into_iter().flatten() {
            if player != self.winner && player != self.loser {
                return Err(ResultFault::Stranger { player });
            }
        }
        if let Some(score) = self.score {
            self.check_score(score)?;
        }
        if self.reason == Reason::DoubleTime && self.has_lost_draw_win() {
            return Err(ResultFault::DrawWinLost { reason: self.reason });
        }
        self.transcript.as_deref().map_or(Ok(()), |moves| self.check_moves(moves))
    }

    fn has_lost_draw_win(&self) -> bool {
        self.draw_win == Some(self.loser)
    }

    /// Whether the winner of a draw held the draw-win right (`TO5`): every game of an event has it.
    fn check_draw(&self) -> Result<(), ResultFault> {
        match self.draw_win {
            Some(holder) if holder == self.winner => Ok(()),
            Some(_) => Err(ResultFault::DrawWinLost { reason: self.reason }),
            None => Err(ResultFault::DrawWinUnnamed),
        }
    }

    fn check_score(&self, score: Score) -> Result<(), ResultFault> {
        if self.reason == Reason::Forfeit {
            return Err(ResultFault::ForfeitWithDiscs);
        }
        let sum = u64::from(score.winner) + u64::from(score.loser);
        if sum != u64::from(DISCS) {
            return Err(ResultFault::BadSum { sum });
        }
        match score.winner.cmp(&score.loser) {
            // What stood on the board when a clock or a referee ended the game decides nothing.
            _ if self.reason != Reason::Normal => Ok(()),
            Ordering::Less => Err(ResultFault::LoserHasMore { score }),
            Ordering::Equal => self.check_draw(),
            Ordering::Greater => Ok(()),
        }
    }

    fn check_moves(&self, moves: &str) -> Result<(), ResultFault> {
        let game = Game::replay(Position::start(self.handicap), moves)
            .map_err(|illegal| ResultFault::IllegalMove { number: illegal.number, fault: illegal.fault })?;
        let colour_of =
            |player| self.black.map(|black| if black == player { Colour::Black } else { Colour::White });
        let loser = colour_of(self.loser);
        match self.reason {
            Reason::Normal => self.check_end(&game, colour_of(self.winner)),
            Reason::Time => by(loser.map(|loser| Ending::Time { loser }), &game),
            // Whoever it is, no move was made.
            Reason::Forfeit => by(Some(Ending::Forfeit { loser: loser.unwrap_or(Colour::Black) }), &game),
            Reason::DoubleTime | Reason::Referee => Ok(()),
        }
    }

    /// Whether the moves lead to this end on the board; without black's name, to these discs of either side.
    fn check_end(&self, game: &Game, winner: Option<Colour>) -> Result<(), ResultFault> {
        let result =
            OthelloResult::on_the_board(game, None).and_then(|result| Some((result.winner, result.score?)));
        let Some((ahead, end)) = result else {
            return Err(ResultFault::NotFinished { moves: game.written() });
        };
        let most = end.black.max(end.white);
        let is_other = self.score.is_some_and(|score| score.winner != most);
        match (ahead, winner) {
            (Winner::Side(ahead), Some(winner)) if ahead != winner => Err(other(end)),
            _ if is_other => Err(other(end)),
            (Winner::Draw, _) => self.check_draw(),
            _ => Ok(()),
        }
    }
}

fn other(end: ishigaki_othello::Score) -> ResultFault {
    ResultFault::OtherScore { black: end.black, white: end.white }
}

/// Whether a game can have ended so; what is not known cannot be wrong.
fn by(ending: Option<Ending>, game: &Game) -> Result<(), ResultFault> {
    let Some(ending) = ending else { return Ok(()) };
    OthelloResult::by(ending, game, None).map(drop).map_err(ResultFault::Claim)
}
