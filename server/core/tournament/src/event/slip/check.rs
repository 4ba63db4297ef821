//! Check of a slip by itself: whether its contents can all be true (`TO5`, `TO7`, `TO9`).
//!
//! The card has only ○ and ×. Other contents are optional but must not contradict each other; the holder of
//! the draw-win right and the colours are checked only if they are given.

use core::cmp::Ordering;

use ishigaki_othello::{
    ClaimFault, Colour, Ending, Game, MoveFault, OthelloResult, Position, Reason, Winner,
};

use super::{Score, Slip};
use crate::id::PlayerId;

const DISCS: u32 = 64;

/// Contradiction on a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResultFault {
    /// Black, or the holder of the draw-win right, is neither of the two players (`TO9`).
    NotAPlayer {
        player: PlayerId,
    },
    /// A game that wasn't played has discs (`TW2`).
    ForfeitWithDiscs,
    /// The discs don't add up to 64; empty squares belong to the winner (`TO5`).
    BadSum {
        sum: u64,
    },
    LoserHasMore {
        score: Score,
    },
    /// The discs are equal, or both flags fell, and the loser held the draw-win right (`TO5`, `TO7`).
    DrawWinLost {
        reason: Reason,
    },
    /// The discs are equal, and the slip doesn't name the holder of the draw-win right as the winner (`TO5`).
    DrawWinUnnamed,
    /// A move is illegal (`TO2`, `TO3`).
    IllegalMove {
        /// Number of the move, from 1.
        number: u32,
        fault: MoveFault,
    },
    /// The moves don't end the game (`TO4`).
    NotFinished {
        moves: u32,
    },
    /// The moves lead to other disc counts or to the other player's win (`TO5`).
    OtherScore {
        black: u32,
        white: u32,
    },
    Claim(ClaimFault),
}

impl ResultFault {
    /// Returns the number of the rule behind it.
    pub fn rule(self) -> &'static str {
        match self {
            Self::NotAPlayer { .. } => "TO9",
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
    /// Checks that the slip is consistent.
    ///
    /// # Errors
    ///
    /// Returns the first contradiction.
    pub fn check(&self) -> Result<(), ResultFault> {
        for player in [self.black, self.draw_win].into_iter().flatten() {
            if player != self.winner && player != self.loser {
                return Err(ResultFault::NotAPlayer { player });
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

    /// Checks that the winner of a draw held the draw-win right (`TO5`), which every game of an event has.
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
            // The board doesn't decide a game that ended by a clock or a referee.
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
            // The loser doesn't matter, because no move was made.
            Reason::Forfeit => by(Some(Ending::Forfeit { loser: loser.unwrap_or(Colour::Black) }), &game),
            Reason::DoubleTime | Reason::Referee => Ok(()),
        }
    }

    /// Checks that the moves lead to this end; without Black's name, that the disc counts match either way
    /// round.
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

/// Checks that a game can have ended this way. Unknown values are accepted.
fn by(ending: Option<Ending>, game: &Game) -> Result<(), ResultFault> {
    let Some(ending) = ending else { return Ok(()) };
    OthelloResult::by(ending, game, None).map(drop).map_err(ResultFault::Claim)
}
